/*
about = """
The runs as their files have them: one row per document that a run retrieved. The files are read whenever this is."""

[columns]
run      = "name of the run"
query_id = "the query, judged or not"
doc_id   = "the document"
score    = "the run's score"
rank     = "the rank that the file gives"
*/
select
    run::varchar as run,
    query_id::varchar as query_id,
    doc_id::varchar as doc_id,
    score
    {%- if order == "rank" %},
    rank
    {%- endif %}
from ({{ files }})
