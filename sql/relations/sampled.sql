/*
about  = """
One row per document that a run retrieved and that is in the pool, whether it was drawn to be judged or not. Empty if
judgments have no strata."""
stored = "run asc, query_id asc, rank asc"

[columns]
run       = "name of the run"
query_id  = "the query"
rank      = "position in the ranking, from 1"
stratum   = "the stratum of the pool that the document is in; compared by its bytes"
relevance = "the judgment, as given; below 0 of what was not drawn to be judged"
gain      = "what the document adds: its relevance, not below 0, or what the judgments give as its gain"
*/
select run, query_id, rank, stratum, retrieved.relevance, retrieved.gain
from retrieved
join {{ qrels }} using (query_id, doc_id)
