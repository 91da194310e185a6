{#- A table macro over the relations that stand in the tables of an analysis database. -#}
create or replace macro {{ macro }}(
    {%- for parameter, default in parameters.items() %}
    {{ parameter }} := {{ default }}{{ "," if not loop.last }}
    {%- endfor %}
) as table
with
{%- for name, text in relations.items() %}
    {{ name }} as (
{{ text | indent(8, first=true) }}
        {%- if name == "_es_topics" and guards %}
        where
            {{ guards | join("\n            and ") }}
        {%- endif %}
    ),
{% endfor %}
    {% include "frames/values.sql" %}
