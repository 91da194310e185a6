/*
name  = "crossed_judgments"
about = """
One row per relevance in the set of judgments $qrels and relevance in the set $other, the highest first and unjudged
last: how many documents have these.
"""
*/
with
    pair as (
        select relevance, other_relevance, documents
        from crossed
        where qrels = $qrels and other = $other
    ),
    lines as (select distinct relevance from pair),
    columns as (select distinct other_relevance from pair)

select
    lines.relevance,
    columns.other_relevance,
    case
        when lines.relevance is not null or columns.other_relevance is not null then coalesce(documents, 0)
    end as value
from lines
cross join columns
left join pair on
    pair.relevance is not distinct from lines.relevance
    and pair.other_relevance is not distinct from columns.other_relevance
order by lines.relevance desc nulls last, columns.other_relevance desc nulls last
