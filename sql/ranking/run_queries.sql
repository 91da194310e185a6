/*
about = "One row per run of a pass and query to be scored."

[columns]
ranking  = "its number, which counts the queries of a run on from its first"
run      = "name of the run, an ENUM"
query_id = "the query, an ENUM"
first    = "number of its first row; null if the run does not answer the query"
num_ret  = "how many rows it has"
*/
with
    names as (select unnest(enum_range(null::evalsql_run))::evalsql_run as run),
    population as (select query_id::evalsql_query as query_id, count(*) over () as size from evalsql_population)

select
    enum_code(names.run)::integer * population.size::integer + enum_code(population.query_id) as ranking,
    names.run,
    population.query_id,
    answers.first,
    coalesce(answers.num_ret, 0) as num_ret
from names
cross join population
left join evalsql_answers as answers on answers.run = names.run and answers.query_id = population.query_id
