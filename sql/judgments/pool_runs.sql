/*
about = """
The runs that pools are made of and that are scored by them, as given; where the rank is the order, it goes for the
score."""

[columns]
run      = "name of the run"
query_id = "the query"
doc_id   = "the document"
score    = "the run's score"
rank     = "its rank, as given"
*/
select run, query_id, doc_id, {{ "-rank" if order == "rank" else compared_score(order) }} as score, rank
from evalsql_runs
