/*
about = """
Over the rows of the report ideal: how many queries there are, of how many the exact ideal is known at every rank, and
for how many of these the greedy ideal is as good at every rank."""
*/
select count(*) as queries, count(*) filter (known) as known, count(*) filter (known and good) as good
from
    (
        select bool_and(exact is not null) as known, bool_and(greedy = exact) as good
        from ideal
        group by query_id
    )
