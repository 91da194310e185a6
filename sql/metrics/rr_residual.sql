/*
name       = "RR_residual"
title      = "Residual of reciprocal rank"
family     = "first"
about      = """
    How far reciprocal rank could still rise, were the first unjudged document relevant, or the first beyond the
    ranking. A negative relevance counts as unjudged."""
formula    = """
    RR_residual@k = 1/u - 1/r1, not below 0; u the first rank <= k that is unjudged or beyond the ranking, r1 the
    first <= k with rel(i) = 1; nothing for one there is not"""
range      = [0, 1]
better     = "lower"
when_empty = 1
cite       = """
    Moffat and Zobel, ACM TOIS 27(1), 2008, section 4.4. doi:10.1145/1416950.1416952 There the residual is that of
    RBP."""
papers     = ["Moffat and Zobel 2008"]

[parameters]
rel = { type = "relevance" }
k   = { type = "cutoff" }
*/
with
    firsts as (
        select run, query_id, min(rank) filter (relevance >= $rel) as first_relevant
        from judged
        where relevance >= 0 and rank <= $k
        group by all
    ),

    -- judged documents are numbered as they are ranked; below the first relevant one, no other could do better
    numbered as (
        select
            run,
            query_id,
            rank,
            first_relevant,
            row_number() over (partition by run, query_id order by rank asc) as place
        from judged
        join firsts using (run, query_id)
        where relevance >= 0 and rank <= coalesce(first_relevant, $k)
    ),

    ranks_judged as (
        -- down to the first that is not
        select
            run,
            query_id,
            coalesce(max(rank) filter (rank = place), 0) as unbroken,
            any_value(first_relevant) as first_relevant
        from numbered
        group by all
    )

select
    run,
    query_id,
    greatest(case when unbroken < $k then 1 / (unbroken + 1) else 0 end - coalesce(1 / first_relevant, 0), 0) as value
from ranks_judged
/*
example = [
    ["Unjudged at rank 2, relevant at rank 4: 1/2 - 1/4.", { ranking = [0, "?", 0, 1], value = 0.25 }],
    ["Nothing is unjudged above the first relevant document.", { ranking = [0, 1, "?"], value = 0 }],
    ["Nothing relevant, and the ranking ends after two documents: 1/3.",
        { ranking = [0, 0], missed = [1], value = 0.333333 }],
    ["To rank 2 all is judged and not relevant, so nothing could change.",
        { ranking = [0, 0, "?"], with = { k = 2 }, value = 0 }],
    ["Nothing retrieved.", { ranking = [], missed = [1], value = 1 }],
    ["A negative relevance means unjudged: with rank 1 relevant, 1, not 1/2.", { ranking = [-1, 1, 1], value = 0.5 }],
    ["Relevant just at the cutoff, after one that is not judged: 1 in place of 1/2.",
        { ranking = ["?", 1], with = { k = 2 }, value = 0.5 }],
    ["Relevant just below the cutoff, which does not count: 1 in place of 0.",
        { ranking = ["?", 0, 1], with = { k = 2 }, value = 1 }],
]
*/
