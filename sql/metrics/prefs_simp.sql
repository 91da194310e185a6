/*
name     = "Prefs_simp"
title    = "Preferences of judges fulfilled"
family   = "judgments"
about    = """
    The share of all preferences of a query's judges that a ranking fulfills. Within a judge's judgments, or a subgroup
    of them, the document of higher relevance is preferred; it stands above the other, or was retrieved where the other
    was not. The judge stands where judgments by subtopic have the subtopic: field 2 of TREC text, or a column judge; a
    column subgroup, or lines of query, judge, subgroup, document and relevance, name the subgroup."""
formula  = "Prefs_simp = preferences fulfilled / preferences, each counted as often as there are judges who have it"
range    = [0, 1]
better   = "higher"
monotone = false
cite     = "Buckley, trec_eval -R prefs and -R qrels_prefs, prefs_simp, prefs_simp_imp and prefs_simp_ret."
parts    = { value = "sum(fulfilled::bigint) / sum(possible::bigint)" }
peers    = { trec_eval = ["prefs_simp", "prefs_simp_imp with among='either'", "prefs_simp_ret with among='retrieved'"] }

[parameters]
among = { type = "VARCHAR", default = "judged", one_of = ["judged", "either", "retrieved"], about = """
    pairs that count: all judged ones, those with at least one document retrieved, or those with both retrieved""" }

[also.NumPrefs_judges]
title   = "Number of preferences of judges"
about   = """
    How many preferences a query's judges have, or how many of those a ranking fulfills, counted as in Prefs_simp; added
    up over queries, not averaged."""
formula = "NumPrefs_judges = pairs of documents, each as often as a judge prefers one to the other"
range   = [0, inf]
better  = "neither"
summary = "sum"
cite    = """
    Buckley, trec_eval -R prefs and -R qrels_prefs, prefs_num_prefs_poss, prefs_num_prefs_ful and
    prefs_num_prefs_ful_ret."""
parts   = { value = "sum((case when $counted <> 'all' then fulfilled else possible end)::bigint)" }

[also.NumPrefs_judges.parameters]
among   = { type = "VARCHAR", default = "judged", one_of = ["judged", "either", "retrieved"], about = """
    which pairs count: all judged ones, those with either document retrieved, or those with both
    were""", idle = "among == 'either' and counted == 'fulfilled'" }
counted = { type = "VARCHAR", default = "all", one_of = ["all", "fulfilled"], about = """
    whether all preferences are counted or those that the ranking fulfils""" }

[also.NumPrefs_judges.peers]
trec_eval = [
    "prefs_num_prefs_poss",
    "prefs_num_prefs_ful with counted='fulfilled'",
    "prefs_num_prefs_ful_ret with among='retrieved', counted='fulfilled'",
]

[also.Prefs_pair]
title   = "Preferences of judges fulfilled, the mean over pairs"
about   = """
    The mean over pairs of documents of the share of the judges who prefer one of the two with whom the ranking agrees:
    it has that one above the other, or retrieved and the other not. If it has neither it agrees with nobody."""
formula = "Prefs_pair = 1/n Σ s over the n pairs of documents where a judge prefers one; s is 0 to 1"
cite    = "Buckley, trec_eval -R prefs and -R qrels_prefs, prefs_pair, prefs_pair_imp and prefs_pair_ret."
peers   = { trec_eval = ["prefs_pair", "prefs_pair_imp with among='either'", "prefs_pair_ret with among='retrieved'"] }

[also.Prefs_avgjg]
title   = "Preferences fulfilled, the mean over judges"
about   = """
    The share of each judge's preferences that a ranking fulfills, the mean over the judges of the query; 0 for one who
    prefers nothing. Judges and subgroups are those of Prefs_simp."""
formula = "Prefs_avgjg = 1/J Σ fulfilled(j) / preferences(j) over the J judges"
cite    = "Buckley, trec_eval -R prefs and -R qrels_prefs, prefs_avgjg, prefs_avgjg_imp and prefs_avgjg_ret."

[also.Prefs_avgjg.peers]
trec_eval = ["prefs_avgjg", "prefs_avgjg_imp with among='either'", "prefs_avgjg_ret with among='retrieved'"]
*/
-- Of each judge alone: documents that the judge judges alike are a group.
{%- set pairs_of_judges -%}
with
    placed as (select run, query_id, judge, alike, tied_from + tied_to - rank as place from compared),

    groups as (
        select run, query_id, judge, alike, num, coalesce(found, 0) as found
        from topics
        join (select query_id, judge, alike, count(*) as num from alike group by all) using (query_id)
        left join
            (select run, query_id, judge, alike, count(*) as found from placed group by all)
            using (run, query_id, judge, alike)
    )

select *
from ({{ pairs_of_groups('groups', 'placed', 'preferences') }})
{%- endset -%}

{%- set query -%}
select run, query_id, {{ value }} as value
from ({{ pairs_of_judges }})
group by all
{%- endset -%}

{%- set Prefs_pair.query -%}
with
    opinions_of_classes as (
        select distinct query_id, class, judge, alike
        from classes
        join alike using (query_id, doc_id)
    ),

    preferring as (
        select query_id, high.class as better, low.class as worse, count(*) as judges
        from preferences
        join opinions_of_classes as high using (query_id, judge)
        join opinions_of_classes as low using (query_id, judge)
        where high.alike = better and low.alike = worse
        group by all
    ),

    -- of the judges who prefer one group of documents to another or the other way round, those who do the first
    shares as (
        select query_id, better, worse, said.judges / (said.judges + coalesce(opposed.judges, 0)) as share
        from preferring as said
        left join
            (select query_id, worse as better, better as worse, judges from preferring) as opposed
            using (query_id, better, worse)
    ),

    -- to add up in the order of one number takes half the time
    pairs as (
        select
            query_id,
            0 as judge,
            better,
            worse,
            share,
            row_number() over (partition by query_id order by better asc, worse asc) as number
        from shares
    ),

    placed as (
        select distinct run, query_id, 0 as judge, class as alike, tied_from + tied_to - rank as place
        from compared
        join classes using (query_id, doc_id)
    ),

    groups as (
        select run, query_id, 0 as judge, alike, num, coalesce(found, 0) as found
        from topics
        join (select query_id, class as alike, count(*) as num from classes group by all) using (query_id)
        left join
            (select run, query_id, alike, count(*) as found from placed group by all)
            using (run, query_id, alike)
    )

