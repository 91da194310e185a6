/*
name    = "RnDCG"
title   = "nDCG averaged over the depths of the ideal grades"
family  = "gain"
about   = """
    nDCG at each depth at which the ideal ranking goes on to a lower gain, and, if more was retrieved, at the end of
    the ranking, averaged."""
formula = """
    1/|D| Σ DCG@d / DCG*@d over d in D: how many documents gain at least g, for each gain g > 0, and n where it exceeds
    the last of these by more than 1"""
range   = [0, 1]
better  = "higher"
cite    = "trec_eval, m_Rndcg.c: https://github.com/usnistgov/trec_eval"
needs   = "relevant"
peers   = { trec_eval = ["Rndcg", "Rndcg_{gains}"] }

[parameters]
gains = { type = "gains" }
rel   = { type = "DOUBLE", default = 0, about = """
    if no document of the query has at least this relevance, the value is 0""" }
*/
with
    levels as (
        select query_id, ideal_gain, max(ideal_rank) as depth, max(ideal_cg) as best
        from ({{ ideal() }})
        join ({{ ideal_vector('log2(ideal_rank + 1)') }}) using (query_id, ideal_rank)
        where ideal_gain > 0 and query_id in (select query_id from recall_base where relevance >= $rel)
        group by all
    ),

    depths as (
        select run, query_id, depth, best
        from topics
        join levels using (query_id)
        union all
        select run, query_id, num_ret, best
        from topics
        join (select query_id, max(depth) as depth, max(best) as best from levels group by all) using (query_id)
        where num_ret > depth + 1
    )

select run, query_id, avg(least(dcg / best, 1) order by depth asc) as value
from
    (
        select
            run,
            query_id,
            depth,
            best,
            coalesce(sum(gained / log2(rank + 1) order by rank asc) filter (rank <= depth), 0) as dcg
        from depths
        join (select run, query_id, rank, {{ gain() }} as gained from judged where {{ gain() }} <> 0)
            using (run, query_id)
        group by run, query_id, depth, best
    )
group by all
/*
example = [
    ["Two grades: at 1, 1 / 2; at 3, (1 + 2 / log2(3)) / (2 + 1 / log2(3) + 1 / 2).",
        { ranking = [1, 2, 0], missed = [1], value = 0.611212 }],
    ["Four are retrieved, more than one beyond the last depth, 2: (1 / 1.630930 + 1.430677 / 1.630930) / 2.",
        { ranking = [1, 0, "?", 1], value = 0.745181 }],
    ["Three are not: 1 / 1.630930.", { ranking = [1, 0, 0], missed = [1], value = 0.613147 }],
    ["Two are retrieved, no more than one beyond depth 1: 0.", { ranking = [0, 1], value = 0 }],
    ["At 1, 1 / 2; at 2, 1 / 2.630930; at the end, 1.861353 / 2.630930.", { ranking = [1, 0, 0, 2], value = 0.529194 }],
    ["Nothing judged stands by depth 1; at 2, 1.261860 / 2.630930.",
        { ranking = ["?", 2], missed = [1], value = 0.239812 }],
    ["Nothing is found.", { ranking = [0], missed = [1], value = 0 }],
    ["Gains 10 and 1: at 1, 1 / 10; at 2, 7.309298 / 10.630930.",
        { ranking = [1, 2], with = { gains = "0-1-10" }, value = 0.393775 }],
    ["Grade 1 gains nothing, and makes no depth: at 1, 0; at the end, .630930.",
        { ranking = [1, 2, 0, 0], with = { gains = "0-0-1" }, value = 0.315465 }],
    ["Grades that gain the same are one depth: 1.630930 / 1.630930.",
        { ranking = [1, 2], with = { gains = "0-1-1" }, value = 1 }],
    ["No document has relevance 2.", { ranking = [1, 0], with = { rel = 2 }, value = 0 }],
    ["One has it: 1 / 2, as without rel, since only two are retrieved.",
        { ranking = [1, 2], with = { rel = 2 }, value = 0.68 }],
    ["All that there is, of one grade: 1, though rounding makes it 1.0000000000000002.",
        { ranking = [3, 3, 3, 3, 3], value = 1.0000000000000000 }],
]
*/
