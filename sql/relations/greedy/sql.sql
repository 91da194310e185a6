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

    -- how often each nugget was met above, and so what it is worth now
    orders as (
        select
            query_id,
            0::bigint as rank,
            null::varchar as doc_id,
            null::double as gain,
            []::bigint[] as picked,
            list(weight order by nugget asc) as weights,
            list(0::bigint) as met
        from numbered
        group by query_id

        union all

        select
            query_id,
            rank + 1,
            pick.doc_id,
            pick.gain,
            list_append(picked, pick.choice),
            weights,
            list_transform(met, lambda times, nugget: times + list_contains(pick.has, nugget)::bigint)
        from
            (
                select
                    query_id,
                    any_value(rank) as rank,
                    any_value(picked) as picked,
                    any_value(weights) as weights,
                    any_value(met) as met,
                    {% if first == "highest" -%}
                    max_by(
                        {'doc_id': doc_id, 'choice': choice, 'has': has, 'gain': gain},
                        {'gain': gain, 'choice': -choice}
                    ) as pick
                    {%- else -%}
                    min_by(
                        {'doc_id': doc_id, 'choice': choice, 'has': has, 'gain': gain},
                        {'gain': gain, 'choice': choice}
                    ) as pick
                    {%- endif %}
                from
                    (
                        -- in the order of size, so that equal sets of terms have equal sums
                        select *, list_sum(list_sort(list_select(worth, has), 'asc')) as gain
                        from
                            (
                                select
                                    query_id,
                                    rank,
                                    picked,
                                    weights,
                                    met,
                                    list_transform(
                                        weights, lambda weight, nugget: weight * pow(1 - {{ alpha }}, met[nugget])
                                    ) as worth
                                from orders
                                where rank < {{ depth }}
                            )
                        join (select query_id, doc_id, choice, has from documents) using (query_id)
                        where not list_contains(picked, choice)
                    )
                group by query_id
            )
    )

select query_id, rank, doc_id, gain
from orders
where rank > 0
