/*
about   = """
Student's paired t test to one side: of the differences and the margin, or of the values less the least mean. Numbers
that are all the same leave nothing to chance."""
formula = "t = mean(x) / sqrt(var(x) / n), with n - 1 degrees of freedom, x = d + margin"
cite    = "Student, Biometrika 6(1), 1908, doi:10.2307/2331554"
*/
select
    * exclude (tail),
    case
        when queries < 2 then null
        when variance > 0 then case when mean > 0 then tail / 2 else 1 - tail / 2 end
        else (mean <= 0)::integer::double
    end as above,
    case
        when queries < 2 then null
        when variance > 0 then case when mean > 0 then 1 - tail / 2 else tail / 2 end
        else (mean >= 0)::integer::double
    end as below
from (select *, {{ t_tail("mean / sqrt(variance / queries)", "queries - 1") }} as tail from pairs)
