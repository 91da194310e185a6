/*
about = "The relation of this name of sql/relations, over the judgments of an evaluation."
*/
{%- set qrels = "evalsql_judgments" %}
{% include "relations/recall_base.sql" %}
