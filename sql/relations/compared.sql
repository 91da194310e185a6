/*
about = "One row per judge and document that a run retrieved and that the judge has an opinion of."

[columns]
run       = "name of the run"
query_id  = "the query"
judge     = "the judge"
doc_id    = "the document"
alike     = "the number of its group; see alike"
rank      = "position in the ranking, from 1"
tied_from = "first rank of the documents with this score"
tied_to   = "last rank of the documents with this score"
*/
select run, query_id, judge, doc_id, alike, rank, tied_from, tied_to
from retrieved
join alike using (query_id, doc_id)
