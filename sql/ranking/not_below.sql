/*
about = """
One row per row of a pass that is not proved to be lower in score than the row before it: the first of a ranking, equal
scores, what is out of order, and scores that are not numbers."""

[columns]
n     = "number of the row"
tied  = "whether its score is that of the row before"
unfit = "whether its score is not a finite number"
*/
-- no order of rows is trusted: a row counts as the one before only if its number says so
select
    n,
    coalesce(before = n - 1 and score = above, false) as tied,
    coalesce(not isfinite(score), true) as unfit
from
    (
        select n, score, lag(n) over as_read as before, lag(score) over as_read as above
        from {{ runs }}
        window as_read as ({{ "order by n asc" if by_number }})
    )
where not coalesce(before = n - 1 and score < above and score > '-infinity', false)
