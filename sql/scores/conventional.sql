/*
name  = "conventional"
about = "One row per convention that could be followed. It is made without rows; who reconciles adds them."

[columns]
convention = "its name"
value      = "the mean by it"
*/
select null::varchar as convention, null::double as value
where false
