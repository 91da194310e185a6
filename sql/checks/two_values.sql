/*
of       = "values"
sentence = """
{metric:text} has two values for query {query_id} of run {run} ({where}){more:value}; \
{files_of:the table holds several evaluations; pick one with --where, such as --where "label = 'monday'"\
|give one of the files another run name, NAME=path on the command line}"""
suspect  = '{{ maybe_twice("evalsql_values", ["run", "query_id", "metric"]) }}'
*/
select *, len(list_distinct([each.file for each in places])) as files_of
from ({{ same_twice("evalsql_values", ["run", "query_id", "metric"], ["run", "query_id", "metric"]) }})
