/*
about = "One row per run, the least judged first: which share of the documents to a rank is judged, over all queries."
*/
select
    run,
    count(relevance) filter (rank <= 1) / nullif(count(*) filter (rank <= 1), 0) as judged_1,
    count(relevance) filter (rank <= 5) / nullif(count(*) filter (rank <= 5), 0) as judged_5,
    count(relevance) filter (rank <= 10) / nullif(count(*) filter (rank <= 10), 0) as judged_10,
    count(relevance) filter (rank <= 20) / nullif(count(*) filter (rank <= 20), 0) as judged_20,
    count(relevance) filter (rank <= 50) / nullif(count(*) filter (rank <= 50), 0) as judged_50,
    count(relevance) filter (rank <= 100) / nullif(count(*) filter (rank <= 100), 0) as judged_100,
    count(relevance) / count(*) as judged_all,
    max(rank) as deepest
from {{ retrieved }}
group by run
order by judged_10 asc nulls first, run asc
