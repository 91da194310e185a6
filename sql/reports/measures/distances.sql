/*
about = """
One row per document that a measure of distance looks at: its rank, null if it is missed, its relevance to users
(urs) and to the run (srs), from 0 to 1, and how far the one is from the other."""
*/
select rank::integer as rank, urs, srs, srs - urs as distance
from
    (
        select
            rank,
            {{ nearest("urs", "$user_levels") if levels else "urs" }} as urs,
            {{ nearest("srs", "$system_levels") if levels else "srs" }} as srs
        from ({{ distances() }})
    )
where rank is not null or urs > 0
order by rank asc nulls last, urs desc
