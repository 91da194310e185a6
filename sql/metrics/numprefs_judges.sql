/*
name     = "NumPrefs_judges"
title    = "Number of preferences of judges"
family   = "judgments"
about    = """
    How many preferences a query's judges have, or how many of those a ranking fulfils, as Prefs_simp counts them; added
    up over queries, not averaged."""
formula  = "NumPrefs_judges = pairs of documents, each as often as a judge prefers one to the other"
range    = [0, inf]
better   = "neither"
monotone = false
summary  = "sum"
cite     = """
    Buckley, trec_eval -R prefs and -R qrels_prefs, prefs_num_prefs_poss, prefs_num_prefs_ful and
    prefs_num_prefs_ful_ret."""

[parameters]
among = { type = "VARCHAR", default = "judged", one_of = ["judged", "either", "retrieved"], about = """
    which pairs count: all judged ones, those of which either document was retrieved, or those of which both
    were""", idle = "among == 'either' and counted == 'fulfilled'" }
counted = { type = "VARCHAR", default = "all", one_of = ["all", "fulfilled"], about = """
    whether all preferences are counted or those that the ranking fulfils""" }

[peers]
trec_eval = [
    "prefs_num_prefs_poss",
    "prefs_num_prefs_ful with counted='fulfilled'",
    "prefs_num_prefs_ful_ret with among='retrieved', counted='fulfilled'",
]
*/
select
    run,
    query_id,
    sum((judges * case when $counted <> 'all' then fulfilled else possible end)::bigint) as value
from ({{ pairs_judged() }})
join ({{ judges_preferring() }}) using (query_id, better, worse)
group by all
/*
example = [
    ["Two judges, who see some of the documents alike and others not.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], value = 17 }],
    ["The same, where either document was retrieved.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { among = "either" }, value = 16 }],
    ["The same, where both were.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { among = "retrieved" }, value = 8 }],
    ["""Two subgroups of one judge: the first before the third, and that before the second, so that the first is before
        the second too.""",
        { ranking = [{ "a\t1" = 2 }, { "a\t2" = 1 }, { "a\t1" = 1, "a\t2" = 2 }], value = 3 }],
    ["Documents of equal score stand by doc_id ascending, so that the last is below the first.",
        { ranking = [{ a = 0 }, { a = 1 }, { a = 2 }], scores = [2, 1, 1], value = 3 }],
    ["No preference; judge b has an opinion of one document alone.",
        { ranking = [{ a = 1 }, { a = 1, b = 2 }], value = 0 }],
    ["A judge who prefers nothing is one of them; a relevance below 0 plays no part.",
        { ranking = [{ a = 1, b = 1 }, { a = 0, c = -1 }, { b = 1 }], value = 1 }],
    ["Of the first example those fulfilled.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { counted = "fulfilled" }, value = 5 }],
    ["And of these between two documents retrieved.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { among = "retrieved", counted = "fulfilled" }, value = 2 }],
    ["Both judges prefer the first two to the third; a has what is missed before them.",
        { ranking = [{ a = 1, b = 2 }, { a = 2, b = 1 }, { a = 0, b = 0 }], missed = [{ a = 3 }], value = 9 }],
]
*/
