/*
about = """
One row per decision, and per two of them together: the mean that they give, how far it is from a number, whether it is
that to the digits written, and how far it is from the mean by default."""
*/
with
averagings(number, decision, choice) as (
    values
        (0, null, null),
        (1, 'queries', 'those that the run answers'),
        (2, 'queries', 'those with a relevant document'),
        (3, 'queries', 'those that the run answers, with a relevant document'),
        (4, 'queries', 'all of the run, judged or not'),
        (5, 'queries', 'all of the run or the judgments'),
        (6, 'a query with nothing relevant', 'counts 1'),
        (7, 'rounding', 'each query to 4 digits first')
),

shown as (
    select
        variants.variant,
        coalesce(measures.metric, {{ base }}) as metric,
        variants.decision as by_input,
        variants.choice as input,
        measures.decision as by_measure,
        measures.choice as measure
    from (from variants where variant is not null) as variants
    cross join (from variants where metric is not null) as measures
),

-- queries that the run or the judgments do not have count 0
counted as (
    select
        number,
        case number when 4 then of_run_judged / of_run when 5 then of_judgments / of_either else 1 end as share
    from averagings
    cross join
        (
            select
                count(case when judged then 1 end) as of_judgments,
                count(*) as of_either,
                greatest(count(case when answered then 1 end), 1) as of_run,
                count(case when answered and judged then 1 end) as of_run_judged
            from told_queries
        )
),

averaged as (
    select
        variant,
        metric,
        number,
        any_value(share) as share,
        {{ summarized(summary, "counts") }} as mean
    from
        (
            select
                variant,
                metric,
                number,
                query_id,
                share,
                case
                    when number = 6 and not relevant then 1
                    when number = 7 then round(value, 4)
                    else value
                end as value,
                case
                    when number in (1, 4) then answered
                    when number = 2 then relevant
                    when number = 3 then answered and relevant
                    else true
                end as counts
            from tried
            join told_queries using (query_id)
            cross join counted
            -- two decisions together, and of rounding none beside
            where
                variant >= 0
                and (variant = 0)::integer + (metric = {{ base }})::integer + (number = 0)::integer
                    >= case number when 7 then 2 else 1 end
        )
    group by variant, metric, number
),

summed as (
    select
        variant,
        metric,
        number,
        {{ {"sum": "mean", "geometric": "pow(mean, share) * pow(1e-5, 1 - share)", "mean": "mean * share"}[summary] }}
        as value
    from averaged

    -- a cutoff that goes with each ranking: its own length, if that is shorter
    union all

    select variant, 'shrunk', 0, {{ summarized(summary) }}
    from tried
    join told_queries using (query_id)
    where metric = {{ at }} || '@' || case num_ret when 0 then {{ cutoff }} else least({{ cutoff }}, num_ret) end
    group by variant
),

several as (
    select
        [each for each in [by_input, by_measure, averagings.decision] if each is not null] as decisions,
        [each for each in [input, measure, averagings.choice] if each is not null] as choices,
        value
    from summed
    join shown using (variant, metric)
    join averagings using (number)
    where
        (by_input is null)::integer + (by_measure is null)::integer + (averagings.decision is null)::integer > 0
        and (averagings.decision is distinct from 'rounding' or coalesce(by_input, by_measure) is null)

    union all

    select [decision], [choice], value
    from conventional

    union all

    -- the same number, whose digits are cut off and not rounded
    select ['rounding'], ['digits cut off'], value
    from summed
    where
        (variant, metric, number) = (0, {{ base }}, 0)
        and abs(value - {{ number }}) > {{ half }} * (1 + 1e-9)
        and value - {{ number }} between 0 and 2 * {{ half }}
),

standard as (select value as default_value from summed where (variant, metric, number) = (0, {{ base }}, 0)),

-- of two decisions each must move what the other gives, by a digit that is written
apart as (
    select *, abs(value - {{ number }}) as distance
    from several
    where
        len(decisions) < 2
        or not exists (
            select 1
            from several as alone
            where
                len(alone.decisions) < 2
                and list_has_all(several.choices, alone.choices)
                and list_has_all(several.decisions, alone.decisions)
                and abs(alone.value - several.value) < {{ half }}
        )
),

judged_near as (
    select
        *,
        coalesce(distance <= {{ half }} * (1 + 1e-9) + 1e-15, false) or choices = ['digits cut off'] as matches,
        row_number() over (
            partition by len(decisions) order by distance asc nulls last, decisions asc, choices asc
        ) as place
    from apart
)

select
    coalesce(nullif(array_to_string(decisions, ' and '), ''), 'default') as decision,
    array_to_string(choices, ' and ') as choice,
    len(decisions)::integer as decisions,
    value,
    value - {{ number }} as difference,
    matches,
    value - default_value as moved
from judged_near
cross join standard
where
    -- of what gives no number, the default alone
    len(decisions) = 0
    or (len(decisions) = 1 and value is not null)
    -- two together give many a number, so they are told if none alone gives it
    or (
        place <= {{ most }} and value is not null
        and not (select bool_or(matches) from judged_near where len(decisions) < 2)
    )
order by decisions asc, decision asc, choice asc
