/*
about = """
One row per measure, two runs that are compared and test. It is made without rows; each file of sql/significance adds
its own."""

[columns]
metric     = "the measure"
run        = "name of the run"
other      = "name of the run that it is compared with"
test       = "the test"
familywise = "whether its p-values are over all pairs of runs already"
statistic  = "what it looks at"
p_value    = "what it says"
*/
select
    null::varchar as metric,
    null::varchar as run,
    null::varchar as other,
    null::varchar as test,
    null::boolean as familywise,
    null::double as statistic,
    null::double as p_value
where false
