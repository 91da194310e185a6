/*
decision = "unjudged documents"
choice   = "left out"
of       = "runs"
place    = 30
about    = "Documents that are not judged are taken out of the ranking, and those below move up."
changes  = "select query_id from told where relevance is null"
*/
select query_id, doc_id, score
from told
where copy = 1 and relevance is not null
