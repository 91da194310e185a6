/*
of    = "means"
title = "variance between runs, queries and trials"
about = """
One row per measure: what share of the variance of a score is owed to the run, to the query, to how hard a query is for
a run, to the trial (one better for all queries) and to chance; and how far the interval of a run's mean reaches with
as many trials, twice as many, and any number. By the analysis of variance with random effects, of trials within runs
and crossed with queries: expected mean squares are solved for the components, and one below 0 counts as 0. It looks at
runs of several trials, as many of each as the one with the fewest has, and queries for which all have a value."""
formula = """
e = MS_e, t = (MS_t - MS_e) / Q, rq = (MS_rq - MS_e) / T, q = (MS_q - MS_rq) / (R T), r = (MS_r - MS_t - MS_rq + MS_e) /
(Q T); margin t' sqrt((q + rq) / Q + t / T + e / (Q T)), t' the quantile of Satterthwaite's degrees of freedom; R runs,
Q queries, T trials"""
cite = """
Searle, Casella and McCulloch, Variance Components, Wiley 1992, chapter 4; Bodoff and Li, SIGIR 2007,
doi:10.1145/1277741.1277796; Satterthwaite, Biometrics Bulletin 2(6), 1946, doi:10.2307/3002019"""

[columns]
metric       = "the measure"
runs         = "how many runs have several trials"
trials       = "how many trials of each are looked at"
queries      = "how many queries"
of_runs      = "share of the variance between runs; null, as of_both, if one run has several trials"
of_queries   = "between queries"
of_both      = "of the interaction: a query that is harder for one run than for another"
of_trials    = "between trials of a run, over all queries"
of_rest      = "between trials of a run, from query to query"
variance     = "of a score of one trial; what these are shares of"
margin       = "how far the interval of a run's mean reaches to either side, if queries and trials are samples"
margin_twice = "the same with twice as many trials"
margin_most  = "the same with any number of trials"
*/
with
valued as (
    select metric, run, trial, query_id, case when logs then {{ log_of("value") }} else value end as value
    from trial_scores
    join asked using (metric)
    where value is not null
),

numbered as (
    select *, dense_rank() over (partition by metric, run order by trial asc) as number
    from valued
),

several as (
    select metric, run, max(number) as trials
    from numbered
    group by metric, run
    having max(number) > 1
),

sizes as (select metric, count(*) as runs, min(trials) as trials from several group by metric),

kept as (
    select numbered.*, runs, trials
    from numbered
    semi join several using (metric, run)
    join sizes using (metric)
    where number <= trials
),

met as (
    select *
    from kept
    semi join
        (
            select metric, query_id
            from kept
            group by metric, query_id
            having count(*) = any_value(runs * trials)
        )
        using (metric, query_id)
),

run_means as (
    select metric, run, avg(value order by query_id asc, trial asc) as of_run
    from met
    group by metric, run
),

trial_means as (select metric, trial, avg(value order by query_id asc) as of_trial from met group by metric, trial),

query_means as (
    select metric, query_id, avg(value order by run asc, trial asc) as of_query
    from met
    group by metric, query_id
),

cell_means as (
    select metric, run, query_id, avg(value order by trial asc) as of_cell
    from met
    group by metric, run, query_id
),

totals as (
    select
        metric,
        count(distinct query_id) as queries,
        avg(value order by run asc, query_id asc, trial asc) as mean
    from met
    group by metric
),

squares as (
    select
        metric,
        runs,
        trials,
        queries,
        sum(pow(of_run - mean, 2) order by run asc, query_id asc, trial asc) / nullif(runs - 1, 0) as runs_ms,
        sum(pow(of_trial - of_run, 2) order by run asc, query_id asc, trial asc) / (runs * (trials - 1)) as trials_ms,
        sum(pow(of_query - mean, 2) order by run asc, query_id asc, trial asc) / nullif(queries - 1, 0) as queries_ms,
        sum(pow(of_cell - of_run - of_query + mean, 2) order by run asc, query_id asc, trial asc)
        / nullif((runs - 1) * (queries - 1), 0) as both_ms,
        sum(pow(value - of_trial - of_cell + of_run, 2) order by run asc, query_id asc, trial asc)
        / nullif(runs * (trials - 1) * (queries - 1), 0) as rest_ms
    from met
    join totals using (metric)
    join run_means using (metric, run)
    join trial_means using (metric, trial)
    join query_means using (metric, query_id)
    join cell_means using (metric, run, query_id)
    group by metric, runs, trials, queries
),

solved as (
    select
        *,
        greatest(0, coalesce((runs_ms - trials_ms - both_ms + rest_ms) / (queries * trials), 0)) as of_runs,
        greatest(0, (queries_ms - coalesce(both_ms, rest_ms)) / (runs * trials)) as of_queries,
        greatest(0, coalesce((both_ms - rest_ms) / trials, 0)) as of_both,
        greatest(0, (trials_ms - rest_ms) / queries) as of_trials,
        rest_ms as of_rest,
        -- the mean over the runs of the variance of their queries' means, by as many trials
        (queries_ms + (runs - 1) * coalesce(both_ms, 0)) / runs as within_ms,
        greatest(0, trials_ms - rest_ms) as excess
    from squares
    where queries > 1
),

reaches as (
    select
        *,
        of_runs + of_queries + of_both + of_trials + of_rest as variance,
        {{ t_quantile("(1 + $confidence) / 2", "case when excess > 0
            then pow(within_ms + excess, 2) / (
                pow(within_ms, 2) / (queries - 1)
                + pow(trials_ms, 2) / (runs * (trials - 1))
                + pow(rest_ms, 2) / (runs * (trials - 1) * (queries - 1))
            )
            else queries - 1e0 end") }} as quantile,
        greatest(0, within_ms - rest_ms) / (queries * trials) as lasting,
        (excess + rest_ms) / queries as passing
    from solved
)

select
    metric,
    runs,
    trials,
    queries,
    case when runs > 1 then of_runs / nullif(variance, 0) end as of_runs,
    of_queries / nullif(variance, 0) as of_queries,
    case when runs > 1 then of_both / nullif(variance, 0) end as of_both,
    of_trials / nullif(variance, 0) as of_trials,
    of_rest / nullif(variance, 0) as of_rest,
    variance,
    quantile * sqrt(lasting + passing / trials) as margin,
    quantile * sqrt(lasting + passing / (2 * trials)) as margin_twice,
    quantile * sqrt(lasting) as margin_most
from reaches
join asked using (metric)
order by asked.place asc
