/*
name  = "slice_differences"
about = """
One row per run that was compared with $baseline by the first test, and slice of the queries, of the measure $metric:
its mean less that of $baseline there, on how many queries, and whether that is significant. First come all queries,
whose attribute and slice are null.
"""
*/
with
    faced as (
        select
            attribute,
            slice,
            case when other = $baseline then run else other end as run,
            case when other = $baseline then difference else -difference end as difference,
            queries,
            p_corrected,
            significant,
            better,
            test,
            rowid as number
        from comparisons
        where metric = $metric and (run = $baseline or other = $baseline)
    )

select
    run,
    attribute,
    slice,
    queries,
    difference as value,
    p_corrected,
    better,
    case when significant then '*' else '' end as mark
from faced
where test = (select min_by(test, number) from faced)
order by number asc
