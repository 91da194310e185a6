/*
about = "One row per judged document of a pass, or per document if all are wanted."

[columns]
n        = "number of its row"
ranking  = "number of its ranking, as in run_queries"
judgment = "number of its judgment, or null"
score    = "its score, if scores are wanted"
doc_id   = "the document, if all are wanted"
*/
{%- if how == "sorted" %}
select n, ranking, judgment {{- ", score" if scores }} {{- ", doc_id" if whole }}
from {{ runs }}
{{ "where judgment is not null" if not whole }}
{%- else %}
select
    n,
    {{ "ranking" if whole else "start + enum_code(judgments.query_id) as ranking" }},
    judgment
    {{- ",\n    score" if scores or how == "counted" }}
    {{- ",\n    runs.doc_id" if whole or how == "counted" }}
from {{ runs }} as runs
{{ "left join" if whole else "join" }} evalsql_judgments as judgments
    on judgments.query_id = runs.query_id and judgments.doc_id = runs.doc_id
{%- if whole %}
join evalsql_run_queries as rankings on rankings.run = runs.run and rankings.query_id = runs.query_id
{%- else %}
-- a join by a run alone costs a third of one by a run and a query
join (select run, min(ranking) as start from evalsql_run_queries group by all) as rankings on rankings.run = runs.run
{%- if sparse %}
-- where a join is by one column, DuckDB leaves out most rows as it reads them
where runs.doc_id in (select doc_id from evalsql_judgments)
{%- endif %}
{%- endif %}
{%- endif %}
