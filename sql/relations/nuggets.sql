/*
about  = """
One row per document that a run retrieved and subtopic that it is relevant to, or may be by a classifier's probability.
Empty if judgments are not by subtopic."""
stored = "run asc, query_id asc, rank asc, subtopic asc"

[columns]
run         = "name of the run"
query_id    = "the query"
doc_id      = "the document"
rank        = "position in the ranking, from 1"
subtopic    = "the subtopic; of a relevant document it is called a nugget"
seen        = "how often the nugget was met above; null if the document is not judged relevant to the subtopic"
weight      = "how much the subtopic matters to users, P(nugget in user): 1 if not given"
probability = "P(nugget in document), as the judgments give it; null if they do not"
relevance   = "the judgment for this subtopic, as given"
gain        = "what the document adds for this subtopic: its relevance, or what the judgments give as its gain"
*/
select
    run,
    query_id,
    doc_id,
    rank,
    subtopic,
    case
        when relevance > 0
            then row_number() over (partition by run, query_id, subtopic, relevance > 0 order by rank asc) - 1
    end as seen,
    weight,
    probability,
    relevance,
    gain
from (select run, query_id, doc_id, rank from retrieved where relevance is not null)
join {{ subtopics }} using (query_id, doc_id)
where relevance > 0 or probability > 0
