/*
name    = "NormalisedRecall"
about   = "Each relevant document stands in the middle of those of its score."
formula = "E[Rnorm] = 1 - (Σ (a + b) / 2 - Σ j) / (R (N - R)), for each relevant document tied over ranks a to b"
*/
select
    run,
    query_id,
    case
        {{ too_small() }}
        when $size = count(*) then 1
        else 1 - sum(place - ideal_place order by ideal_place asc) / (count(*) * ($size - count(*)))
    end as value
from ({{ middle_places() }})
group by run, query_id, num_ret
/*
example = [
    ["Of 10 documents two are relevant, at 1 and in the middle of 2 to 4: 1 - (1 + 3 - 3) / 16.",
        { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], with = { size = 10 }, value = 0.9375 }],
]
*/
