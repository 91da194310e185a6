/*
about = """
One row per measure and two runs, each way: on how many queries that both have a value for the run is above, the same
(to 12 decimals) and below the other."""
*/
with faced as (
    select
        metric,
        one.run,
        two.run as other,
        round((one.value - two.value) * asked.sign, 12) as lead
    from compared as one
    join compared as two using (metric, query_id)
    join asked using (metric)
    where one.run <> two.run
)

select
    faced.metric,
    faced.run,
    faced.other,
    count(*) filter (lead > 0) as wins,
    count(*) filter (lead = 0) as ties,
    count(*) filter (lead < 0) as losses
from faced
join asked on asked.metric = faced.metric
join standings on standings.metric = faced.metric and standings.run = faced.run
join standings as others on others.metric = faced.metric and others.run = faced.other
group by faced.metric, faced.run, faced.other, asked.place, standings.place, others.place
order by asked.place asc, standings.place asc, others.place asc
