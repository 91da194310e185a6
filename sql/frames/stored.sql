{#- A table macro over the relations that stand in the tables of an analysis database. Its guards stand beside each of them, so that
    they speak before the body does. -#}
create or replace macro {{ macro }}(
    {%- for parameter, default in parameters.items() %}
    {{ parameter }} := {{ default }}{{ "," if not loop.last }}
    {%- endfor %}
) as table
with
{%- for name, text in relations.items() %}
    {{ name }} as (
{{ text | indent(8, first=true) }}
        {%- if name in tables and guards %}
        where
            {{ guards | join("\n            and ") }}
        {%- endif %}
    ),
{% endfor %}
    {% include "frames/values.sql" %}
