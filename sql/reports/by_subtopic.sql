/*
name  = "by_subtopic"
about = """
    A row a nugget met, of each curve by its alpha: at which rank, in which document, how often it was met above (0:
    it is new), and what it adds to the alpha gain there (a term of equation 7 of Clarke et al.)."""
*/
from (
{%- for measure in measures %}
select
    run,
    query_id,
    {{ measure.text }} as metric,
    rank::integer as rank,
    doc_id,
    subtopic,
    seen::integer as seen,
    weight * pow(1 - {{ measure.alpha }}, seen) as gain
from evalsql_nuggets
where seen >= 0 and rank <= {{ measure.k }}
{{ "union all" if not loop.last }}
{%- endfor %}
)
order by
    run asc,
    case metric{% for measure in measures %} when {{ measure.text }} then {{ loop.index }}{% endfor %} end asc,
    query_id asc,
    rank asc,
    subtopic asc
