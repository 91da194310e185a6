/*
of       = "values"
sentence = """
{metric:text} has two values for query {query_id} of run {run} ({where}){more:value}; the table holds
several evaluations; pick one with --where, such as --where "label = 'monday'""""
suspect  = '{{ maybe_twice("evalsql_values", ["run", "query_id", "metric"]) }}'
*/
{{ same_twice("evalsql_values", ["run", "query_id", "metric"], ["run", "query_id", "metric"]) }}
