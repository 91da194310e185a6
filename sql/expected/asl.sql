/*
name    = "ASL"
about   = "Each relevant document stands in the middle of those of its score."
formula = "E[ASL] = 1/R Σ (a + b) / 2, for each relevant document tied over ranks a to b"
*/
select
    run,
    query_id,
    case
        when $size = 0 then avg(place order by rank asc) filter (rank is not null)
        {{ too_small() }}
        else avg(place order by ideal_place asc)
    end as value
from ({{ middle_places() }})
group by run, query_id, num_ret
/*
example = [
    ["At rank 1, and at 2, 3 or 4: (1 + 3) / 2.", { ranking = [1, 0, 1, 0], scores = [2, 1, 1, 1], value = 2 }],
]
*/
