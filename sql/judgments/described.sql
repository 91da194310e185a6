/*
about = """
One row per document that is judged for a query in a set of judgments, with its best relevance if it is judged for
several subtopics."""
*/
select qrels, query_id, doc_id, max(relevance) as relevance
from in_sets
group by all
