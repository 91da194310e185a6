/*
about   = """
One row per measure and ordering: Kendall's tau-b of it with the ordering by all judgments; null if one of the two
ties all runs."""
formula = "(C - D) / sqrt((n(n-1)/2 - ties) (n(n-1)/2 - other ties))"
cite    = "Kendall, Rank Correlation Methods, 4th edition, Griffin 1970"
*/
select
    metric,
    ordering,
    -- the root of a product of whole numbers, so that two orderings that are the same have 1
    concordance / nullif(sqrt(untied::double * pooled_untied::double), 0) as value
from
    (
        select
            one.metric,
            one.ordering,
            sum(
                sign(one.place - two.place) * sign(one.pooled_rank - two.pooled_rank)
                order by one.run asc
            )::bigint as concordance,
            count(*) filter (one.place <> two.place) as untied,
            count(*) filter (one.pooled_rank <> two.pooled_rank) as pooled_untied
        from moved as one
        join moved as two on one.metric = two.metric and one.ordering = two.ordering and one.run < two.run
        where
            one.score is not null
            and one.pooled is not null
            and two.score is not null
            and two.pooled is not null
        group by all
    )
