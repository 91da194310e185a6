/*
about = """
The comparisons that could not have been significant, however the scores had been on the queries where the two runs
differ, since these are few: of the tests whose heads say the smallest p-value. Corrections make none smaller."""

[columns]
metric   = "the measure"
run      = "name of the run"
other    = "name of the run that it is compared with"
test     = "the test"
queries  = "on how many queries both have a value"
differ   = "on how many of them the two differ"
smallest = "the smallest p-value that the test could have had"
*/
select metric, run, other, test, queries, differ, smallest
from
    (
        select
            *,
            case $alternative when 'two-sided' then 1 else 0.5e0 end * case test
                {%- for test, smallest in smallest.items() %}
                when '{{ test }}' then {{ smallest | indent(16) }}
                {%- endfor %}
            end as smallest
        from (select *, wins + losses as differ from evalsql_comparisons)
    )
where differ > 0 and not significant and smallest >= $alpha
order by metric asc, test asc, run asc, other asc
