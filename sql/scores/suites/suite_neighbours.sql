/*
about   = """
One row per board of a suite and run that has all collections, but the last: how it compares with the next. Two are told
apart where the interval of the difference of their macro means, over resamples of collections and their queries, leaves
out 0."""
formula = """
the quantiles of mean_i(b) - mean_j(b) over resamples b; p = 2 min(#(difference <= 0), #(difference >= 0)) / B"""

[columns]
metric          = "the board"
run             = "name of the run"
other           = "the run below it"
difference      = "of their macro means"
lower           = "the lower limit of its interval"
upper           = "the upper limit"
p_bootstrap     = "how often resamples are on the other side of 0, twice"
rank_difference = "of their mean ranks"
told_apart      = "whether the interval leaves out 0"
*/
with
paired as (
    select
        one.metric,
        one.run,
        two.run as other,
        one.macro_mean - two.macro_mean as difference,
        two.mean_rank - one.mean_rank as rank_difference,
        one.place
    from suite_standings as one
    join suite_standings as two on two.metric = one.metric and two.place = one.place + 1
),

resampled as (
    select
        paired.metric,
        paired.run,
        paired.other,
        list_sort(list(round(one.macro_mean - two.macro_mean, 12))) as differences
    from paired
    join suite_drawn as one on one.metric = paired.metric and one.run = paired.run
    join suite_drawn as two
        on two.metric = paired.metric and two.run = paired.other and two.resample = one.resample
    group by paired.metric, paired.run, paired.other
),

limited as (
    select
        metric,
        run,
        other,
        {{ quantile("differences", "(1 - $confidence) / 2") }} as lower,
        {{ quantile("differences", "(1 + $confidence) / 2") }} as upper,
        least(
            1,
            2 * least(
                len(list_filter(differences, lambda each: each <= 0)),
                len(list_filter(differences, lambda each: each >= 0))
            ) / len(differences)
        ) as p_bootstrap
    from resampled
)

select
    metric,
    run,
    other,
    difference,
    lower,
    upper,
    p_bootstrap,
    rank_difference,
    coalesce(lower > 0 or upper < 0, false) as told_apart,
    place
from paired
left join limited using (metric, run, other)
