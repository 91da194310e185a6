/*
about = """
One row per convention that could be followed, and the average over the orders of ties. It is made without rows; who
reconciles adds them."""

[columns]
decision = "convention, or ties"
choice   = "the name of the convention, or how ties are ordered"
value    = "the mean by it"
*/
select null::varchar as decision, null::varchar as choice, null::double as value
where false
