/*
name  = "difficulty"
about = """
    The queries of each measure, the hardest first, over the tables scores and measures: what the views of hard and
    easy queries are made of."""
*/
with
    compared as (
        select metric, run, query_id, value
        from scores
        where value is not null
    ),

    asked as (
        select metric, place, case direction when 'lower' then -1 else 1 end as sign
        from measures
    )

select *, count(*) over (partition by metric) as queries
from ({% include "reports/queries/difficulty.sql" %})
