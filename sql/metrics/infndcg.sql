/*
name     = "infNDCG"
title    = "Inferred normalized discounted cumulative gain"
family   = "judgments"
about    = """
    Normalized discounted cumulative gain of all that is in the pool, estimated from a sample of it: documents are drawn
    from each stratum of the pool at a rate of its own. The judgments have a column stratum, and relevance -1 for what
    was not drawn. As in sample_eval.pl, whole documents make up the ideal ranking, each grade begins it where the
    estimated number of the higher ones ends, and has one document in it even below rank k."""
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

[parameters]
gains = { type = "gains" }
k     = { type = "cutoff", default = 1000, about = "how many documents of a ranking count" }

[peers]
sample_eval = "infNDCG"
*/
with
    found as (
        select
            run,
            query_id,
            stratum,
            count(*) as documents,
            count(*) filter (relevance >= 0) as drawn,
            sum({{ gain() }} / log2(rank + 1) order by rank asc) filter (relevance > 0) as dcg
        from sampled
        where rank <= $k
        group by all
    ),

    pools as (
        select query_id, stratum, sum(documents)::double as pooled, sum(documents) filter (relevance >= 0) as drawn
        from strata
        group by all
    ),

    -- of each stratum and gain as many as were drawn, times what each stands for
    grades as (
        select query_id, gained, sum(documents * pooled / drawn order by stratum asc) as documents
        from
            (
                select query_id, stratum, {{ gain() }} as gained, sum(documents)::double as documents
                from strata
                where relevance > 0 and {{ gain() }} > 0
                group by all
            )
        join pools using (query_id, stratum)
        group by all
    ),

    places as (
        select
            grades.query_id,
            grades.gained,
            grades.documents,
            coalesce(sum(higher.documents order by higher.gained desc), 0) as above
        from grades
        left join grades as higher on higher.query_id = grades.query_id and higher.gained > grades.gained
        group by all
    ),

    ideal as (
        select query_id, gained, above, unnest(range(1, least(documents + 1, $k + 1::bigint)::bigint + 1)) as nth
        from places
    )

select run, query_id, sum(documents * dcg / drawn order by stratum asc) / any_value(ideal_dcg) as value
from found
join
    (
        select query_id, sum(gained / log2(above + nth + 1) order by gained desc, nth asc) as ideal_dcg
        from ideal
        join places using (query_id, gained, above)
        where above + nth <= above + documents and (above + nth - 1 < $k or nth = 1)
        group by all
    )
    using (query_id)
where dcg > 0
group by all
/*
[[example]]
about = "x"
ranking = [1]
value = 1
*/
