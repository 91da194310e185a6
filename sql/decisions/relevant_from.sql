/*
name     = "relevant_from"
decision = "relevance"
choice   = "{value} and above is relevant, all alike"
of       = "qrels"
place    = 40
about    = "A document is relevant or not: relevance has one level, from this grade on."
values   = "levels"
*/
select * replace ((relevance >= {{ value }})::double as relevance, null as gain)
from told_qrels
where copy = 1
