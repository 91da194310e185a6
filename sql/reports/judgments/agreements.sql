/*
about   = """
One row per two sets of judgments: how far they agree on the documents that both judge, over all levels and on what is
relevant, and how far their relevant documents are the same (per query that both judge, Voorhees' overlap)."""
formula = """
kappa = (po - pe) / (1 - pe), where pe is what two judges with these shares of each level would agree on by chance;
weighted, one less the disagreement over that by chance, where two levels disagree by their difference or its square"""
cite    = """
Cohen, Educational and Psychological Measurement 20(1), 1960. doi:10.1177/001316446002000104; Cohen, Psychological
Bulletin 70(4), 1968. doi:10.1037/h0026256; Voorhees, Information Processing and Management 36(5), 2000.
doi:10.1016/S0306-4573(00)00010-8"""
*/
with
    in_both as (
        select qrels, other, relevance, other_relevance, documents
        from crossed
        where relevance is not null and other_relevance is not null
    ),

    margins as (
        select qrels, other, relevance, sum(documents order by relevance asc, other_relevance asc)::bigint as documents
        from in_both
        group by all
    ),
    other_margins as (
        select
            qrels,
            other,
            other_relevance,
            sum(documents order by relevance asc, other_relevance asc)::bigint as documents
        from in_both
        group by all
    ),

    seen as (
        select
            qrels,
            other,
            sum(documents order by relevance asc, other_relevance asc)::bigint as judged_in_both,
            sum(
                case when relevance = other_relevance then documents else 0 end
                order by relevance asc, other_relevance asc
            )::bigint as same,
            sum(
                case when (relevance >= $rel) = (other_relevance >= $rel) then documents else 0 end
                order by relevance asc, other_relevance asc
            )::bigint as same_binary,
            sum(documents * abs(relevance - other_relevance) order by relevance asc, other_relevance asc) as apart,
            sum(
                documents * pow(relevance - other_relevance, 2)
                order by relevance asc, other_relevance asc
            ) as apart_squared
        from in_both
        group by all
    ),

    -- the same of judges who agree by chance alone, counted over all couples of documents
    by_chance as (
        select
            qrels,
            other,
            sum(
                case when relevance = other_relevance then couples else 0 end
                order by relevance asc, other_relevance asc
            )::bigint as same,
            sum(
                case when (relevance >= $rel) = (other_relevance >= $rel) then couples else 0 end
                order by relevance asc, other_relevance asc
            )::bigint as same_binary,
            sum(couples * abs(relevance - other_relevance) order by relevance asc, other_relevance asc) as apart,
            sum(
                couples * pow(relevance - other_relevance, 2)
                order by relevance asc, other_relevance asc
            ) as apart_squared
        from
            (
                select qrels, other, relevance, other_relevance, margins.documents * other_margins.documents as couples
                from margins
                join other_margins using (qrels, other)
            )
        group by all
    ),

    totals as (
        select
            qrels,
            other,
            sum(
                case when other_relevance is null then documents else 0 end
                order by relevance asc, other_relevance asc
            )::bigint as judged_in_one,
            sum(
                case when relevance is null then documents else 0 end
                order by relevance asc, other_relevance asc
            )::bigint as judged_in_other,
            sum(
                case when relevance >= $rel and other_relevance >= $rel then documents else 0 end
                order by relevance asc, other_relevance asc
            )::bigint as relevant_in_both,
            sum(
                case when relevance >= $rel or other_relevance >= $rel then documents else 0 end
                order by relevance asc, other_relevance asc
            )::bigint as relevant_in_either
        from crossed
        group by all
    ),

    relevant_documents as (
        select qrels, query_id, coalesce(list(doc_id) filter (relevance >= $rel), []) as relevant
        from described
        group by all
    ),

    shares as (
        select qrels, other, count(*) as queries, avg(shared / nullif(either, 0) order by query_id asc) as overlap
        from
            (
                select
                    one.qrels,
                    two.qrels as other,
                    query_id,
                    len(list_intersect(one.relevant, two.relevant)) as shared,
                    len(list_distinct(list_concat(one.relevant, two.relevant))) as either
                from relevant_documents as one
                join relevant_documents as two using (query_id)
                where one.qrels < two.qrels
            )
        group by all
    )

select
    qrels,
    other,
    coalesce(shares.queries, 0) as queries_in_both,
    coalesce(judged_in_both, 0) as judged_in_both,
    judged_in_one,
    judged_in_other,
    seen.same / judged_in_both as agreement,
    (judged_in_both * seen.same - by_chance.same)
        / nullif(judged_in_both * judged_in_both - by_chance.same, 0) as kappa,
    1 - judged_in_both * seen.apart / nullif(by_chance.apart, 0) as kappa_linear,
    1 - judged_in_both * seen.apart_squared / nullif(by_chance.apart_squared, 0) as kappa_quadratic,
    seen.same_binary / judged_in_both as agreement_binary,
    (judged_in_both * seen.same_binary - by_chance.same_binary)
        / nullif(judged_in_both * judged_in_both - by_chance.same_binary, 0) as kappa_binary,
    relevant_in_both,
    relevant_in_either,
    overlap
from totals
left join seen using (qrels, other)
left join by_chance using (qrels, other)
left join shares using (qrels, other)
order by qrels asc, other asc
