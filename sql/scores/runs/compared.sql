/*
about = """
The scores that are compared: of the measures asked for, if there is a value. Of a measure that is summarized by the
geometric mean they are logarithms, whose mean is that of it."""
*/
select metric, run, query_id, case when logs then {{ log_of("value") }} else value end as value
from scores
join asked using (metric)
where value is not null
