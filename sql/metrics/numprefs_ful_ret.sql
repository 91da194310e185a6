/*
name     = "NumPrefs_ful_ret"
title    = "Number of preferences fulfilled among documents retrieved"
family   = "rank"
about    = """
    How many preferences between two documents retrieved a ranking fulfils, as Prefs_ret counts them; added up over
    queries, not averaged."""
formula  = "NumPrefs_ful_ret = pairs of judged documents retrieved in the right order"
range    = [0, inf]
better   = "higher"
monotone = false
summary  = "sum"
cite     = "Buckley, trec_eval -R qrels_prefs, prefs_num_prefs_ful_ret."
*/
select run, query_id, sum(above::bigint) as value
from ({{ preferred_above() }})
group by all
/*
example = [
    ["Levels 0, 1 and 2, retrieved and missed.", { ranking = [1, "?", 2, 0, 1, 0], missed = [2, 0, 1], value = 6 }],
    ["Five levels; a negative relevance plays no part.",
        { ranking = [4, 1, -1, 3, 0, 2, 1], missed = [3, -2], value = 10 }],
    ["All in order.", { ranking = [2, 1, 0], value = 3 }],
    ["No preference.", { ranking = [1, "?", 1], missed = [1], value = 0 }],
    ["One preference, fulfilled.", { ranking = [1, "?", 0], value = 1 }],
    ["One retrieved, and one of lower relevance missed.", { ranking = [1], missed = [0], value = 0 }],
    ["All of one score, so that the first stands first: of 5 pairs it stands above the second alone.",
        { ranking = [1, 0, 1, 2], scores = [1, 1, 1, 1], value = 1 }],
]
*/
