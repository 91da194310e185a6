/*
name     = "Utility"
title    = "Linear utility of a set"
family   = "utility"
about    = """
    What the documents are worth, retrieved or not, relevant or not, added up: as the TREC filtering tracks scored sets.
    What is not judged counts as not relevant."""
formula  = "a c(n) + b (n - c(n)) + c (R - c(n)) + d (N - n - R + c(n)); n documents retrieved, N in the collection"
range    = [-inf, inf]
better   = "higher"
cite     = "Hull, The TREC-7 Filtering Track: Description and Analysis, 1998."
monotone = false
needs    = "relevant"
ties     = "no order changes it"
peers    = { trec_eval = ["utility", "utility_{hit},{noise},{miss},{rest}"] }

[parameters]
hit   = { type = "DOUBLE", default = 1, about = "a: value of each relevant document retrieved" }
noise = { type = "DOUBLE", default = -1, about = "b: value of each other document retrieved" }
miss  = { type = "DOUBLE", default = 0, about = "c: value of each relevant document missed" }
rest  = { type = "DOUBLE", default = 0, about = "d: value of each other document not retrieved" }
size  = { type = "DOUBLE", default = 0, idle = "rest == 0", within = "[0, inf)", about = """
    N: number of documents in the collection; required if d is not 0""" }
rel   = { type = "relevance" }
*/
select
    run,
    query_id,
    $hit * num_rel_ret + $noise * (num_ret - num_rel_ret) + $miss * (num_rel - num_rel_ret)
    + case
        when $rest = 0 then 0
        when $size < num_ret + num_rel - num_rel_ret then error(
            'evalsql: the collection has at least ' || (num_ret + num_rel - num_rel_ret)
            || ' documents, those retrieved and missed; size is ' || $size
        )
        else $rest * ($size - num_ret - num_rel + num_rel_ret)
    end as value
from
    (
        select run, query_id, num_ret, coalesce(num_rel, 0) as num_rel, coalesce(num_rel_ret, 0) as num_rel_ret
        from topics
        left join
            (
                select run, query_id, count(*) as num_rel, count(rank) as num_rel_ret
                from judged
                where relevance >= $rel
                group by all
            )
            using (run, query_id)
    )
/*
example = [
    ["One of three retrieved is relevant: 1 - 2.", { ranking = [1, 0, "?"], missed = [1], value = -1 }],
    ["Two found, one not relevant, one missed, and six of ten are neither: 2 * 3 - 2 - 4 + 6 / 2.",
        { ranking = [1, 0, 1], missed = [1], value = 3 },
        { with = { hit = 3, noise = -2, miss = -4, rest = 0.5, size = 10 } }],
    ["Nothing is relevant, and so nothing is missed.", { ranking = [0, 0], with = { miss = -4 }, value = -2 }],
    ["All that there is was retrieved or missed.",
        { ranking = [1, 0], missed = [1], with = { rest = 1, size = 3 }, value = 0 }],
    ["Grade 1 is not relevant.", { ranking = [1, 2, 2], with = { rel = 2 }, value = 1 }],
]
*/