select
    run,
    query_id,
    sum(fulfilled * share order by number asc) filter (fulfilled > 0)
    / sum(possible * share order by number asc) as value
from ({{ pairs_of_groups('groups', 'placed', 'pairs') }})
group by all
{%- endset -%}

{%- set Prefs_avgjg.query -%}
select run, query_id, sum(share order by judge asc) / any_value(num_judges) as value
from
    (
        select run, query_id, judge, sum(fulfilled::bigint) / nullif(sum(possible::bigint), 0) as share
        from ({{ pairs_of_judges }})
        group by all
    )
-- those who prefer nothing are judges too
join (select query_id, count(distinct judge) as num_judges from opinions group by all) using (query_id)
group by all
{%- endset -%}

{{ query }}
/*
example = [
    ["Two judges, who see some of the documents alike and others not.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }] },
        { missed = [{ a = 1 }, { a = 0, b = 3 }], Prefs_simp = 0.294118, NumPrefs_judges = 17, Prefs_pair = 0.230769 },
        { Prefs_avgjg = 0.3125 }],
    ["The same, if either document was retrieved.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }] },
        { missed = [{ a = 1 }, { a = 0, b = 3 }], with = { among = "either" }, Prefs_simp = 0.3125 },
        { NumPrefs_judges = 16, Prefs_pair = 0.25, Prefs_avgjg = 0.357143 }],
    ["The same, if both were.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }] },
        { missed = [{ a = 1 }, { a = 0, b = 3 }], with = { among = "retrieved" }, Prefs_simp = 0.25 },
        { NumPrefs_judges = 8, Prefs_pair = 0.166667, Prefs_avgjg = 0.333333 }],
    ["""Two subgroups of one judge: the first before the third, and that before the second, so that the first is before
        the second too.""",
        { ranking = [{ "a\t1" = 2 }, { "a\t2" = 1 }, { "a\t1" = 1, "a\t2" = 2 }] },
        { Prefs_simp = 0.666667, NumPrefs_judges = 3, Prefs_pair = 0.666667, Prefs_avgjg = 0.666667 }],
    ["Three documents alike before three others: 3 pairs in order, and 2 with one that is missed, of 9.",
        { ranking = [{ a = 1 }, { a = 0 }, { a = 1 }, { a = 0 }], missed = [{ a = 1 }, { a = 0 }] },
        { Prefs_simp = 0.555556, Prefs_pair = 0.555556 }],
    ["The same without the pair that was missed whole.",
        { ranking = [{ a = 1 }, { a = 0 }, { a = 1 }, { a = 0 }], missed = [{ a = 1 }, { a = 0 }] },
        { with = { among = "either" }, Prefs_simp = 0.625, Prefs_pair = 0.625 }],
    ["Documents of equal score stand by doc_id ascending, so that the last is below the first.",
        { ranking = [{ a = 0 }, { a = 1 }, { a = 2 }], scores = [2, 1, 1] },
        { Prefs_simp = 0, NumPrefs_judges = 3, Prefs_pair = 0, Prefs_avgjg = 0 }],
    ["No preference; judge b has an opinion of one document alone.",
        { ranking = [{ a = 1 }, { a = 1, b = 2 }] },
        { Prefs_simp = 0, NumPrefs_judges = 0, Prefs_pair = 0, Prefs_avgjg = 0 }],
    ["A judge who prefers nothing is one of them; a relevance below 0 plays no part.",
        { ranking = [{ a = 1, b = 1 }, { a = 0, c = -1 }, { b = 1 }] },
        { Prefs_simp = 1, NumPrefs_judges = 1, Prefs_pair = 1, Prefs_avgjg = 0.5 }],
    ["Both judges prefer the first two to the third; a has what is missed before them.",
        { ranking = [{ a = 1, b = 2 }, { a = 2, b = 1 }, { a = 0, b = 0 }], missed = [{ a = 3 }] },
        { Prefs_simp = 0.555556, NumPrefs_judges = 9, Prefs_pair = 0.416667, Prefs_avgjg = 0.666667 }],
    ["Two judges against one: the pair is worth two thirds.",
        { ranking = [{ a = 1, b = 1, c = 0 }, { a = 0, b = 0, c = 1 }] },
        { Prefs_simp = 0.666667, NumPrefs_judges = 3, Prefs_pair = 0.666667, Prefs_avgjg = 0.666667 }],
    ["Of the first example those fulfilled.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }] },
        { missed = [{ a = 1 }, { a = 0, b = 3 }], with = { counted = "fulfilled" }, NumPrefs_judges = 5 }],
    ["And of these between two documents retrieved.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }] },
        { missed = [{ a = 1 }, { a = 0, b = 3 }], with = { among = "retrieved", counted = "fulfilled" } },
        { NumPrefs_judges = 2 }],
    ["What judge b prefers was missed, so that there is nothing to compare.",
        { ranking = [{ a = 1 }, { a = 0 }], missed = [{ b = 1 }, { b = 0 }], with = { among = "retrieved" } },
        { Prefs_avgjg = 0.5 }],
]
*/
