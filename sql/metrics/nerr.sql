/*
name    = "nERR"
title   = "Normalized expected reciprocal rank"
family  = "first"
about   = "Expected reciprocal rank as a share of what the best ordering of all judged documents would give."
formula = "nERR@k = ERR@k over the ERR@k of all judgments, highest gain first"
range   = [0, 1]
better  = "higher"
cite    = """
    Sakai and Song, Evaluating diversified search results using per-intent graded relevance, SIGIR 2011, as NTCIREVAL
    has it. doi:10.1145/2009916.2010055"""
needs   = "relevant"

[parameters]
chance = { type = "VARCHAR", default = "exp", one_of = ["exp", "linear"], about = """
    the chance that a gain g stops the user: (2^g - 1) / 2^top, as gdeval has it, or g / (top + 1), as NTCIREVAL""" }
top    = { type = "DOUBLE", default = 4, above = 0, about = """
    highest gain of the scale; 4 is that of the TREC Web tracks, and gdeval's""" }
gains  = { type = "gains" }
k      = { type = "cutoff" }
*/
with
    best as (
        select query_id, ideal_rank as rank, {{ chance_of('ideal_gain') }} as stops
        from ({{ ideal() }})
        where ideal_rank <= $k
    ),

    errs as (
        select run, query_id, sum(reached * stops / rank order by rank asc) as err
        from ({{ cascade(stopping(chance_of(gain()))) }})
        group by all
    ),

    ideals as (
        select query_id, sum(reached * stops / rank order by rank asc) as ideal_err
        from ({{ cascade('select * from best', 'query_id') }})
        group by all
    )

select run, query_id, least(err / ideal_err, 1) as value
from errs
join ideals using (query_id)
where ideal_err > 0
/*
example = [
    ["Gains to 4, one of 2 being missed: 1/16 + 15/16 7/16 / 2 over 7/16 + 9/16 3/16 / 2 + 9/16 13/16 1/16 / 3.",
        { ranking = [1, 3], missed = [2], value = 0.535418 }],
    ["To rank 2, by linear chances of a scale to 2: 1/3 / 2 over 2/3 + 1/3 1/3 / 2.",
        { ranking = [0, 1, 2], missed = [1], with = { top = 2, chance = "linear", k = 2 }, value = 0.230769 }],
    ["Half chances: 1/2 / 2 over 1/2 + 1/2 1/2 / 2.",
        { ranking = [-1, 1], missed = [1], with = { top = 1 }, value = 0.400000 }],
    ["Every gain, highest first.", { ranking = [3, 1], value = 1.0000000000000000 }],
    ["Weights that gain nothing have no ideal.", { ranking = [1], with = { gains = "0-0" }, value = 0 }],
]
*/
