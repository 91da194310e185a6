/*
about = "One row per run: how much it retrieved, and how much of that is judged."
*/
select run, answered, documents, judged, judged_share, relevant
from run_summary
order by run asc
