/*
about = """
One row per measure by which two runs have no p-value, as with fewer than two queries in common: letters would say of
them that they do not differ."""
*/
with
    {{ asked }},

    pairs as (
        select metric, count(*) * (count(*) - 1) / 2 as pairs
        from leaderboard
        semi join asked using (metric)
        where value is not null
        group by metric
    ),

    tested as (select metric, count(p_value) as tested from comparisons semi join asked using (metric) group by metric)

select metric
from pairs
left join tested using (metric)
join asked using (metric)
where pairs > coalesce(tested, 0)
order by asked.place asc
