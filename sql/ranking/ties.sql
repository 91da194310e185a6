/*
about = """
One row per document of each group of equal scores that holds a judged one, or of all groups if all are wanted."""

[columns]
n    = "number of its row"
head = "first row of the group"
tail = "last row of it"
was  = "number of the row before the pass was sorted, if it was"
*/
-- the scores are in order, so equal ones are neighbors
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

select n, head, tail {{- ", was" if how == "sorted" }}
from members
{{- "\njoin evalsql_sorted as sorted on sorted.rowid = n" if how == "sorted" }}
{%- if not whole %}
where
    head in (
        select head
        from members
        join evalsql_found using (n)
        {{- "\n        join evalsql_judgments using (judgment)\n        where relevance > 0" if not nonrelevant }}
    )
{%- endif %}
