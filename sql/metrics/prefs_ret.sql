/*
name     = "Prefs_ret"
title    = "Preferences fulfilled among documents retrieved"
family   = "rank"
about    = """
    The share of the preferences between two documents retrieved that a ranking fulfils: of two judged documents the
    one of higher relevance is preferred, and stands above. Documents of equal score stand by doc_id ascending, as
    trec_eval has it for preferences alone."""
formula  = "Prefs_ret = pairs in the right order / pairs of judged documents retrieved, of unlike relevance"
range    = [0, 1]
better   = "higher"
monotone = false
cite     = """
    Buckley, trec_eval -R qrels_prefs, prefs_simp_ret; of one judgment group
    prefs_pair_ret and prefs_avgjg_ret are the same."""
*/
select run, query_id, in_order / nullif(both_found, 0) as value
from ({{ preferences() }})
/*
example = [
    ["Levels 0, 1 and 2, retrieved and missed.", { ranking = [1, "?", 2, 0, 1, 0], missed = [2, 0, 1], value = 0.75 }],
    ["Five levels; a negative relevance plays no part.",
        { ranking = [4, 1, -1, 3, 0, 2, 1], missed = [3, -2], value = 0.714286 }],
    ["All in order.", { ranking = [2, 1, 0], value = 1 }],
    ["No preference.", { ranking = [1, "?", 1], missed = [1], value = 0 }],
    ["One preference, fulfilled.", { ranking = [1, "?", 0], value = 1 }],
    ["One retrieved, and one of lower relevance missed.", { ranking = [1], missed = [0], value = 0 }],
    ["All of one score, so that the first stands first: of 5 pairs it stands above the second alone.",
        { ranking = [1, 0, 1, 2], scores = [1, 1, 1, 1], value = 0.2 }],
]
*/
