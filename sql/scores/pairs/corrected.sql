/*
title = "p-values corrected for many comparisons"
about = """
The p-values of each measure and test, corrected for how many there are. Those of a test that looks at all runs together
are so already."""
*/
select
    metric,
    {%- if own | default("") %}
    {{ own }},
    {%- endif %}
    run,
    other,
    test,
    statistic,
    p_value,
    case
        when familywise or p_value is null then p_value
        {#- a correction is an expression of p_value and of what in_family() gives #}
        {%- if correction %}
        else least(1e0, {{ corrections[correction] | indent(12) }})
        {%- else %}
        {%- for name, p_corrected in corrections.items() %}
        when $correction = '{{ name }}' then least(1e0, {{ p_corrected | indent(12) }})
        {%- endfor %}
        {%- endif %}
    end as p_corrected
from
    (
        select
            *,
            {{ in_family("metric, test", ["run", "other"], correction) | indent(12) }}
        from {{ tested | default("tested") }}
    )
