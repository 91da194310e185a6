/*
about = "One row per run of a database that others are added to."

[columns]
run = "name of the run"
*/
select run::varchar as run
from {{ kept }}.run_summary
