/*
about = "One row per measure of a sweep. It is made without rows; the sweep adds them."

[columns]
metric = "the measure, as text"
value  = "what its parameter is there, as text"
*/
select null::varchar as metric, null::varchar as value
where false
