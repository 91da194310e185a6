/*
about = """
One row per measure and slice, rule and claim (that the rule holds, or that it is broken): the p-value corrected for how
many measures and slices are held to the rule."""

[columns]
number      = "of the measure and slice"
rule        = "the rule"
claim       = "holds or broken"
p_corrected = "the p-value, corrected"
family      = "how many there are"
*/
select
    number,
    rule,
    test as claim,
    family,
    case when p_value is not null then least(1e0, {{ corrections[correction] | indent(4) }}) end as p_corrected
from
    (
        select
            *,
            rule as metric,
            {{ in_family("rule, test", ["number"], correction) | indent(12) }}
        from
            (
                select number, rule, 'holds' as test, p_value from gate_tests
                union all
                select number, rule, 'broken' as test, p_harm from gate_tests
            )
    )
