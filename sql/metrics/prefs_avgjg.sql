/*
name     = "Prefs_avgjg"
title    = "Preferences fulfilled, the mean over judges"
family   = "judgments"
about    = """
    The share of each judge's preferences that a ranking fulfils, the mean over the judges of the query; 0 for one who
    prefers nothing. Judges and subgroups are those of Prefs_simp."""
formula  = "Prefs_avgjg = 1/J Σ fulfilled(j) / preferences(j) over the J judges"
range    = [0, 1]
better   = "higher"
monotone = false
cite     = "Buckley, trec_eval -R prefs and -R qrels_prefs, prefs_avgjg, prefs_avgjg_imp and prefs_avgjg_ret."

[parameters]
among = { type = "VARCHAR", default = "judged", one_of = ["judged", "either", "retrieved"], about = """
    which pairs count: all judged ones, those of which either document was retrieved, or those of which both were""" }

[peers]
trec_eval = ["prefs_avgjg", "prefs_avgjg_imp with among='either'", "prefs_avgjg_ret with among='retrieved'"]
*/
select run, query_id, sum(share order by judge asc) / any_value(num_judges) as value
from
    (
        select run, query_id, judge, sum(fulfilled::bigint) / nullif(sum(possible::bigint), 0) as share
        from ({{ pairs_judged() }})
        join preferences using (query_id, better, worse)
        group by all
    )
join ({{ number_of_opinions() }}) using (query_id)
group by all
/*
example = [
    ["Two judges, who see some of the documents alike and others not.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], value = 0.3125 }],
    ["The same, where either document was retrieved.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { among = "either" }, value = 0.357143 }],
    ["The same, where both were.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { among = "retrieved" }, value = 0.333333 }],
    ["""Two subgroups of one judge: the first before the third, and that before the second, so that the first is before
        the second too.""",
        { ranking = [{ "a\t1" = 2 }, { "a\t2" = 1 }, { "a\t1" = 1, "a\t2" = 2 }], value = 0.666667 }],
    ["Documents of equal score stand by doc_id ascending, so that the last is below the first.",
        { ranking = [{ a = 0 }, { a = 1 }, { a = 2 }], scores = [2, 1, 1], value = 0 }],
    ["No preference; judge b has an opinion of one document alone.",
        { ranking = [{ a = 1 }, { a = 1, b = 2 }], value = 0 }],
    ["A judge who prefers nothing is one of them; a relevance below 0 plays no part.",
        { ranking = [{ a = 1, b = 1 }, { a = 0, c = -1 }, { b = 1 }], value = 0.5 }],
    ["Both judges prefer the first two to the third; a has what is missed before them.",
        { ranking = [{ a = 1, b = 2 }, { a = 2, b = 1 }, { a = 0, b = 0 }], missed = [{ a = 3 }], value = 0.666667 }],
    ["What judge b prefers was missed, so that there is nothing to compare.",
        { ranking = [{ a = 1 }, { a = 0 }], missed = [{ b = 1 }, { b = 0 }], value = 0.5 },
        { with = { among = "retrieved" } }],
]
*/
