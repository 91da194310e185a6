{#- Documents put in order of their alpha gain by a Python function; sql.sql does the same in SQL. -#}
select query_id, rank, ids[pick.choice] as doc_id, pick.gain as gain
from
    (
        select query_id, ids, unnest(picks) as pick, unnest(range(1, len(picks) + 1)) as rank
        from
            (
                select
                    query_id,
                    ids,
                    evalsql_greedy_ideal(documents, weights, {{ alpha }}, {{ depth }}, {{ first == "lowest" }}) as picks
                from ({{ lists(weight) }})
            )
    )
