/*
name  = "nugget_base"
about = "The relation of this name of sql/relations, over the judgments of an evaluation."
*/
{%- set subtopics = "evalsql_subtopics" %}
{% include "relations/nugget_base.sql" %}
