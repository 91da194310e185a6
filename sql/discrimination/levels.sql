/*
place = 2
brief = "the p-values behind that, the highest first"
about = """
The p-values of all pairs of runs by each measure and test, the highest first: the curve of achieved significance
levels."""
cite  = "Sakai, SIGIR 2006, doi:10.1145/1148170.1148261, figures 1 and 2"
note  = "The p-value of each pair of runs, the highest first."
*/
select
    metric,
    test,
    row_number() over (partition by metric, test order by p_value desc, run asc, other asc)::integer as place,
    run,
    other,
    p_value
from tested
join asked using (metric)
where p_value is not null
order by asked.place asc, test asc, p_value desc, run asc, other asc
