/*
about = """
Documents each with the row where it belongs: those of equal scores by doc_id descending by bytes, or as the evaluation
has ties; all or those that move; where rows are counted, all that are judged."""

[columns]
n     = "number of its row"
head  = "first row of those of its score"
tail  = "last row of them"
place = "the row where it belongs"
*/
{%- if how == "counted" %}
-- as many rows stand above a document as beat it
select
    found.n,
    first + count(*) filter (runs.score > found.score) as head,
    first + count(*) - 1 as tail,
    first + count(*) filter (runs.score > found.score or runs.doc_id >= found.doc_id) - 1 as place
from {{ runs }} as runs
join
    (
        select n, run, query_id, first, doc_id, score
        from evalsql_found
        join evalsql_run_queries using (ranking)
    ) as found
    on found.run = runs.run and found.query_id = runs.query_id and found.score <= runs.score
group by found.n, first
{%- elif ties == "input" %}
select
    n,
    head,
    tail,
    head + row_number() over (partition by head order by {{ "was" if how == "sorted" else "n" }} asc) - 1 as place
from evalsql_ties as ties
{{ "qualify place <> ties.n" if not scores }}
{%- elif ascending %}
-- those that a depth keeps are the first by doc_id ascending, and stand in descending order as everywhere
select n, head, tail, head + case when nth <= kept then kept - nth else nth - 1 end as place
from
    (
        select
            ties.n,
            head,
            tail,
            row_number() over (partition by head order by runs.doc_id asc) as nth,
            least(tail + 1, first + $depth) - head as kept
        from {{ runs }} as runs
        join evalsql_ties as ties on {{ "ties.was" if how == "sorted" else "ties.n" }} = runs.n
        join evalsql_run_queries as rankings on rankings.run = runs.run and rankings.query_id = runs.query_id
    )
{%- else %}
{#- what is not judged is worth what is judged 0, and no more to a residual -#}
{%- set way = {"best": "desc", "worst": "asc"}.get(ties) -%}
{%- set judged = ["coalesce(relevance, 0)", "relevance is not null", "coalesce(gain, 0)", ""] -%}
{%- set worth = judged | join(" " ~ way ~ ", ") if way %}
select
    ties.n,
    head,
    tail,
    head + row_number() over (partition by head order by {{ worth }}runs.doc_id desc) - 1 as place
from {{ runs }} as runs
join evalsql_ties as ties on {{ "ties.was" if how == "sorted" else "ties.n" }} = runs.n
{%- if way %}
left join evalsql_found as found on found.n = ties.n
left join evalsql_judgments as judgments on judgments.judgment = found.judgment
{%- endif %}
{{ "qualify place <> ties.n" if not scores }}
{%- endif %}
