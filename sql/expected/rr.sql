/*
name    = "RR"
about   = """
    Of the first group with a relevant document, the ranks from the last that may be the first relevant one up: it
    is relevant with the chance h, or the first is below it."""
formula = """
    E[RR@k] = V(a); V(i) = h(i) / i + (1 - h(i)) V(i + 1), h(i) = r / (b - i + 1); r relevant documents are tied
    over ranks a to b; V is 0 below rank k"""
parts   = { value = "1 / place" }

[also.RR_damped]
formula = """
    E[RR_damped@k] = V(a); V(i) = h(i) / (damping + i) + (1 - h(i)) V(i + 1), h(i) = r / (b - i + 1); r relevant
    documents are tied over ranks a to b"""
parts   = { value = "1 / ($damping + place)" }
*/
select run, query_id, {{ first_of_tied('hits', 'tied_from', 'tied_to', '{{ value }}') }} as value
from ({{ first_group() }})
/*
example = [
    ["The first relevant document is at rank 2 or 3: (1/2 + 1/3) / 2. At rank 2 or 3: (1/5 + 1/6) / 2.",
        { ranking = [0, 1, 0], scores = [2, 1, 1], RR = 0.416667, RR_damped = 0.183333 }],
    ["Two of four tied documents are relevant: 1/2 + 1/3 1/2 + 1/6 1/3.",
        { ranking = [0, 0, 1, 1], scores = [1, 1, 1, 1], RR = 0.722222 }],
    ["The same to rank 2.", { ranking = [0, 0, 1, 1], scores = [1, 1, 1, 1], with = { k = 2 }, RR = 0.666667 }],
]
*/
