/*
about = "Which judgments each ranking met, as bits: 512 of them in a block. Those met twice are counted at any depth."

[columns]
ranking = "number of the ranking"
block   = "number of the block"
bits    = "a bit for each judgment of the block, 1 if it was met"
twice   = "how many rows are of a judgment that was met before"
*/
select
    ranking,
    judgment // 512 as block,
    bitstring_agg(judgment % 512, 0, 511) {{- " filter (coalesce(place, n) - first < $depth)" if depth }} as bits,
    count(*) - bit_count(bitstring_agg(judgment % 512, 0, 511)) as twice
from evalsql_found
{%- if depth %}
join evalsql_run_queries using (ranking)
left join evalsql_reordered using (n)
{%- endif %}
where judgment is not null
group by all
