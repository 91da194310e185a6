/*
name  = "gate"
about = """
One row per rule, measure and slice of a gate, by what is held against the bound: a difference of means (of geometric
means, which are the measures in $geometric, in percent), a mean, the largest loss of a query, or the share of queries
that lose. Its value, the interval if it has one, and where the bounds are.
"""
*/
with
    sided as (
        select
            *,
            rowid as number,
            case when better = 'lower' then -1 else 1 end as sign,
            case
                when rule in ('at_least', 'worst_loss', 'losing') then rule
                when list_contains($geometric::varchar[], metric) then 'percent'
                else 'difference'
            end as panel
        from gate
    ),

    held as (
        select
            *,
            case
                when panel in ('difference', 'percent') then difference
                when rule = 'at_least' then mean
                else value
            end as held,
            case rule
                when 'better' then 0
                when 'non_inferior' then -sign * bound
                when 'unchanged' then -bound
                else bound
            end as limit_one,
            case when rule = 'unchanged' then bound end as limit_two
        from sided
    )

select
    panel,
    rule,
    metric,
    attribute,
    slice,
    queries,
    verdict,
    reason,
    {%- for column in ("held", "lower", "upper", "limit_one", "limit_two") %}
    case when panel = 'percent' then 100 * (exp({{ column }}) - 1) else {{ column }} end as {{ column }}
    {{- "," if not loop.last }}
    {%- endfor %}
from held
order by min(number) over (partition by panel) asc, number asc
