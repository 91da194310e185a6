/*
about = """
The relation of this name of sql/relations: the documents found, each with its rank. A table if all are wanted, or
those with subtopics, and else what judged is made of."""
*/
select
    run,
    rankings.query_id,
    {%- if whole or by_subtopic or sampled %}
    {{ "found" if whole else "judgments" }}.doc_id,
    {%- endif %}
    coalesce(place, n) - first + 1 as rank,
    {%- if scores %}
    score,
    coalesce(head, n) - first + 1 as tied_from,
    {{ "least(coalesce(tail, n) - first + 1, $depth)" if depth else "coalesce(tail, n) - first + 1" }} as tied_to,
    {%- endif %}
    relevance,
    gain
from evalsql_found as found
join evalsql_run_queries as rankings using (ranking)
{{ "left join" if whole else "join" }}
    {{ "evalsql_judgments" if nonrelevant else "(from evalsql_judgments where relevance > 0)" }} as judgments
    using (judgment)
left join evalsql_reordered using (n)
{{ "where coalesce(place, n) - first < $depth" if depth }}
