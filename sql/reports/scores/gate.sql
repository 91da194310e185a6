/*
about = "One row per measure and slice, and rule: all that a gate says of it, and why."

[columns]
passed = "whether the verdict is pass, or cannot tell if no evidence is required"
reason = """
the verdict in words; a loss is a rise of a measure whose lower values are better; of geometric means it is in
percent"""
*/
{%- macro p(x) -%}
case when {{ x }} < 0.001 then 'p < 0.001' else format('p = {:.3f}', {{ x }}) end
{%- endmacro -%}
{%- macro side(x) -%}
case when {{ x }} < 0 then 'a loss' else 'a gain' end || case
    when logs then format(' of {:.1f}%', 100 * abs(exp({{ x }}) - 1))
    else format(' of {:.4f}', abs({{ x }}))
end
{%- endmacro -%}
{%- macro allowed() -%}
case when logs then format('{:.4g}%', 100 * (1 - exp(-bound))) else format('{:.4g}', bound) end
{%- endmacro %}
select
    * exclude (logs),
    verdict = 'pass' or (verdict = 'cannot tell' and not {{ require_evidence }}) as passed,
    case
        when queries = 0 then 'no query that both have a value for'
        when rule = 'at_least'
            then format('mean {:.4f}, ', mean) || case when better = 'lower' then 'at most' else 'at least' end
            || format(' {:g} asked', bound)
        when rule = 'worst_loss' and query_id is null then 'no query loses'
        when rule = 'worst_loss'
            then 'query ' || query_id || format(' loses {:.4f}, at most {:g} allowed', value, bound)
        when rule = 'losing'
            then format('{} of {} queries lose ({:.1f}%), ', losses, queries, 100 * value)
                || format('at most {:g}% allowed', 100 * bound)
        when verdict = 'pass'
            then case rule
                when 'non_inferior' then 'no loss of ' || {{ allowed() }} || ' or more'
                when 'unchanged' then 'no change of ' || {{ allowed() }} || ' or more'
                else 'better than the baseline'
            end || format(' ({})', {{ p("p_corrected") }})
        when verdict = 'fail'
            then case rule
                when 'non_inferior' then 'a loss of more than ' || {{ allowed() }}
                when 'unchanged' then 'a change of more than ' || {{ allowed() }}
                else 'worse than the baseline'
            end || format(' ({})', {{ p("p_harm_corrected") }})
        when p_value is null then format('too few queries for the test: {}', queries)
        else concat(
            'between ', {{ side("case better when 'lower' then -upper else lower end") }},
            ' and ', {{ side("case better when 'lower' then -lower else upper end") }},
            format(' ({})', {{ p("p_corrected") }}),
            coalesce(
                format('; about {:,} queries would be needed to decide', queries_needed::bigint),
                '; even a million queries would not decide'
            )
        )
    end as reason
from gated
