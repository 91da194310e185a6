{#- Documents put in order of their alpha gain by a Python function; sql.sql does the same in SQL. -#}
with numbered as (
    select query_id, subtopic, {{ weight }} as weight, row_number() over (partition by query_id order by subtopic asc) as nugget
    from (select query_id, subtopic, any_value(weight) as weight from nugget_base group by all)
),

documents as (
    select query_id, doc_id, list(nugget order by nugget asc) as has
    from nugget_base
    join (select query_id, subtopic, nugget from numbered) using (query_id, subtopic)
    group by all
),

orders as (
    select query_id, ids, evalsql_greedy_ideal(documents, weights, {{ alpha }}, {{ depth }}, {{ first == "lowest" }}) as picks
    from
        (
            select query_id, list(doc_id order by doc_id desc) as ids, list(has order by doc_id desc) as documents
            from documents
            group by all
        )
    join (select query_id, list(weight order by nugget asc) as weights from numbered group by all) using (query_id)
)

select query_id, rank, ids[pick.choice] as doc_id, pick.gain as gain
from (select query_id, ids, unnest(picks) as pick, unnest(range(1, len(picks) + 1)) as rank from orders)
