/*
about = """
One row per two measures and run that both have a mean for: the run's means, and its ranks among those runs, the best
first, equal where the means are (to 12 decimals: sums of the same numbers in another order are ties). The first measure
is of means, the other of other_means, which are the same, or those under another condition. forward says of two
measures of the same condition which of the two directions a coefficient that has none is computed in. If only the
first is asked for, it is put beside each of the others."""
*/
select
    metric,
    other,
    forward,
    run,
    value,
    other_value,
    rank() over (partition by metric, other order by round(value, 12) desc) as rank,
    rank() over (partition by metric, other order by round(other_value, 12) desc) as other_rank
from
    (
        select
            one.metric,
            two.metric as other,
            {{ "true" if against == "other" else "one.place < two.place" }} as forward,
            one.run,
            one.value,
            two.value as other_value
        from means as one
        join other_means as two on two.run = one.run
        {%- if against != "other" %} and two.metric <> one.metric {%- endif %}
        {%- if against == "first" %}
        where one.place = 1
        {%- endif %}
    )
qualify count(*) over (partition by metric, other) > 1
