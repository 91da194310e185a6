/*
of       = ["qrels", "gains"]
place    = 4
sentence = "{row}: gain is {given.gain} and relevance {given.relevance}; {gains_rule}{more:row}"
*/
{#- of judgments, a relevance that is not a number is a problem of its own -#}
{{ first_row(
    "evalsql_" ~ of,
    "not " ~ within_bounds("gain") ~ " or (gain <> 0 and relevance <= 0 and isfinite(relevance))"
    ~ (" or not coalesce(isfinite(relevance), false)" if of == "gains" else "")
) }}
