/*
name  = "cut"
about = """
Rankings made of one, each a run: those of its first 1, 2, 3, ... documents, and the whole with a document that it
missed put on top.
"""

[columns]
run      = "which of them: a rank, or missed and the number of the document"
query_id = "the query"
doc_id   = "the document"
score    = "the run's score; of what is put on top the highest"
rank     = "its rank there"
*/
select places.rank::varchar as run, query_id, doc_id, score, retrieved.rank
from retrieved
join (select rank from retrieved where rank <= {{ last }}) as places on retrieved.rank <= places.rank

union all

-- a document that stands below the cutoff leaves its own place
select 'missed ' || number, query_id, doc_id, score, retrieved.rank + 1
from retrieved
join (select number, doc_id as added from missed) on doc_id <> added

union all

{#- where scores are compared as float32, the next double is the same score #}
{%- set type = "float" if order == "float32" else "double" %}
select 'missed ' || number, query_id, doc_id, coalesce(nextafter(highest::{{ type }}, 'inf'::{{ type }}), 1), 1
from missed
cross join (select max(score) as highest from retrieved)
