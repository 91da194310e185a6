/*
name  = "ties"
about = """
    One row per document of each group of equal scores that holds a judged one, or of all groups where all are
    wanted: the first and last row of the group."""
*/
-- the scores are in order, so equal ones are neighbours
with
    groups_of_ties as (
        select min(n) - 1 as head, max(n) as tail
        from
            (
                select n, n - row_number() over (order by n asc) as island
                from evalsql_not_below
                anti join evalsql_answers on n = first
                where tied
            )
        group by island
    ),

    members as materialized (
        select unnest(range(head, tail + 1)) as n, head, tail
        from groups_of_ties
    )

select n, head, tail
from members
{%- if not whole %}
where head in (select head from members join evalsql_found using (n))
{%- endif %}
