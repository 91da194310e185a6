{#-
A table of an analysis database that keeps a relation: all of its columns, in the order that its head says under
`stored`, which later reads are fast in.
-#}
{%- set types = {
    "run": "internal.run_name",
    "query_id": "internal.query_name",
    "rank": "integer",
    "tied_from": "integer",
    "tied_to": "integer",
} -%}
select
{%- for column in columns %}
    {{ column }}{{ "::" ~ types[column] ~ " as " ~ column if column in types }}{{ "," if not loop.last }}
{%- endfor %}
from made_{{ name }}
order by {% for each in stored %}{{ ", " if not loop.first }}{{ each.column }} {{ each.order }}{% endfor %}
