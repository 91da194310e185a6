/*
of       = ["qrels", "weights"]
place    = 5
column   = "weight"
sentence = "{row}: weight is {given.weight}; 0 or a number {bounds} was expected{more:row}"
*/
{#- of a table of weights, one that is not a number is a problem of its own -#}
{{ first_row(
    "evalsql_" ~ of, ("isfinite(weight) and " if of == "weights" else "") ~ "not " ~ within_bounds("weight")
) }}
