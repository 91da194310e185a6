/*
called  = "pass@"
about   = """
The chance that at least one of k trials has the 1: of a measure whose values are 0 or 1, without bias, from n trials,
c of them with the 1."""
formula = "1 - C(n - c, k) / C(n, k)"
cite    = "Chen et al., Evaluating Large Language Models Trained on Code, 2021, arXiv:2107.03374, equation 1"
*/
1 - list_reduce(
    list_transform(range($pass_k), lambda drawn: greatest(0, trials - ones - drawn) / (trials - drawn)),
    lambda product, each: product * each,
    1e0
)
/*
[[example]]
about  = "Two of five trials have the 1: of the ten ways to choose three of them, one meets neither."
trials = 5
ones   = 2
k      = 3
value  = 0.9

[[example]]
about  = "One trial is a mean."
trials = 5
ones   = 2
k      = 1
value  = 0.4
*/
