/*
name     = "P_relevant"
title    = "Probability of relevance at every rank"
family   = "novelty"
over     = "rank"
about    = "The probability that a document, by itself, has a nugget that the user wants."
formula  = """
    P[i] = 1 - Π (1 - P(s in user) P(s in document)); P(s in user) = γ u(s); P(s in document) is α or what the
    judgments say"""
range    = [0, 1]
better   = "higher"
cite     = "Clarke et al., SIGIR 2008, equations 1 to 5. doi:10.1145/1390334.1390446"
papers   = ["Clarke et al. 2008"]
monotone = false
parts    = { chance = "coalesce(probability, $alpha)", seen_first = "", which = "rank <= $k" }

[parameters]
alpha = { type = "DOUBLE", default = 0.5, within = "[0, 1]", about = """
    P(nugget in document) of a relevant document, if the judgments have no column probability""" }
gamma = { type = "DOUBLE", default = 1, within = "[0, 1]", about = """
    P(nugget in user): the probability that a user wants a nugget, times the weight of the subtopic""" }
k     = { type = "curve" }

[also.exact_G]
title      = "Exact gain at every rank"
about      = """
    The probability that a document has a nugget that the user wants and did not meet above. Alpha gain has a
    sum in place of this product."""
formula    = "G[i] = 1 - Π (1 - γ α (1 - α)^r) over the nuggets s of document i; r is how many documents above have s"
cite       = "Clarke et al., SIGIR 2008, equation 6. doi:10.1145/1390334.1390446"
parts      = { chance = "$alpha * pow(1 - $alpha, seen)", seen_first = "seen asc,", which = "seen >= 0 and rank <= $k" }
parameters = { alpha = { type = "novelty" } }
*/
select run, query_id, rank, coalesce(1 - missing, 0) as value
from ranks
left join
    (
        select
            run,
            query_id,
            rank,
            product(1 - {{ wanted() }} * {{ chance }} order by {{ seen_first }} subtopic asc) as missing
        from nuggets
        where {{ which }}
        group by all
    )
    using (run, query_id, rank)
/*
example = [
    ["Table 2, alpha and gamma .5: two nuggets, one, none.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []] },
        { with = { k = 10, gamma = 0.5 } },
        { P_relevant = { values = [0.4375, 0.25, 0.25, 0, 0.4375, 0.25, 0.25, 0.25, 0, 0] } },
        { exact_G = { values = [0.4375, 0.125, 0.0625, 0, 0.4375, 0.125, 0.25, 0.0625, 0, 0] } }],
    ["Met just at the cutoff: alpha, as gamma is 1.",
        { ranking = [[], ["1"], ["1"]], with = { k = 2 } },
        { P_relevant = { values = [0, 0.5] }, exact_G = { values = [0, 0.5] } }],
]
*/
