/*
name   = "nuggets"
schema = "internal"
about  = """
One row per document that a run retrieved and subtopic that it is relevant to, or may be by a classifier's probability;
empty where judgments are not by subtopic.
"""

[columns]
run         = "name of the run"
query_id    = "the query"
rank        = "position in the ranking, from 1"
doc_id      = "the document"
subtopic    = "the subtopic; of a relevant document it is called a nugget"
seen        = "how often the nugget was met above; null where the document is not judged relevant to the subtopic"
weight      = "how much the subtopic matters to users: 1 if not given"
probability = "how likely the document has the nugget; null where the judgments do not say it"
relevance   = "the judgment for this subtopic"
gain        = "what the document adds for this subtopic"
*/
select
    run::internal.run_name as run,
    query_id::internal.query_name as query_id,
    rank::integer as rank,
    doc_id,
    subtopic,
    seen,
    weight,
    probability,
    relevance,
    gain
from made_nuggets
order by run asc, query_id asc, rank asc, subtopic asc
