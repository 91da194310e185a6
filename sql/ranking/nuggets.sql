/*
name  = "nuggets"
about = "The relation of this name of sql/relations, over the documents that were found in a pass."
*/
{%- set subtopics = "evalsql_subtopics" %}
with retrieved as not materialized (from evalsql_retrieved)
from (
{% include "relations/nuggets.sql" %}
)
