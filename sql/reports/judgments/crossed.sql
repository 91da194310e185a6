/*
about = "The report of the relation crossed: a row two sets of judgments and relevance in each."
*/
select *
from crossed
order by qrels asc, other asc, relevance desc nulls last, other_relevance desc nulls last
