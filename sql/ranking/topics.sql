/*
about = """
The relation of this name of sql/relations: the runs of a pass and the queries to be scored, and what is counted."""
*/
select
    run,
    query_id,
    {{ "least(num_ret, $depth)" if depth else "num_ret" }} as num_ret,
    num_judged_nonrel,
    sum_score,
    min_score,
    max_score
from evalsql_run_queries
join
    (select query_id, count(*) filter (relevance = 0) as num_judged_nonrel from evalsql_judgments group by all)
    using (query_id)
{%- if whole %}
left join
    (
        select
            rankings.ranking,
            sum(score order by score asc) as sum_score,
            min(score) as min_score,
            max(score) as max_score
        from {{ runs }} as runs
        join evalsql_run_queries as rankings on rankings.run = runs.run and rankings.query_id = runs.query_id
        {{ "where n - first < $depth" if depth }}
        group by all
    )
    using (ranking)
{%- else %}
cross join (select null::double as sum_score, null::double as min_score, null::double as max_score)
{%- endif %}
