/*
name     = "Prefs_pair"
title    = "Preferences of judges fulfilled, the mean over pairs"
family   = "judgments"
about    = """
    The mean over pairs of documents of the share of the judges who prefer one of the two with whom the ranking agrees:
    it has that one above the other, or retrieved and the other not. Where it has neither it agrees with nobody."""
formula  = "Prefs_pair = 1/n Σ s over the n pairs of documents of which a judge prefers one; s is 0 to 1"
range    = [0, 1]
better   = "higher"
monotone = false
cite     = "Buckley, trec_eval -R prefs and -R qrels_prefs, prefs_pair, prefs_pair_imp and prefs_pair_ret."

[parameters]
among = { type = "VARCHAR", default = "judged", one_of = ["judged", "either", "retrieved"], about = """
    which pairs count: all judged ones, those of which either document was retrieved, or those of which both were""" }

[peers]
trec_eval = ["prefs_pair", "prefs_pair_imp with among='either'", "prefs_pair_ret with among='retrieved'"]
*/
with
    preferring as ({{ judges_preferring() }}),

    -- of the judges who prefer one group of documents to another or the other way round, those who do the first
    shares as (
        select query_id, better, worse, said.judges / (said.judges + coalesce(opposed.judges, 0)) as share
        from preferring as said
        left join
            (select query_id, worse as better, better as worse, judges from preferring) as opposed
            using (query_id, better, worse)
    )

select
    run,
    query_id,
    sum(fulfilled * share order by better asc, worse asc)
    / sum(possible * share order by better asc, worse asc) as value
from ({{ pairs_judged() }})
join shares using (query_id, better, worse)
group by all
/*
example = [
    ["Two judges, who see some of the documents alike and others not.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], value = 0.230769 }],
    ["The same, where either document was retrieved.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { among = "either" }, value = 0.25 }],
    ["The same, where both were.",
        { ranking = [{ a = 1, b = 0 }, "?", { a = 2, b = 0 }, { a = 0, b = 1 }, { b = 2 }], missed = [{ a = 1 },
            { a = 0, b = 3 }], with = { among = "retrieved" }, value = 0.166667 }],
    ["""Two subgroups of one judge: the first before the third, and that before the second, so that the first is before
        the second too.""",
        { ranking = [{ "a\t1" = 2 }, { "a\t2" = 1 }, { "a\t1" = 1, "a\t2" = 2 }], value = 0.666667 }],
    ["Documents of equal score stand by doc_id ascending, so that the last is below the first.",
        { ranking = [{ a = 0 }, { a = 1 }, { a = 2 }], scores = [2, 1, 1], value = 0 }],
    ["No preference; judge b has an opinion of one document alone.",
        { ranking = [{ a = 1 }, { a = 1, b = 2 }], value = 0 }],
    ["A judge who prefers nothing is one of them; a relevance below 0 plays no part.",
        { ranking = [{ a = 1, b = 1 }, { a = 0, c = -1 }, { b = 1 }], value = 1 }],
    ["Both judges prefer the first two to the third; a has what is missed before them.",
        { ranking = [{ a = 1, b = 2 }, { a = 2, b = 1 }, { a = 0, b = 0 }], missed = [{ a = 3 }], value = 0.416667 }],
]
*/
