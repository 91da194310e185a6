/*
about = """
The slices where a run is below the one that it is compared with, the largest loss of each measure first: by the mean of
the differences there, and with p-values of the first test."""
*/
select
    sliced.of as metric,
    sliced.attribute,
    sliced.slice,
    each.run,
    each.other,
    each.queries,
    each.queries < 10 as small,
    each.difference,
    each.lower,
    each.upper,
    each.p_corrected,
    each.significant
from evalsql_slice_comparisons as each
join sliced using (metric)
join asked on asked.metric = sliced.of
where each.test = {{ test }} and each.difference * sign < 0
order by asked.place asc, abs(each.difference) desc, sliced.place asc, each.run asc, each.other asc
