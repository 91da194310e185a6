/*
about = "One row per measure of a slice; see asked."
*/
select sliced.metric, sliced.place, sign, axis, alpha, k, logs, summary
from sliced
join evalsql_whole_asked as measured on measured.metric = sliced.of
