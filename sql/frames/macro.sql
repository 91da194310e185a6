{#- A table macro that works on any tables, views or files of runs and qrels, from any DuckDB client. -#}
create or replace macro {{ macro }}(
    runs := 'runs',
    qrels := 'qrels'
    {%- for parameter, default in parameters.items() %},
    {{ parameter }} := {{ default }}
    {%- endfor %}
    {{- ",\n    costs := null" if priced }}
) as table
{% include "frames/query.sql" %}
