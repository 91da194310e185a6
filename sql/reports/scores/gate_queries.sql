/*
about = "One row per measure and query that both runs have a value for, the largest loss first."

[columns]
metric     = "the measure"
query_id   = "the query"
value      = "of the new run"
baseline   = "of the baseline"
difference = "value minus baseline"
text       = "the text of the query, if a table of queries has it"
slices     = "the slices that it is in, as language=de; null if queries are not sliced"
*/
select
    metric,
    one.query_id,
    one.value,
    one.baseline,
    one.value - one.baseline as difference,
    {{ "texts.text" if slices else "null::varchar" }} as text,
    {{ "sliced.slices" if slices else "null::varchar[]" }} as slices
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
{%- if slices %}
left join texts on texts.query_id = one.query_id
left join
    (
        select query_id, list(attribute || '=' || slice order by attribute_place asc, place asc) as slices
        from slices
        group by query_id
    ) as sliced
    on sliced.query_id = one.query_id
{%- endif %}
order by number asc, one.loss desc, one.query_id asc
