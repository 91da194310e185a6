{#-
A table macro over the relations that stand in the tables of an analysis database. Every table is read only if there is
a row of its mark, and there the guards stand: so they speak before the body does. It gives nothing of another build's
tables: there, nothing is called as its mark is, and the mark is looked for first, since its name says what to do.
-#}
create or replace macro {{ macro }}(
    {%- for parameter, default in parameters.items() %}
    {{ parameter }} := {{ default }},
    {%- endfor %}
    database := null
) as table
with
    _es_own as (
        from query_table({{ database }} || '.' || {{ mark }})
        where
            {{ guards | join("\n            and ") }}
    ),
{% for name, text in relations.items() %}
    {{ name }} as (
{{ text | indent(8, first=true) }}
        {%- if name in tables %}
        where exists (from _es_own)
        {%- endif %}
    ),
{% endfor %}
    {% include "frames/values.sql" %}
