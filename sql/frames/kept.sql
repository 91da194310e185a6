{#-
A relation that stands in a table of an analysis database: with ranks as wide as those of the batch, and ids that are
compared by their bytes. A macro finds tables where its caller is, so the caller may say in which database it is to
look. A name with its database is not taken for a common table expression of the client, or a temporary table.
-#}
{%- set ids = ["query_id", "doc_id", "subtopic", "judge", "subgroup", "stratum"] -%}
{%- set columns = {
    "retrieved": ["rank", "tied_from", "tied_to", "doc_id"],
    "judged": ["rank", "tied_from", "tied_to"],
    "nugget_base": ["doc_id", "subtopic"],
    "judges": ["judge"],
    "opinions": ["doc_id", "judge", "subgroup"],
    "nuggets": ["rank", "doc_id", "subtopic"],
    "sampled": ["rank", "stratum"],
    "strata": ["stratum"],
    "document_costs": ["query_id", "doc_id"],
}[name] | default([]) -%}
select *
    {%- if columns %} replace (
    {%- for column in columns %}
    {{ column }}{{ ' collate "binary"' if column in ids else "::bigint" }} as {{ column }}
    {{- "," if not loop.last }}
    {%- endfor %}
)
    {%- endif %}
from query_table({{ database }} || '.{{ table }}')
