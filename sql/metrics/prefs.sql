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
    Buckley, trec_eval -R qrels_prefs, prefs_simp; of one judgment group
    prefs_pair and prefs_avgjg are the same."""
*/
select run, query_id, fulfilled / nullif(possible, 0) as value
from ({{ preferences() }})
/*
example = [
    ["Levels 0, 1 and 2, retrieved and missed.",
        { ranking = [1, "?", 2, 0, 1, 0], missed = [2, 0, 1], value = 0.47619 }],
    ["Five levels; a negative relevance plays no part.",
        { ranking = [4, 1, -1, 3, 0, 2, 1], missed = [3, -2], value = 0.578947 }],
    ["All in order.", { ranking = [2, 1, 0], value = 1 }],
    ["No preference.", { ranking = [1, "?", 1], missed = [1], value = 0 }],
    ["One preference, fulfilled.", { ranking = [1, "?", 0], value = 1 }],
    ["One retrieved, and one of lower relevance missed.", { ranking = [1], missed = [0], value = 1 }],
    ["All of one score, so that the first stands first: of 5 pairs it stands above the second alone.",
        { ranking = [1, 0, 1, 2], scores = [1, 1, 1, 1], value = 0.2 }],
    ["One retrieved, and a relevant one of lower relevance missed.", { ranking = [2], missed = [1], value = 1 }],
    ["The highest of three levels retrieved, and the others missed: of 3 pairs that makes two.",
        { ranking = [3], missed = [2, 1], value = 0.666667 }],
]
*/
