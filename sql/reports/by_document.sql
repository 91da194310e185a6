/*
name  = "by_document"
about = """
    A row a document with a nugget, of each curve by its alpha: its nuggets, those of them that are new at its rank,
    and its alpha gain (equation 7 of Clarke et al.)."""
*/
from (
{%- for measure in measures %}
select
    run,
    query_id,
    {{ measure.text }} as metric,
    rank::integer as rank,
    doc_id,
    string_agg(subtopic, ', ' order by subtopic asc) as subtopics,
    coalesce(string_agg(subtopic, ', ' order by subtopic asc) filter (seen = 0), '') as new,
    sum(weight * pow(1 - {{ measure.alpha }}, seen) order by weight * pow(1 - {{ measure.alpha }}, seen) asc) as gain
from evalsql_nuggets
where seen >= 0 and rank <= {{ measure.k }}
group by run, query_id, rank, doc_id
{{ "union all" if not loop.last }}
{%- endfor %}
)
order by
    run asc,
    case metric{% for measure in measures %} when {{ measure.text }} then {{ loop.index }}{% endfor %} end asc,
    query_id asc,
    rank asc
