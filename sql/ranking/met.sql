/*
name  = "met"
about = "Which judgments each ranking met, as bits: 512 of them in a block."
*/
select
    ranking,
    judgment // 512 as block,
    bitstring_agg(judgment % 512, 0, 511) as bits,
    count(*) as documents
from evalsql_found
{%- if depth %}
join evalsql_rankings using (ranking)
left join evalsql_reordered using (n)
{%- endif %}
where
    judgment is not null
    {{ "and coalesce(place, n) - first < $depth" if depth }}
group by all
