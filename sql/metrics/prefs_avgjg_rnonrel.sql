/*
name     = "Prefs_avgjg_Rnonrel"
title    = "Preferences fulfilled with as many nonrelevant documents as relevant ones"
family   = "judgments"
about    = """
    Prefs_avgjg with as many documents of relevance 0 as there are relevant ones, for each judge: if there are more,
    the first of them as they are ranked; if there are fewer, further ones, not retrieved. As trec_eval counts, if
    there are more and the judge has one subgroup, documents of relevance 0 are preferred to those that stay, which
    those retrieved above them fulfill; and the value is 0 if one of the judges has nothing to compare."""
formula  = """
    Prefs_avgjg_Rnonrel = 1/J Σ fulfilled(j) / preferences(j) over the J judges, with R(j) documents of relevance 0"""
range    = [0, 1]
better   = "higher"
monotone = false
cite     = "Buckley, trec_eval -R prefs and -R qrels_prefs, prefs_avgjg_Rnonrel and prefs_avgjg_Rnonrel_ret."
peers    = { trec_eval = ["prefs_avgjg_Rnonrel", "prefs_avgjg_Rnonrel_ret with among='retrieved'"] }

[parameters]
among = { type = "VARCHAR", default = "judged", one_of = ["judged", "retrieved"], about = """
    documents that count: all judged ones, or only those retrieved""" }
*/
with
    -- of each judge, every document with the place at which the run has it
    seen as (
        select run, query_id, judge, doc_id, alike, relevance, tied_from + tied_to - rank as place
        from topics
        join
            (select query_id, judge, doc_id, max(relevance) as relevance from opinions group by all)
            using (query_id)
        join alike using (query_id, judge, doc_id)
        left join compared using (run, query_id, judge, doc_id, alike)
    ),

    -- R, n and n retrieved: the relevant documents and those of relevance 0, of those that count
    counts as (
        select
            run,
            query_id,
            judge,
            count(*) filter (relevance > 0) as num_rel,
            count(place) filter (relevance > 0) as num_rel_ret,
            count(*) filter (relevance > 0 and ($among <> 'retrieved' or place is not null)) as r,
            count(*) filter (relevance = 0 and ($among <> 'retrieved' or place is not null)) as n,
            count(place) filter (relevance = 0) as n_ret
        from seen
        group by all
    ),

    subgroups as (select query_id, judge, count(distinct subgroup) < 2 as single from opinions group by all),

    kept as (
        select run, query_id, judge, doc_id, alike, place
        from
            (
                select
                    *,
                    row_number() over (
                        partition by run, query_id, judge, relevance > 0
                        order by place asc nulls last, doc_id asc
                    ) as nth
                from seen
            )
        join counts using (run, query_id, judge)
        join subgroups using (query_id, judge)
        where nth <= case when single then r else num_rel end
    ),

    groups as (
        select run, query_id, judge, alike, count(*) as num, count(place) as found
        from kept
        group by all
    ),

    pairs as (
        select
            run,
            query_id,
            judge,
            sum(possible::bigint) as possible,
            sum(fulfilled::bigint) as fulfilled
        from ({{ pairs_of_groups('groups', 'kept', 'preferences') }})
        group by all
    ),

    -- with what is added to make up for too few of relevance 0, and each two of them if there are too many
    added as (
        select
            run,
            query_id,
            judge,
            coalesce(fulfilled, 0)
            + case
                when r >= n then num_rel_ret * (r - n)
                when single then least(r, n_ret) * (least(r, n_ret) - 1) / 2 + (r - least(r, n_ret)) * n_ret
                else 0
            end as fulfilled,
            coalesce(possible, 0)
            + case when r >= n then num_rel * (r - n) when single then r * n else 0 end as possible
        from counts
        join subgroups using (query_id, judge)
        left join pairs using (run, query_id, judge)
    )

