/*
about = "One row per board of a suite and run: percentile intervals of its macro mean and of its mean rank."

[columns]
metric     = "the board"
run        = "name of the run"
mean_lower = "the lower limit of the macro mean"
mean_upper = "the upper limit"
rank_lower = "the lower limit of the mean rank"
rank_upper = "the upper limit"
*/
select
    metric,
    run,
    {{ quantile("means", "(1 - $confidence) / 2") }} as mean_lower,
    {{ quantile("means", "(1 + $confidence) / 2") }} as mean_upper,
    {{ quantile("ranks", "(1 - $confidence) / 2") }} as rank_lower,
    {{ quantile("ranks", "(1 + $confidence) / 2") }} as rank_upper
from
    (
        select
            metric,
            run,
            list_sort(list(macro_mean)) as means,
            list_sort(list(mean_rank)) as ranks
        from suite_drawn
        group by all
    )
