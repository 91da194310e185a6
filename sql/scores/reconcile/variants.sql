/*
about = """
One row per decision that is tried: about the inputs, each a variant of them, or about the measure. It is made without
rows; who reconciles adds them."""

[columns]
variant  = "number of the variant of the inputs; null of a decision about the measure"
metric   = "the measure, as text; null of a decision about the inputs"
decision = "what is decided; null if all is as it is by default"
choice   = "how"
*/
select null::integer as variant, null::varchar as metric, null::varchar as decision, null::varchar as choice
where false
