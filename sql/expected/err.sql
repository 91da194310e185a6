/*
name    = "ERR"
about   = """
    A user goes past the first i documents of a group with the mean, over every choice of i of them, of the product of
    the chances to go on; what she loses from one rank to the next is the chance that she stops there."""
formula = """
    E[ERR@k] = Σ q Σ (m(i - 1) - m(i)) / (a + i - 1), i = 1..min(b, k) - a + 1, over groups of ranks a to b; q is Π
    (1 - c) of all above the group, m(i) the mean of Π (1 - c) over every choice of i documents of it"""

[also.nERR]
about   = "The expected value of ERR over that of the best ordering, which no tie changes."
formula = "E[nERR@k] = E[ERR@k] over the ERR@k of all judgments, highest gain first"
*/
{%- set errs -%}
select
    run,
    query_id,
    sum(
        reached * list_sum(list_transform(
            range(tied_from, least(tied_to, $k) + 1),
            lambda place: (past[place - tied_from + 1] - past[place - tied_from + 2]) / place
        ))
        order by tied_from asc
    ) as value
from ({{ passed_groups(chance_of(gain())) }})
group by all
{%- endset -%}

{%- set ERR.query -%} {{ errs }} {%- endset -%}
{%- set nERR.query -%}
select run, query_id, errs.value / ideal_err as value
from ({{ errs }}) as errs
join ({{ ideal_errs() }}) using (query_id)
where ideal_err > 0
{%- endset -%}

{{ query }}
/*
example = [
    ["Of two tied documents one stops the user by half: (1/2 + 1/2 / 2) / 2; (1/2 + 1/2 / 2) / 2 over 1/2.",
        { ranking = [0, 1], scores = [1, 1], with = { top = 1 }, ERR = 0.375, nERR = 0.75 }],
    ["Chances 1/4, 3/4 and 0 tied: at rank 1 1/3, and past it the mean of 1/4 3/4, 1/4 and 3/4 goes on.",
        { ranking = [1, 2, 0], scores = [1, 1, 1], with = { top = 2 }, ERR = 0.538194 }],
    ["The same below a document of 3/4, to rank 2: 3/4 + 1/4 1/3 / 2.",
        { ranking = [2, 1, 2, 0], scores = [2, 1, 1, 1], with = { top = 2, k = 2 }, ERR = 0.791667 }],
    ["To rank 1, of tied documents of 3/4, 1/4 and 0: 1/3 over 3/4.",
        { ranking = [1, 2, 0], scores = [1, 1, 1], with = { top = 2, k = 1 }, nERR = 0.444444 }],
]
*/
