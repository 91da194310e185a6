/*
name  = "corrected"
about = """
    The p-values of each measure and test, corrected for how many there are. Those of a test that looks at all runs
    together are so already."""

[corrections]
none               = "as they are"
bonferroni         = "m p"
holm               = "step down: the highest (m - i + 1) p of those up to the i-th lowest (Holm 1979)"
hochberg           = "step up: the lowest (m - i + 1) p of those from the i-th lowest (Hochberg 1988)"
benjamini_hochberg = """
    of the false discovery rate: the lowest m p / i of those from the i-th lowest (Benjamini and Hochberg 1995)"""
benjamini_yekutieli = """
    the same, times 1 + 1/2 + ... + 1/m, for tests that depend on each other in any way (Benjamini and Yekutieli
    2001)"""
*/
{%- macro by(correction) -%}
{%- if correction == "none" -%}
p_value
{%- elif correction == "bonferroni" -%}
family * p_value
{%- elif correction == "holm" -%}
max((family - place + 1) * p_value) over (partition by metric, test order by place asc)
{%- elif correction == "hochberg" -%}
min((family - place + 1) * p_value) over (partition by metric, test order by place desc)
{%- elif correction == "benjamini_hochberg" -%}
min(family / place * p_value) over (partition by metric, test order by place desc)
{%- else -%}
min(
                list_sum(list_transform(range(1, family + 1), lambda i: 1 / i)) * family / place * p_value
            ) over (partition by metric, test order by place desc)
{%- endif -%}
{%- endmacro -%}
select
    metric,
    run,
    other,
    test,
    statistic,
    p_value,
    case
        when familywise or p_value is null then p_value
        {%- if correction == "asked" %}
        {%- for each in corrections %}
        when $correction = '{{ each }}' then least(1e0, {{ by(each) }})
        {%- endfor %}
        {%- else %}
        else least(1e0, {{ by(correction) }})
        {%- endif %}
    end as p_corrected
from
    (
        select
            *,
            count(p_value) over (partition by metric, test) as family,
            row_number() over (partition by metric, test order by p_value asc nulls last, run asc, other asc) as place
        from tested
    )
