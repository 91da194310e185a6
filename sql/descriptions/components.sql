/*
name    = "components"
about   = """
Three rows per measure: how much of the variance of scores is between queries, between runs, and left over, which is the
interaction of the two and noise, over the queries that every run has a value for. Queries and runs are both taken for
samples (analysis of variance without replication); a variance that is estimated below 0 counts as 0. Null with fewer than
two queries or runs.
"""
formula = "query: (MSQ - MSE) / runs; run: (MSR - MSE) / queries; interaction: MSE"
cite    = "Tague-Sutcliffe and Blustein, TREC-3, NIST SP 500-225, 1995; Searle, Casella and McCulloch, Variance Components, Wiley 1992"
*/
with
    by_query as (select metric, query_id, avg(value order by run asc) as query_mean from blocks group by all),
    by_run as (select metric, run, avg(value order by query_id asc) as run_mean from blocks group by all),

    sized as (
        select metric, count(distinct run) as runs, count(distinct query_id) as queries, avg(value order by query_id asc, run asc) as total
        from blocks
        group by all
    ),

    -- rounded, so that what is the same does not differ by how it was added up
    spread as (
        select
            metric,
            runs,
            queries,
            sum(pow(round(query_mean - total, 14), 2) order by query_id asc, run asc) as ssq,
            sum(pow(round(run_mean - total, 14), 2) order by query_id asc, run asc) as ssr,
            sum(pow(round(value - query_mean - run_mean + total, 14), 2) order by query_id asc, run asc) as sse
        from blocks
        join by_query using (metric, query_id)
        join by_run using (metric, run)
        join sized using (metric)
        group by all
    ),

    estimated as (
        select
            metric,
            runs,
            queries,
            sse / nullif((runs - 1) * (queries - 1), 0) as mse,
            [
                {'source': 'query', 'df': queries - 1, 'squares': ssq, 'variance': greatest(ssq / nullif(queries - 1, 0) - mse, 0) / runs},
                {'source': 'run', 'df': runs - 1, 'squares': ssr, 'variance': greatest(ssr / nullif(runs - 1, 0) - mse, 0) / queries},
                {'source': 'interaction', 'df': (runs - 1) * (queries - 1), 'squares': sse, 'variance': mse}
            ] as sources,
            sources[1].variance + sources[2].variance + sources[3].variance as whole
        from spread
    )

select
    metric,
    found.source,
    found.df,
    found.squares as sum_of_squares,
    found.squares / nullif(found.df, 0) as mean_square,
    case when mse is not null then found.variance end as variance,
    case when mse is not null then found.variance / nullif(whole, 0) end as share,
    queries,
    runs
from (select metric, runs, queries, mse, whole, unnest(sources) as found from estimated)
join asked using (metric)
order by asked.place asc, case found.source when 'query' then 1 when 'run' then 2 else 3 end asc
