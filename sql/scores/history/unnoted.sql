/*
about = "The evaluations of a table of scores that are not recorded, numbered on from the last that is."
*/
select
    (select coalesce(max(evaluation), 0) from {{ recorded }})
    + row_number() over (order by evaluated_at asc, label asc) as evaluation,
    evaluated_at,
    label,
    'append' as action,
    runs
from
    (
        select evaluated_at, any_value(label) as label, count(distinct run) as runs
        from {{ scores }}
        where evaluated_at <> {{ moment }}::timestamp
        group by all
    )
where evaluated_at not in (select evaluated_at from {{ recorded }})
