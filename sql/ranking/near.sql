/*
about = """
The documents of a pass whose scores are equal as float32 to others that are not equal as doubles, where a judged one is
among them."""

[columns]
run        = "name of the run"
query_id   = "the query"
rank       = "its rank by float32"
exact_rank = "its rank among the same documents by doubles"
exact_from = "first rank of the documents with its score as a double"
exact_to   = "last rank of them"
*/
select
    rankings.run,
    rankings.query_id,
    coalesce(place, ties.n) - first + 1 as rank,
    ties.head - first + row_number() over (by_group order by exact desc, coalesce(place, ties.n) asc) as exact_rank,
    ties.head - first + rank() over (by_group order by exact desc) as exact_from,
    ties.head - first + count(*) over (by_group order by exact desc range unbounded preceding) as exact_to
from {{ runs }} as runs
join evalsql_ties as ties on {{ "ties.was" if how == "sorted" else "ties.n" }} = runs.n
join evalsql_run_queries as rankings on rankings.run = runs.run and rankings.query_id = runs.query_id
left join evalsql_reordered as reordered on reordered.n = ties.n
{{ "where coalesce(place, ties.n) - first < $depth" if depth }}
window by_group as (partition by ties.head)
qualify min(exact) over by_group < max(exact) over by_group
