/*
about = "One row per measure or curve, in the order asked."

[columns]
metric  = "the measure or curve, as text"
place   = "1, 2, 3, ..."
sign    = "-1 if a lower value is better, else 1"
axis    = "what a curve has a value at each point of: rank, recall or p"
alpha   = "of a measure with such a parameter, what that is"
k       = "its cutoff, or null"
logs    = "whether a run shows the geometric mean of its values, so that their logarithms are compared"
summary = "what a run shows of its values: mean, sum or geometric (mean)"
low     = "the lowest value that it can have, if that is known"
high    = "the highest one"
*/
select *
from
    (
        -- the first row is for the types alone
        values
            (null::varchar, 0, 0, null::varchar, null::double, null::integer, false, null::varchar, -1e0, 1e0)
            {%- for each in measures %},
            (
                {{ each.text }}, {{ loop.index }}, {{ each.sign }}, {{ each.axis | default("null") }},
                {{ each.alpha | default("null") }}, {{ each.k | default("null") }},
                {{ (each.summary | default("mean")) == "geometric" }}, '{{ each.summary | default("mean") }}',
                '{{ each.low | default("-inf") }}'::double, '{{ each.high | default("inf") }}'::double
            )
            {%- endfor %}
    ) as asked(metric, place, sign, axis, alpha, k, logs, summary, low, high)
where place > 0
