/*
name     = "infNDCG"
title    = "Inferred normalized discounted cumulative gain"
family   = "judgments"
about    = """
    Normalized discounted cumulative gain of all that is in the pool, estimated from a sample of it: documents are drawn
    from each stratum of the pool at a rate of its own. The judgments have a column stratum, and relevance -1 for what
    was not drawn. As in sample_eval.pl, whole documents make up the ideal ranking, each grade begins it where the
    estimated number of the higher ones ends, and has one document in it even below rank k. NIST's script has two forms:
    TRECVID's takes the estimated numbers as they are, TREC's (from October 2011 on) rounds each to a whole number."""
formula  = """
    infNDCG@k = Σ N/n Σ g(i) / log2(i + 1) over Σ g / log2(i + 1); of the first k documents N are of a stratum, n of
    them drawn, and the inner sum is over those; in the ideal ranking, each grade of gain g has as many documents as Σ
    N/n over its documents drawn, of the whole stratum"""
range    = [0, inf]
better   = "higher"
monotone = false
cite     = """
    Yilmaz, Kanoulas and Aslam, A simple and efficient sampling method for estimating AP and NDCG, SIGIR 2008,
    doi:10.1145/1390334.1390437; the form of NIST's sample_eval.pl."""
peers    = { sample_eval = "infNDCG" }

[parameters]
gains    = { type = "gains" }
k        = { type = "cutoff", default = 1000, about = "number of documents of a ranking that count" }
rounding = { type = "VARCHAR", default = "none", one_of = ["none", "nearest"], about = """
    whether the estimated number of documents per grade is rounded, halves up: none, as in TRECVID's script; nearest,
    as in TREC's""" }
*/
with
    found as (
        select
            run,
            query_id,
            stratum,
            count(*) as documents,
            count(*) filter (relevance >= 0) as drawn,
            sum({{ gain() }} / log2(rank + 1) order by rank asc) as dcg
        from sampled
        where rank <= $k
        group by all
    ),

    pools as (
        select
            query_id,
            stratum,
            sum(documents::bigint)::double as pooled,
            sum(documents::bigint) filter (relevance >= 0) as drawn
        from strata
        group by all
    ),

    drawn_by_gain as (
        select query_id, stratum, {{ gain() }} as gained, sum(documents::bigint) as documents
        from strata
        where {{ gain() }} > 0
        group by all
    ),

    -- each document drawn stands for others of its stratum
    grades as (
        select
            query_id,
            gained,
            case when $rounding = 'nearest' then floor(estimated + 0.5) else estimated end as documents
        from
            (
                select query_id, gained, sum(documents * pooled / drawn order by stratum asc) as estimated
                from drawn_by_gain
                join pools using (query_id, stratum)
                group by all
            )
    ),

    ideal as (
        select query_id, gained, documents, above, unnest(generate_series(1, documents::bigint)) as nth
        from
            (
                select
                    grades.query_id,
                    grades.gained,
                    grades.documents,
                    coalesce(sum(higher.documents order by higher.gained desc), 0) as above
                from grades
                left join grades as higher on higher.query_id = grades.query_id and higher.gained > grades.gained
                group by all
            )
    )

select run, query_id, sum(documents * dcg / drawn order by stratum asc) / any_value(ideal_dcg) as value
from found
join
    (
        select query_id, sum(gained / log2(above + nth + 1) order by gained desc, nth asc) as ideal_dcg
        from ideal
        where above + nth <= above + documents and (above + nth - 1 < $k or nth = 1)
        group by all
    )
    using (query_id)
where drawn > 0
group by all
/*
example = [
    ["""Strata x, of 4 documents 2 drawn, and y, of 5 all. The ideal ranking has 4/2 of gain 3, 4/2 + 1 of gain 2 and 3
        of gain 1. Found: 2 of x, one drawn, 2 x 2 / log2(2); 2 of y, 1 / log2(4).""",
        { ranking = [2, -1, 1, 0], missed = [3, -1, 2, 1, 1], strata = ["x", "x", "y", "y", "x", "x", "y", "y",
            "y"], value = 0.527373411 }],
    ["Of 3 documents 2 are drawn, so that 3/2 are relevant: 2 x 1 / 1.",
        { ranking = [1, -1], missed = [0], strata = ["x", "x", "x"], value = 2 }],
    ["As TREC has it, 2 are: 2 / 1.630930.",
        { ranking = [1, -1], missed = [0], strata = ["x", "x", "x"], value = 1.226294 },
        { with = { rounding = "nearest" } }],
    ["With other gains.",
        { ranking = [2, -1, 1, 0], missed = [3, -1, 2, 1, 1], strata = ["x", "x", "y", "y", "x", "x", "y", "y",
            "y"], with = { gains = "0-3-1-5" }, value = 0.266926124 }],
    ["By rank 1 the ideal ranking has one document of each grade, one at rank 3 and one at rank 6.",
        { ranking = [2, -1, 1, 0], missed = [3, -1, 2, 1, 1], strata = ["x", "x", "y", "y", "x", "x", "y", "y",
            "y"], with = { k = 1 }, value = 0.459114986 }],
    ["By rank 4.",
        { ranking = [2, -1, 1, 0], missed = [3, -1, 2, 1, 1], strata = ["x", "x", "y", "y", "x", "x", "y", "y",
            "y"], with = { k = 4 }, value = 0.632880277 }],
    ["All are judged, so it is nDCG.",
        { ranking = [1, 0, 1], missed = [1, 0], strata = ["a", "a", "a", "a", "a"], value = 0.703918089 }],
    ["The ideal ranking has 4 of the 4 2/3 documents of gain 1, below 1 of the 1 1/3 of gain 2.",
        { ranking = [1, -1, 0, 2, "?", 1], missed = [1, -1, 0, -1], strata = ["a", "a", "b", "b", "?", "a", "b", "b",
            "a", "a"], value = 0.754468804 }],
    ["Of strata b and c none was drawn, so that their documents stand for nothing.",
        { ranking = [1, -1, -1, 1], missed = [-1, 1], strata = ["a", "c", "b", "a", "c", "a"], value = 0.671386073 }],
    ["Two grades of one gain are one.",
        { ranking = [2, -1, 1, 0], missed = [3, -1, 2, 1, 1], strata = ["x", "x", "y", "y", "x", "x", "y", "y",
            "y"], with = { gains = "0-1-1-1" }, value = 0.632356757 }],
]
*/
