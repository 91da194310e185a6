/*
of       = "values"
sentence = """
{metric:text} has two values for query {query_id} of run {run} ({where}){more:value}; of several evaluations in one
table --where chooses one, such as --where "label = 'monday'""""
suspect  = '{{ maybe_twice("evalsql_values", ["run", "query_id", "metric"]) }}'
*/
{{ same_twice("evalsql_values", ["run", "query_id", "metric"], ["run", "query_id", "metric"]) }}
