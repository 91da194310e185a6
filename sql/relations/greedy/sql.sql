{#- Documents put in order of their alpha gain, a rank at a time for all queries; udf.sql does the same in Python. -#}
with recursive
    numbered as (
        select
            query_id,
            subtopic,
            {{ weight }} as weight,
            row_number() over (partition by query_id order by subtopic asc) as nugget
        from (select query_id, subtopic, any_value(weight) as weight from nugget_base group by all)
    ),

    documents as (
        select
            query_id,
            doc_id,
            row_number() over (partition by query_id order by doc_id desc) as choice,
            list(nugget order by nugget asc) as has
        from nugget_base
        join (select query_id, subtopic, nugget from numbered) using (query_id, subtopic)
        group by query_id, doc_id
    ),

    -- documents with the same nuggets are alike: of these the first goes first, and only it is looked at
    kinds as (
        select query_id, has, choices, row_number() over (partition by query_id order by choices[1] asc) as kind
        from (select query_id, has, list(choice order by choice asc) as choices from documents group by query_id, has)
    ),

    -- how many of each kind stand above, how often each nugget was met there, and so what it is worth now
    orders as (
        select
            query_id,
            0::bigint as rank,
            null::bigint as choice,
            null::double as gain,
            (select list(0::bigint) from kinds where kinds.query_id = numbered.query_id) as picked,
            list(weight order by nugget asc) as weights,
            list(0::bigint) as met
        from numbered
        group by query_id

        union all

        select
            query_id,
            rank + 1,
            pick.choice,
            pick.gain,
            list_transform(picked, lambda times, kind: times + (kind = pick.kind)::bigint),
            weights,
            list_transform(met, lambda times, nugget: times + list_contains(pick.has, nugget)::bigint)
        from orders
        join
            (
                select
                    query_id,
                    {% if first == "highest" -%}
                    max_by(
                        {'kind': kind, 'choice': choice, 'has': has, 'gain': gain},
                        {'gain': gain, 'choice': -choice}
                    ) as pick
                    {%- else -%}
                    min_by(
                        {'kind': kind, 'choice': choice, 'has': has, 'gain': gain},
                        {'gain': gain, 'choice': choice}
                    ) as pick
                    {%- endif %}
                from
                    (
                        select
                            query_id,
                            kind,
                            has,
                            choices[picked[kind] + 1] as choice,
                            -- in the order of size, so that equal sets of terms have equal sums
                            list_sum(list_sort(list_select(worth, has), 'asc')) as gain
                        from
                            (
                                select
                                    query_id,
                                    picked,
                                    list_transform(
                                        weights, lambda weight, nugget: weight * pow(1 - {{ alpha }}, met[nugget])
                                    ) as worth
                                from orders
                                where rank < {{ depth }}
                            )
                        join kinds using (query_id)
                        where picked[kind] < len(choices)
                    )
                group by query_id
            )
            using (query_id)
    )

select query_id, rank, doc_id, gain
from orders
join documents using (query_id, choice)
