/*
name    = "nERR"
about   = "The expected value of ERR over that of the best ordering, which no tie changes."
formula = "E[nERR@k] = E[ERR@k] over the ERR@k of all judgments, highest gain first"
*/
with
    best as (
        select query_id, ideal_rank as rank, {{ chance_of('ideal_gain') }} as stops
        from ({{ ideal() }})
        where ideal_rank <= $k
    ),

    errs as (
        select
            run,
            query_id,
            sum(
                reached * list_sum(list_transform(
                    range(tied_from, least(tied_to, $k) + 1),
                    lambda place: (past[place - tied_from + 1] - past[place - tied_from + 2]) / place
                ))
                order by tied_from asc
            ) as err
        from ({{ passed_groups(chance_of(gain())) }})
        group by all
    ),

    ideals as (
        select query_id, sum(reached * stops / rank order by rank asc) as ideal_err
        from ({{ cascade('select * from best', 'query_id') }})
        group by all
    )

select run, query_id, err / ideal_err as value
from errs
join ideals using (query_id)
where ideal_err > 0
/*
example = [
    ["Of two tied documents one stops the user by half: (1/2 + 1/2 / 2) / 2 over 1/2.",
        { ranking = [0, 1], scores = [1, 1], with = { top = 1 }, value = 0.75 }],
    ["To rank 1, of tied documents of 3/4, 1/4 and 0: 1/3 over 3/4.",
        { ranking = [1, 2, 0], scores = [1, 1, 1], with = { top = 2, k = 1 }, value = 0.444444 }],
]
*/
