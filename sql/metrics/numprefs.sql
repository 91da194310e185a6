/*
name    = "NumPrefs"
title   = "Number of preferences"
family  = "rank"
about   = """
    How many pairs of judged documents a query has whose relevance is unlike; added up over queries, not averaged."""
formula = "NumPrefs = pairs of judged documents of unlike relevance"
range   = [0, inf]
better  = "neither"
summary = "sum"
cite    = "Buckley, trec_eval -R qrels_prefs, prefs_num_prefs_poss."
*/
select run, query_id, possible as value
from ({{ preferences() }})
/*
example = [
    ["Levels 0, 1 and 2, retrieved and missed.", { ranking = [1, "?", 2, 0, 1, 0], missed = [2, 0, 1], value = 21 }],
    ["Five levels; a negative relevance plays no part.",
        { ranking = [4, 1, -1, 3, 0, 2, 1], missed = [3, -2], value = 19 }],
    ["All in order.", { ranking = [2, 1, 0], value = 3 }],
    ["No preference.", { ranking = [1, "?", 1], missed = [1], value = 0 }],
    ["One preference, fulfilled.", { ranking = [1, "?", 0], value = 1 }],
    ["One retrieved, and one of lower relevance missed.", { ranking = [1], missed = [0], value = 1 }],
    ["All of one score, so that the first stands first: of 5 pairs it stands above the second alone.",
        { ranking = [1, 0, 1, 2], scores = [1, 1, 1, 1], value = 5 }],
    ["Nothing that is judged was retrieved.", { ranking = ["?"], missed = [1, 0], value = 1 }],
]
*/
