/*
about = "One row per measure, run and query: the score under each order of ties."

[columns]
metric    = "the measure, as text"
run       = "name of the run"
query_id  = "the query"
trec_eval = "its value where ties are in trec_eval's order"
worst     = "where the most relevant of tied documents are last"
expected  = "the mean over all orders; null if the measure has no closed form of that"
best      = "where the most relevant of tied documents are first"
matters   = "whether these differ, but for rounding, or one has no value where another has"
*/
select
    metric,
    run,
    query_id,
    max(value) filter (ties = 'trec_eval') as trec_eval,
    max(value) filter (ties = 'worst') as worst,
    max(value) filter (ties = 'average') as expected,
    max(value) filter (ties = 'best') as best,
    coalesce(round(max(value) - min(value), 12) > 0, false) or count(value) between 1 and count(*) - 1 as matters
from tied
group by metric, run, query_id
