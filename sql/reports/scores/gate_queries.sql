/*
name  = "gate_queries"
about = "One row per measure and query that both runs have a value for, the largest loss first."

[columns]
metric     = "the measure"
query_id   = "the query"
value      = "of the new run"
baseline   = "of the baseline"
difference = "value minus baseline"
*/
select metric, one.query_id, one.value, one.baseline, one.value - one.baseline as difference
from
    (
        select
            metric,
            number,
            unnest(list_transform(met, lambda each: {
                'query_id': each.query_id,
                'value': case when logs then exp(each.new) else each.new end,
                'baseline': case when logs then exp(each.old) else each.old end,
                'loss': each.loss
            })) as one
        from faced
        where attribute is null
    )
order by number asc, one.loss desc, one.query_id asc
