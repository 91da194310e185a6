/*
name  = "rankings"
about = """
    One row per run of a pass and query to be scored: its number, which counts the queries of a run on from its
    first, and where its rows are, if there are any."""
*/
select
    enum_code(names.run)::integer * len(enum_range(null::evalsql_query)) + enum_code(population.query_id) as ranking,
    names.run,
    population.query_id,
    answers.first,
    coalesce(answers.num_ret, 0) as num_ret
from (select unnest(enum_range(null::evalsql_run))::evalsql_run as run) as names
cross join (select unnest(enum_range(null::evalsql_query))::evalsql_query as query_id) as population
left join evalsql_answers as answers on answers.run = names.run and answers.query_id = population.query_id
