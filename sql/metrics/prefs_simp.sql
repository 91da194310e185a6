/*
name     = "Prefs_simp"
title    = "Preferences of judges fulfilled"
family   = "judgments"
about    = """
    The share of all preferences of a query's judges that a ranking fulfils. Within a judge's judgments, or a subgroup
    of them, the document of higher relevance is preferred; it stands above the other, or was retrieved where the other
    was not. The judge stands where judgments by subtopic have the subtopic: field 2 of TREC text, or a column judge; a
    column subgroup, or lines of query, judge, subgroup, document and relevance, name the subgroup."""
formula  = "Prefs_simp = preferences fulfilled / preferences, each counted as often as there are judges who have it"
range    = [0, 1]
better   = "higher"
monotone = false
cite     = "Buckley, trec_eval -R prefs and -R qrels_prefs, prefs_simp, prefs_simp_imp and prefs_simp_ret."

[parameters]
among = { type = "VARCHAR", default = "judged", one_of = ["judged", "either", "retrieved"], about = """
    which pairs count: all judged ones, those of which either document was retrieved, or those of which both were""" }

[peers]
trec_eval = ["prefs_simp", "prefs_simp_imp with among='either'", "prefs_simp_ret with among='retrieved'"]
*/
select run, query_id, sum((fulfilled * judges)::bigint) / sum((possible * judges)::bigint) as value
from ({{ pairs_judged() }})
join ({{ judges_preferring() }}) using (query_id, better, worse)
group by all
/*
example = [
    ["Two judges, who see some of the documents alike and others not.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], value = 0.294118 }],
    ["The same, where either document was retrieved.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { among = "either" }, value = 0.3125 }],
    ["The same, where both were.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { among = "retrieved" }, value = 0.25 }],
    ["""Two subgroups of one judge: the first before the third, and that before the second, so that the first is before
        the second too.""",
        { ranking = [{ "a\t1" = 2 }, { "a\t2" = 1 }, { "a\t1" = 1, "a\t2" = 2 }], value = 0.666667 }],
    ["Three documents alike before three others: 3 pairs in order, and 2 with one that is missed, of 9.",
        { ranking = [{ a = 1 }, { a = 0 }, { a = 1 }, { a = 0 }], missed = [{ a = 1 }, { a = 0 }], value = 0.555556 }],
    ["The same without the pair that was missed whole.",
        { ranking = [{ a = 1 }, { a = 0 }, { a = 1 }, { a = 0 }], missed = [{ a = 1 }, { a = 0 }], value = 0.625 },
        { with = { among = "either" } }],
    ["Documents of equal score stand by doc_id ascending, so that the last is below the first.",
        { ranking = [{ a = 0 }, { a = 1 }, { a = 2 }], scores = [2, 1, 1], value = 0 }],
    ["No preference; judge b has an opinion of one document alone.",
        { ranking = [{ a = 1 }, { a = 1, b = 2 }], value = 0 }],
    ["A judge who prefers nothing is one of them; a relevance below 0 plays no part.",
        { ranking = [{ a = 1, b = 1 }, { a = 0, c = -1 }, { b = 1 }], value = 1 }],
    ["Both judges prefer the first two to the third; a has what is missed before them.",
        { ranking = [{ a = 1, b = 2 }, { a = 2, b = 1 }, { a = 0, b = 0 }], missed = [{ a = 3 }], value = 0.555556 }],
]
*/
