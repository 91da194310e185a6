/*
called  = "pass^"
about   = """
The chance that each of k trials has the 1: of a measure whose values are 0 or 1, without bias, from n trials, c of them
with the 1. It falls as k grows, and so says how far a system can be relied on."""
formula = "C(c, k) / C(n, k)"
cite    = "Yao et al., tau-bench, 2024, arXiv:2406.12045, section 3"
*/
list_reduce(
    list_transform(range($pass_k), lambda drawn: greatest(0, ones - drawn) / (trials - drawn)),
    lambda product, each: product * each,
    1e0
)
/*
[[example]]
about  = "Three of five trials have the 1: of the ten ways to choose two of them, three have it twice."
trials = 5
ones   = 3
k      = 2
value  = 0.3

[[example]]
about  = "Fewer have it than are drawn."
trials = 5
ones   = 1
k      = 2
value  = 0
*/
