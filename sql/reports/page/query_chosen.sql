/*
about = "The queries whose rankings are shown if there are too many: those on which runs differ most by a measure."

[columns]
query_id = "the query"
*/
select query_id
from main.scores
where metric = {{ metric }}
group by query_id
order by max(value) - min(value) desc nulls last, query_id asc
limit {{ queries }}
