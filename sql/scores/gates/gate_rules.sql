/*
about = "One row per measure and rule that a gate holds it to."

[columns]
metric   = "the measure"
rule     = "non_inferior, unchanged, better, at_least, worst_loss or losing"
bound    = "the margin, the least mean, the largest loss or the largest share of losing queries"
relative = "whether a margin is a share of the baseline"
position = "1, 2, 3, ..., in the order in which rules are shown"
*/
select *
from
    (
        -- the first row is for the types alone
        values
            (null::varchar, null::varchar, null::double, false, 0)
            {%- for each in rules %},
            ({{ each.metric }}, {{ each.rule }}, {{ each.bound }}, {{ each.relative }}, {{ loop.index }})
            {%- endfor %}
    ) as rules(metric, rule, bound, relative, position)
where position > 0
