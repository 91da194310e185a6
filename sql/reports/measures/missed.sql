/*
about = """
One row per relevant document that a ranking lacks down to the cutoff: where it stands below, what it would gain, and
the measure's value if it stood at rank 1 and all others a rank below."""
*/
select doc_id, relevance, gain, rank::integer as rank, top.value as on_top, top.value - whole.value as adds
from missed
cross join (select value from valued where cut = 'whole') as whole
left join valued as top on top.cut = 'missed ' || number
order by number asc
