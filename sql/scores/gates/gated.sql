/*
about = """
One row per measure and slice, and rule: what the rule looks at, and its verdict. Values are on the side of the measure:
of one whose lower values are better, a loss is a rise."""

[columns]
metric           = "the measure"
attribute        = "what the queries are sliced by; null of all queries"
slice            = "the slice; null of all queries"
rule             = "non_inferior, unchanged, better, at_least, worst_loss or losing"
verdict          = "pass, fail or cannot tell"
queries          = "on how many queries it is decided"
mean             = "mean of the new run over these"
baseline         = "mean of the baseline over these"
difference       = "mean minus baseline; of geometric means the logarithm of mean / baseline"
lower            = "with confidence 1 - alpha the true difference (of at_least: mean) is above this"
upper            = "and with confidence 1 - alpha it is below this"
value            = "what is held against the bound"
bound            = "the margin (one in percent as it is on average), the least mean, the largest loss or share allowed"
p_value          = "of the claim that the rule holds; null if no test decides"
p_corrected      = "the same, corrected"
p_harm           = "of the claim that the rule is broken"
p_harm_corrected = "the same, corrected"
queries_needed   = """
how many queries would tell with the power asked for, if the difference seen were the true one; null if it has been
told, or a million are too few; by Guenther's formula, for the t test; of the randomisation test at least so many that
its p-value can be that low"""
detectable       = """
the least margin that so many queries show with that power if nothing has changed, by the same formula; null if
they are very few"""
losses           = "on how many of the queries the new run is below the baseline"
query_id         = "the query that loses most; null if none does"
worst_loss       = "how much it loses"
new_only         = "how many queries only the new run has a value for"
baseline_only    = "how many only the baseline has"
better           = "which values of the measure are better: higher or lower ones"
logs             = "whether it is a geometric mean, whose difference, limits and margins are logarithms"
*/
with
looked as (
    select
        *,
        len(met) as queries,
        list_avg(list_transform(met, lambda each: each.new)) as new_mean,
        list_avg(list_transform(met, lambda each: each.old)) as old_mean,
        sign * list_avg(list_transform(met, lambda each: each.gain)) as difference,
        len(list_filter(met, lambda each: round(each.loss, 12) > 0)) as losses,
        -- of no query null, which greatest() would pass over
        case when len(met) > 0 then greatest(0, list_max(list_transform(met, lambda each: each.loss))) end as worst_loss
    from faced
    join gate_rules using (metric)
),

tested as (
    select
        looked.*,
        case when logs then exp(new_mean) else new_mean end as mean,
        case when logs then exp(old_mean) else old_mean end as baseline,
        margin,
        case when sign > 0 then low else -high end as lowest,
        case when sign > 0 then high else -low end as highest,
        within,
        deviation,
        p_value,
        p_harm,
        -- to be shown unchanged, both sides must be
        case when rule = 'unchanged' then (1 + $power) / 2 else $power end as least_power,
        holds.p_corrected,
        broken.p_corrected as p_harm_corrected,
        {%- if correction == "none" %}
        $alpha as level
        {%- else %}
        $alpha / greatest(1, holds.family) as level  -- no family, and no need of a level, if no test decides
        {%- endif %}
    from looked
    left join gate_tests using (number, rule)
    left join (select * from gate_corrected where claim = 'holds') as holds using (number, rule)
    left join (select * from gate_corrected where claim = 'broken') as broken using (number, rule)
),

judged as (
    select
        *,
        case
            when queries = 0 then 'cannot tell'
            when rule = 'at_least' then case when round(sign * (mean - bound), 12) >= 0 then 'pass' else 'fail' end
            when rule = 'worst_loss' then case when round(worst_loss - bound, 12) <= 0 then 'pass' else 'fail' end
            when rule = 'losing' then case when round(losses / queries - bound, 12) <= 0 then 'pass' else 'fail' end
            when p_corrected <= $alpha then 'pass'
            when p_harm_corrected <= $alpha then 'fail'
            else 'cannot tell'
        end as verdict
    from tested
)

select
    metric,
    attribute,
    slice,
    rule,
    verdict,
    queries,
    mean,
    baseline,
    difference,
    case
        when rule <> 'at_least' then lowest
        when logs then greatest(bound, 1e-5) * exp(lowest)
        else bound + lowest
    end as lower,
    case
        when rule <> 'at_least' then highest
        when logs then greatest(bound, 1e-5) * exp(highest)
        else bound + highest
    end as upper,
    case
        when rule = 'at_least' then mean
        when rule = 'worst_loss' then worst_loss
        when rule = 'losing' then losses / nullif(queries, 0)
        else difference
    end as value,
    case
        when relative then margin
        when rule = 'better' then 0
        else bound
    end as bound,
    p_value,
    p_corrected,
    p_harm,
    p_harm_corrected,
    -- Guenther's approximation of the power of a t test to one side
    case
        when verdict = 'cannot tell' and within <> 0 and abs(within) > 1e-3 * deviation then greatest(
            queries + 1,
            {%- if test == "randomisation" %}
            ceil(-log2(level))::bigint,  -- fewer flips have no p-value as low
            {%- endif %}
            ceil(pow((critical + reached) * deviation / within, 2) + pow(critical, 2) / 2)::bigint
        )
    end as queries_needed,
    case
        when rule in ('non_inferior', 'unchanged', 'better') and queries >= 2 + pow(critical, 2) / 2
            then (critical + least_reached) * deviation / sqrt(queries - pow(critical, 2) / 2)
    end as detectable,
    losses,
    case when worst_loss > 0 then
        list_filter(met, lambda each: each.loss = worst_loss)[1].query_id
    end as query_id,
    worst_loss,
    new_only,
    baseline_only,
    case when sign < 0 then 'lower' else 'higher' end as better,
    logs
from
    (
        select
            * exclude (quantiles),
            quantiles[1] as critical,
            quantiles[2] as reached,
            quantiles[3] as least_reached
        from
            (
                select
                    *,
                    list_transform(
                        [1 - level, $power, least_power], lambda chance: {{ normal_quantile("chance") }}
                    ) as quantiles
                from judged
            )
    )
order by position asc, number asc
