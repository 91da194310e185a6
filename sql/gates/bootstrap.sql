/*
about   = """
The paired bootstrap test to one side, by half of its two-sided p-value. If the samples' t is counted to one side
only, the test is wrong too often with few queries, so that both sides count."""
formula = "p / 2 of the two-sided test where mean(x) > 0, and 1 - p / 2 if it is below"
cite    = "Sakai, SIGIR 2006, doi:10.1145/1148170.1148261"
*/
select
    pairs.*,
    case when mean > 0 then p_value / 2 else 1 - p_value / 2 end as above,
    case when mean < 0 then p_value / 2 else 1 - p_value / 2 end as below
from ({% include "significance/bootstrap.sql" %}) as two_sided
join pairs using (metric, run, other)
