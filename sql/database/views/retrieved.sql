/*
about = """
One row per document that a run retrieved for a judged query, ranked; made of the files that runs and qrels are views
on."""

[columns]
run       = "name of the run"
query_id  = "the query"
rank      = "position in the ranking, from 1: score descending, then doc_id descending by bytes"
doc_id    = "the document"
score     = "the run's score, or minus the rank where a convention goes by that"
tied_from = "first rank of the documents with this score"
tied_to   = "last rank of the documents with this score"
relevance = "the judgment, or null"
gain      = """
what the document adds: its relevance, not below 0, or what the judgments give as its gain; null if unjudged"""
*/
with
    -- of a document judged for several subtopics the best relevance, and of that the highest gain
    judgments as (
        select query_id, doc_id, best[1] as relevance, best[2] as gain
        from
            (
                select query_id, doc_id, max([relevance, coalesce(gain, greatest(relevance, 0))]) as best
                from qrels
                group by all
            )
    ),

    scored as (
        select run, query_id, doc_id, {{ "-rank" if order == "rank" else compared_score(order) }} as score
        from runs
        semi join internal.topics as topics
            on topics.run::varchar = runs.run and topics.query_id::varchar = runs.query_id
        {%- if without_own %}
        where runs.doc_id <> runs.query_id
        {%- endif %}
    )

select
    run::varchar as run,
    query_id::varchar as query_id,
    rank::integer as rank,
    doc_id::varchar as doc_id,
    score,
    tied_from::integer as tied_from,
    {{ "least(tied_to, " ~ depth ~ ")" if depth else "tied_to" }}::integer as tied_to,
    relevance,
    gain
from ({{ retrieved }})
{%- if depth %}
where rank <= {{ depth }}
{%- endif %}
