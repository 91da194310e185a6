/*
name    = "gPrec"
title   = "Generalized precision at points of generalized recall"
family  = "gain"
over    = "recall"
about   = """
    The highest generalized precision at any rank whose generalized recall reaches each point: 0, .1, .2, ..., 1."""
formula = "gPrec[x] = max gP(i) over ranks i with gR(i) >= x"
range   = [0, inf]
better  = "higher"
cite    = "Kekäläinen and Järvelin, JASIST 53(13), 2002. doi:10.1002/asi.10137"
papers  = ["Järvelin and Kekäläinen 2002"]

[parameters]
points = { type = "INTEGER", default = 11, within = "[2, 10001]", about = "number of levels of recall from 0 to 1" }
top    = { type = "DOUBLE", default = 1, above = 0, about = "highest gain of the scale, worth 1" }
gains  = { type = "gains" }
*/
with
    levels as (select run, query_id, unnest(range(0, least($points::bigint, 10001))) as point from topics),

    vector as (
        select
            run,
            query_id,
            rank,
            {{ running_sum(gain(), "(partition by run, query_id order by rank asc)") }} as gained
        from judged
        where rank is not null
    ),

    totals as (
        select query_id, sum({{ gain() }} order by relevance desc, gain desc) as total
        from recall_base
        group by all
    )

select
    run,
    query_id,
    point / ($points - 1) as recall,
    -- a millionth of a millionth spares sums of real gains that should be equal
    max(gained / (rank * $top)) filter (gained * ($points - 1) * (1 + 1e-12) >= point * total) as value
from levels
left join vector using (run, query_id)
left join totals using (query_id)
group by all
/*
example = [
    ["Gains 2, 0, 2 and one of 2 missed, of a scale to 2: recall 1/3 at precision 1, and 2/3 at 2/3.",
        { ranking = [2, 0, 2], missed = [2], with = { top = 2, points = 4 }, values = [1, 1, 0.666667, 0] }],
    ["One of three is missed, so a recall of 1 is never reached.",
        { ranking = [1, 0, 1], missed = [1], with = { points = 2 }, values = [1, 0] }],
    ["Nothing that is retrieved is judged, and nothing is relevant.",
        { ranking = ["?"], missed = [0], with = { points = 2 }, values = [0, 0] }],
]
*/
