/*
name     = "Prefs"
title    = "Preferences fulfilled"
family   = "rank"
about    = """
    The share of a query's preferences that a ranking fulfils: of two judged documents the one of higher relevance is
    preferred, and stands above, or was retrieved where the other was not. Documents of equal score stand by doc_id
    ascending, as trec_eval has it for preferences alone."""
formula  = "Prefs = pairs in the right order / pairs of judged documents of unlike relevance"
range    = [0, 1]
better   = "higher"
monotone = false
cite     = """
    Buckley, trec_eval -R qrels_prefs, prefs_simp; of one judgment group prefs_pair and prefs_avgjg are the same."""
parts    = { value = "fulfilled / nullif(possible, 0)" }

[also.Prefs_imp]
title   = "Preferences fulfilled where a document was retrieved"
about   = """
    The share of preferences that a ranking fulfills, among those with a retrieved document: of two judged documents the
    one of higher relevance is preferred, and stands above, or was retrieved where the other was not. Documents of equal
    score stand by doc_id ascending, as trec_eval has it for preferences alone."""
formula = "Prefs_imp = pairs in the right order / pairs of judged documents of unlike relevance, one of them retrieved"
cite    = """
    Buckley, trec_eval -R qrels_prefs, prefs_simp_imp; of one judgment group
    prefs_pair_imp and prefs_avgjg_imp are the same."""
parts   = { value = "fulfilled / nullif(possible - neither_found, 0)" }

[also.Prefs_ret]
title   = "Preferences fulfilled among documents retrieved"
about   = """
    The share of the preferences between two documents retrieved that a ranking fulfils: of two judged documents the
    one of higher relevance is preferred, and stands above. Documents of equal score stand by doc_id ascending, as
    trec_eval has it for preferences alone."""
formula = "Prefs_ret = pairs in the right order / pairs of judged documents retrieved, of unlike relevance"
cite    = """
    Buckley, trec_eval -R qrels_prefs, prefs_simp_ret; of one judgment group
    prefs_pair_ret and prefs_avgjg_ret are the same."""
parts   = { value = "in_order / nullif(both_found, 0)" }

[also.NumPrefs]
title    = "Number of preferences"
about    = """
    How many pairs of judged documents a query has whose relevance is unlike; added up over queries, not averaged."""
formula  = "NumPrefs = pairs of judged documents of unlike relevance"
range    = [0, inf]
better   = "neither"
summary  = "sum"
cite     = "Buckley, trec_eval -R qrels_prefs, prefs_num_prefs_poss."
monotone = true
parts    = { value = "possible" }

[also.NumPrefs_ful]
title   = "Number of preferences fulfilled"
about   = """
    How many of a query's preferences a ranking fulfills, as Prefs counts them; added up over queries, not averaged."""
formula = "NumPrefs_ful = pairs of judged documents in the right order"
range   = [0, inf]
summary = "sum"
cite    = "Buckley, trec_eval -R qrels_prefs, prefs_num_prefs_ful."
parts   = { value = "fulfilled" }

[also.NumPrefs_ful_ret]
title   = "Number of preferences fulfilled among documents retrieved"
about   = """
    How many preferences between two documents retrieved a ranking fulfills, as Prefs_ret counts them; added up over
    queries, not averaged."""
formula = "NumPrefs_ful_ret = pairs of judged documents retrieved in the right order"
range   = [0, inf]
summary = "sum"
cite    = "Buckley, trec_eval -R qrels_prefs, prefs_num_prefs_ful_ret."
parts   = { value = "in_order" }
*/
select run, query_id, {{ value }} as value
from ({{ preferences() }})
/*
example = [
    ["Levels 0, 1 and 2, retrieved and missed.",
        { ranking = [1, "?", 2, 0, 1, 0], missed = [2, 0, 1], Prefs = 0.47619, Prefs_imp = 0.555556 },
        { Prefs_ret = 0.75, NumPrefs = 21, NumPrefs_ful = 10, NumPrefs_ful_ret = 6 }],
    ["Five levels; a negative relevance plays no part.",
        { ranking = [4, 1, -1, 3, 0, 2, 1], missed = [3, -2], Prefs = 0.578947, Prefs_imp = 0.578947 },
        { Prefs_ret = 0.714286, NumPrefs = 19, NumPrefs_ful = 11, NumPrefs_ful_ret = 10 }],
    ["All in order.",
        { ranking = [2, 1, 0] },
        { Prefs = 1, Prefs_imp = 1, Prefs_ret = 1, NumPrefs = 3, NumPrefs_ful = 3, NumPrefs_ful_ret = 3 }],
    ["No preference.",
        { ranking = [1, "?", 1], missed = [1] },
        { Prefs = 0, Prefs_imp = 0, Prefs_ret = 0, NumPrefs = 0, NumPrefs_ful = 0, NumPrefs_ful_ret = 0 }],
    ["One preference, fulfilled.",
        { ranking = [1, "?", 0] },
        { Prefs = 1, Prefs_imp = 1, Prefs_ret = 1, NumPrefs = 1, NumPrefs_ful = 1, NumPrefs_ful_ret = 1 }],
    ["One retrieved, and one of lower relevance missed.",
        { ranking = [1], missed = [0] },
        { Prefs = 1, Prefs_imp = 1, Prefs_ret = 0, NumPrefs = 1, NumPrefs_ful = 1, NumPrefs_ful_ret = 0 }],
    ["All of one score, so that the first stands first: of 5 pairs it stands above the second alone.",
        { ranking = [1, 0, 1, 2], scores = [1, 1, 1, 1] },
        { Prefs = 0.2, Prefs_imp = 0.2, Prefs_ret = 0.2, NumPrefs = 5, NumPrefs_ful = 1, NumPrefs_ful_ret = 1 }],
    ["One retrieved, and a relevant one of lower relevance missed.",
        { ranking = [2], missed = [1], Prefs = 1, Prefs_imp = 1, NumPrefs_ful = 1 }],
    ["The highest of three levels retrieved, and the others missed: of 3 pairs that makes two.",
        { ranking = [3], missed = [2, 1], Prefs = 0.666667 }],
    ["Nothing that is judged was retrieved.", { ranking = ["?"], missed = [1, 0], NumPrefs = 1 }],
]
*/
