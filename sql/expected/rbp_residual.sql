/*
name    = "RBP_residual"
about   = """
    Documents of the same score share evenly what their ranks are worth. That all retrieved are judged, as beyond
    asks, a cutoff among tied documents leaves to chance."""
formula = """
    E[RBP_residual@k] = 1 - (1 - p) Σ m(i) p^(i - 1), i = 1..k; m(i) is the share judged of the documents of the
    score at rank i"""
cite    = "Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.7. doi:10.1145/1416950.1416952"
*/
with
    -- how likely a rank is judged, and how likely where all above it are
    ranks_judged as (
        select
            run,
            query_id,
            rank,
            known / (tied_to - tied_from + 1) as share,
            greatest(known - (rank - tied_from), 0) / (tied_to - rank + 1) as also
        from
            (
                select *, unnest(range(tied_from, tied_to + 1)) as rank
                from
                    (
                        select run, query_id, tied_from, tied_to, count(*) as known
                        from judged
                        where relevance >= 0 and rank is not null
                        group by all
                    )
            )
        where rank <= $k
    )

select
    run,
    query_id,
    1 - (1 - $p) * coalesce(sum(pow($p, rank - 1) * share order by rank asc), 0)
    - case
        when $beyond = 'trec_eval' and count(rank) = least(any_value(num_ret), $k)
            then pow($p, count(rank)) * coalesce(list_product(list(also order by rank asc)), 1)
        else 0
    end as value
from topics
left join ranks_judged using (run, query_id)
group by all
/*
example = [
    ["Two of three tied documents are unjudged: 1 - 1/2 - (1/4 + 1/8 + 1/16) / 3.",
        { ranking = [1, "?", 0, "?"], scores = [2, 1, 1, 1], with = { p = 0.5 }, value = 0.354167 }],
    ["Of two tied documents one is judged, and half of the time all down to the cutoff are: (0 + 1) / 2.",
        { ranking = [1, "?"], scores = [1, 1], with = { p = 0.5, k = 1, beyond = "trec_eval" }, value = 0.5 }],
]
*/
