/*
of       = "qrels"
place    = 3
sentence = """
document {doc_id} is judged twice for [subtopic {subtopic} of ]query {query_id}[ ({where})][, with relevance {one} and
{other}]{more:judgment}{hint:relevance}"""
suspect  = '{{ maybe_twice("evalsql_qrels", ["query_id", "doc_id", "subtopic"]) }}'
*/
with
    same as ({{ same_twice("evalsql_qrels", ["query_id", "doc_id", "subtopic"], ["query_id", "doc_id"]) }}),

    judgments as (
        select
            list(
                coalesce({{ plain_number("relevance") }}, 'null') order by file asc, row asc, relevance asc
            ) as levels
        from evalsql_qrels as judged
        join same using (query_id, doc_id)
        where judged.subtopic is not distinct from same.subtopic
    )

select same.*, levels[1] as one, nullif(levels[2], levels[1]) as other
from same
cross join judgments
