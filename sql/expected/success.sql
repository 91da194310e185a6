/*
name    = "Success"
about   = """
    Of the first group with a relevant document, one is above the cutoff unless none of the ranks down to it has one."""
formula = """
    E[Success@k] = 1 - Π (1 - r / (b - i + 1)), i = a..min(b, k); r relevant documents are tied over ranks a to b"""
*/
select
    run,
    query_id,
    -- where the last rank that may be the first relevant one is above the cutoff, its factor is 0
    1 - list_product([
        1 - hits / (tied_to - place + 1) for place in range(tied_from, least(tied_to - hits + 1, $k) + 1)
    ]) as value
from ({{ first_group() }})
/*
example = [
    ["Two of four tied documents are relevant, and a cutoff takes one of the four.",
        { ranking = [0, 0, 1, 1], scores = [1, 1, 1, 1], with = { k = 1 }, value = 0.5 }],
    ["It takes two: 1 - 1/2 1/3.",
        { ranking = [0, 0, 1, 1], scores = [1, 1, 1, 1], with = { k = 2 }, value = 0.833333 }],
]
*/
