/*
about = "One row per measure of the page: what it is, as the head of its metric says."
*/
with {{ asked }}

select
    measures.metric,
    measures.title,
    measures.about,
    measures.formula,
    measures.range_low,
    measures.range_high,
    measures.direction,
    measures.summary,
    measures.citation
from measures
join asked using (metric)
order by asked.place asc
