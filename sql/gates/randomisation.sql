/*
about   = """
The randomisation test to one side. Of each flip of the signs the opposite one counts too, so that the p-value of the
side that the mean is on is half of the two-sided one, exactly where all flips are tried."""
formula = "p / 2 of the two-sided test where mean(x) > 0, and 1 - p / 2 if it is below"
cite    = "Fisher, The Design of Experiments, 1935"
*/
select
    pairs.*,
    case when statistic > 0 then p_value / 2 else 1 - p_value / 2 end as above,
    case when statistic < 0 then p_value / 2 else 1 - p_value / 2 end as below
from ({% include "significance/randomisation.sql" %}) as two_sided
join pairs using (metric, run, other)