select run, query_id, sum(fulfilled / nullif(possible, 0) order by judge asc) / count(*) as value
from added
group by run, query_id
having min(possible) > 0
/*
example = [
    ["Two judges, who see some of the documents alike and others not.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], value = 0.401515 }],
    ["The same, if both documents were retrieved.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { among = "retrieved" }, value = 0.333333 }],
    ["One relevant document of two, and four of relevance 0; the first two stay.",
        { ranking = [{ a = 0 }, { a = 1 }, { a = 0 }, "?", { a = 0 }], missed = [{ a = 2 },
            { a = 0 }], value = 0.153846 }],
    ["The same by those retrieved: one and three.",
        { ranking = [{ a = 0 }, { a = 1 }, { a = 0 }, "?", { a = 0 }], missed = [{ a = 2 }, { a = 0 }], value = 0 },
        { with = { among = "retrieved" } }],
    ["Four relevant documents, one missed, and one of relevance 0, so that three more are taken to be missed.",
        { ranking = [{ a = 1 }, { a = 0 }, { a = 2 }, { a = 1 }], missed = [{ a = 3 }], value = 0.52381 }],
    ["The same by those retrieved: three and one; the two more make pairs with all four.",
        { ranking = [{ a = 1 }, { a = 0 }, { a = 2 }, { a = 1 }], missed = [{ a = 3 }], value = 0.615385 },
        { with = { among = "retrieved" } }],
    ["One of relevance 0 retrieved, fewer than the two relevant ones, and three missed.",
        { ranking = [{ a = 1 }, { a = 0 }], missed = [{ a = 2 }, { a = 0 }, { a = 0 }, { a = 0 }], value = 0.230769 }],
    ["Subgroups of a judge: of three of relevance 0 the first two stay, also by doc_id of those missed.",
        { ranking = [{ "a\t1" = 0 }, { "a\t1" = 1, "a\t2" = 1 }, { "a\t2" = 0 }], missed = [{ "a\t2" = 0 },
            { "a\t1" = 2 }, { "a\t1" = 0 }], value = 0.2 }],
    ["The same by those retrieved: as many of relevance 0 stay as there are relevant ones in all.",
        { ranking = [{ "a\t1" = 0 }, { "a\t1" = 1, "a\t2" = 1 }, { "a\t2" = 0 }], missed = [{ "a\t2" = 0 },
            { "a\t1" = 2 }, { "a\t1" = 0 }], with = { among = "retrieved" }, value = 0.5 }],
    ["Documents of equal score stand by doc_id ascending.",
        { ranking = [{ a = 1 }, { a = 0 }, { a = 2 }], scores = [1, 1, 1], value = 0.6 }],
    ["Judge b finds nothing relevant.", { ranking = [{ a = 1, b = 0 }, { a = 0 }], value = 0 }],
    ["As many of relevance 0 are retrieved as relevant ones, and more are missed: these do not count here.",
        { ranking = [{ a = 1 }, { a = 0 }], missed = [{ a = 0 }, { a = 0 }], value = 1 },
        { with = { among = "retrieved" } }],
    ["Two of five of relevance 0 are retrieved, and one of four relevant ones.",
        { ranking = [{ a = 0 }, { a = 1 }, { a = 0 }], missed = [{ a = 2 }, { a = 3 }, { a = 1 }, { a = 0 }, { a = 0 },
            { a = 0 }], value = 0.195122 }],
    ["Of those missed the first by doc_id stays, which is in a subgroup with the relevant one.",
        { ranking = [{ "a\t1" = 1 }], missed = [{ "a\t1" = 0 }, { "a\t2" = 0 }], value = 1 }],
    ["Nothing is of relevance 0, so that two are taken to be missed.",
        { ranking = [{ a = 1 }], missed = [{ a = 1 }], value = 0.5 }],
    ["One of each.", { ranking = [{ a = 1 }, { a = 0 }], value = 1 }],
]
*/
