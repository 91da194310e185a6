/*
about = """
Rankings made of one, each a run: those of its first 1, 2, 3, ... documents, and the whole with a document that it
missed put on top."""

[columns]
run      = "which of them: a rank, or missed and the number of the document"
query_id = "the query"
doc_id   = "the document"
score    = "the run's score; of what is put on top the highest"
rank     = "its rank there"
*/
{#- where scores are compared as float32, the next double is the same score #}
{%- set type = "float" if order == "float32" else "double" %}
with tops as (
    select max(score) as highest, nextafter(highest::{{ type }}, 'inf'::{{ type }}) as above, isinf(above) as ends
    from retrieved
)

select places.rank::varchar as run, query_id, doc_id, score, retrieved.rank
from retrieved
join (select rank from retrieved where rank <= {{ last }}) as places on retrieved.rank <= places.rank

union all

-- a document that stands below the cutoff leaves its own place; below the highest number there is, all are halved
select 'missed ' || number, query_id, doc_id, case when ends then score / 2 else score end, retrieved.rank + 1
from retrieved
join (select number, doc_id as added from missed) on doc_id <> added
cross join tops

union all

select 'missed ' || number, query_id, doc_id, case when ends then highest else coalesce(above, 1) end, 1
from missed
cross join tops
