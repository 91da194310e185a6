/*
about = """
One row per pair and resample of its differences less their mean: their own t, null if they are all the same, and the
mean and t of the resample."""
*/
select
    metric,
    run,
    other,
    mean,
    queries,
    case when variance > 1e-12 * list_dot_product(differences, differences) / queries
        then mean / sqrt(variance / queries)
    end as t,
    list_avg(sample) as drawn_mean,
    -- a sample whose values are all the same has t = 0
    case
        when list_var_samp(sample) > 1e-12 * list_dot_product(sample, sample) / queries
            then list_avg(sample) / sqrt(list_var_samp(sample) / queries)
        else 0
    end as drawn_t
from
    (
        select
            pairs.*,
            list_select(list_transform(differences, lambda difference: difference - mean), places) as sample
        from pairs
        join ({% include "scores/pairs/draws.sql" %}) using (queries)
    )
