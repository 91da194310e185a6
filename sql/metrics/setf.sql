/*
name    = "SetF"
title   = "F of a set"
family  = "precision"
about   = """
    Precision of all documents retrieved and their recall in one number, a weighted harmonic mean. beta is what
    trec_eval and ir_measures call so, and stands where van Rijsbergen has its square: SetF(beta=4) is his F2."""
formula = "(beta + 1) P R / (beta P + R); P = c(n) / n, R = c(n) / R, n documents retrieved"
range   = [0, 1]
better  = "higher"
cite    = "Van Rijsbergen, Information Retrieval, 2nd edition, Butterworths, 1979, chapter 7."
needs   = "relevant"
ties    = "no order changes it"

[parameters]
beta = { type = "DOUBLE", default = 1, within = "[0, 100000]", about = "weight of recall: the square of F's beta" }
rel  = { type = "relevance" }

[peers]
trec_eval   = ["set_F", "set_F_{beta}"]
ir_measures = "SetF(rel={rel},beta={beta:})"
*/
select run, query_id, ($beta + 1) * precision * share / nullif($beta * precision + share, 0) as value
from
    (
        select
            run,
            query_id,
            count(rank) / nullif(any_value(num_ret), 0) as precision,
            count(rank) / count(*) as share
        from judged
        join topics using (run, query_id)
        where relevance >= $rel
        group by all
    )
/*
example = [
    ["P = 2/4 and R = 2/3: 2 P R / (P + R).", { ranking = [1, 0, "?", 1], missed = [1], value = 0.571429 }],
    ["F2, of beta 4: 5 P R / (4 P + R), P = 1/2 and R = 1/4.",
        { ranking = [1, 0], missed = [1, 1, 1], with = { beta = 4 }, value = 0.277778 }],
    ["Nothing relevant is found.", { ranking = [0], missed = [1], value = 0 }],
    ["Nothing is retrieved.", { ranking = [], missed = [1], value = 0 }],
    ["Of grade 2 or better: P = 1/2, R = 1.", { ranking = [1, 2], with = { rel = 2 }, value = 0.666667 }],
    ["P = 1 and R = 1/2: 1 / (3/2).", { ranking = [1], missed = [1], value = 0.666667 }],
    ["P and R are 1/2, and 1 together.", { ranking = [1, 0], missed = [1], value = 0.5 }],
]
*/
