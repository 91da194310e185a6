/*
about = """
One row per measure and query that both of two runs have a value for: what each scores, the run with the better mean
first. The largest loss of that run is the first row, its largest gain the last."""
*/
select
    metric,
    one.query_id,
    best.run,
    second.run as other,
    one.value,
    two.value as other_value,
    one.value - two.value as difference
    {%- if slices %},
    texts.text
    {%- endif %}
from standings as best
join standings as second using (metric)
join scores as one using (metric)
join scores as two using (metric, query_id)
join asked using (metric)
{%- if slices %}
left join texts on texts.query_id = one.query_id
{%- endif %}
where
    best.place = 1
    and second.place = 2
    and one.run = best.run
    and two.run = second.run
    and one.value is not null
    and two.value is not null
order by asked.place asc, round((one.value - two.value) * asked.sign, 12) asc, one.query_id asc
