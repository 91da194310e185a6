/*
name       = "Judged"
title      = "Share judged"
family     = "judgments"
about      = """
    The share of the first k documents, or of those retrieved if they are fewer, that have a judgment of any kind."""
formula    = "Judged@k = judged among the first k / min(k, n), n documents retrieved"
range      = [0, 1]
better     = "neither"
cite       = "MacAvaney, Macdonald and Ounis, ECIR 2022 (ir_measures). doi:10.1007/978-3-030-99739-7_38"
parameters = { k = { type = "cutoff" } }
peers      = { ir_measures = ["Judged", "Judged@{k}"] }
*/
select run, query_id, count(*) / any_value(least($k, num_ret)) as value
from judged
join topics using (run, query_id)
where rank <= $k
group by all
/*
example = [
    ["Three of the first five are judged; a negative relevance is a judgment too.",
        { ranking = [1, "?", 0, -1, "?", 0], with = { k = 5 }, value = 0.6 }],
    ["Fewer are retrieved than are looked at.", { ranking = [1, "?"], with = { k = 5 }, value = 0.5 }],
    ["Judged just at the cutoff.", { ranking = ["?", 0], with = { k = 2 }, value = 0.5 }],
]
*/
