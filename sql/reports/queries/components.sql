/*
about   = """
Three rows per measure: how much of the variance of scores is between queries, between runs, and left over, which is the
interaction of the two and noise, over the queries that every run has a value for. Queries and runs are both taken for
samples (analysis of variance without replication); a variance that is estimated below 0 counts as 0. Null with fewer
than two queries or runs."""
formula = "query: (MSQ - MSE) / runs; run: (MSR - MSE) / queries; interaction: MSE"
cite    = """
Tague-Sutcliffe and Blustein, TREC-3, NIST SP 500-225, 1995; Searle, Casella and McCulloch, Variance Components, Wiley
1992"""
*/
with estimated as (
    select
        metric,
        runs,
        queries,
        error_variance,
        greatest(query_variance - error_variance, 0) / runs as query_part,
        greatest(run_variance - error_variance, 0) / queries as run_part,
        [
            {'source': 'query', 'df': queries - 1, 'squares': query_squares, 'variance': query_part},
            {'source': 'run', 'df': runs - 1, 'squares': run_squares, 'variance': run_part},
            {'source': 'interaction', 'df': error_df, 'squares': error_squares, 'variance': error_variance}
        ] as sources
    from variances
)

select
    metric,
    found.source,
    found.df,
    found.squares as sum_of_squares,
    found.squares / nullif(found.df, 0) as mean_square,
    case when error_variance is not null then found.variance end as variance,
    case
        when error_variance is not null
            then found.variance / nullif(query_part + run_part + error_variance, 0)
    end as share,
    queries,
    runs
from (select *, unnest(sources) as found from estimated)
join asked using (metric)
order by asked.place asc, case found.source when 'query' then 1 when 'run' then 2 else 3 end asc
