/*
name  = "relstrings"
about = """
The relevances of the first documents of each ranking as a text, a character each: the grade, > above 9, . below 0, and
- of what is not judged.
"""
*/
select
    run,
    query_id,
    string_agg(
        case
            when relevance is null then '-'
            when relevance < 0 then '.'
            when relevance > 9 then '>'
            else floor(relevance)::integer::varchar
        end,
        '' order by rank asc
    ) as marks
from (select run, query_id, unnest(range(1, least(num_ret, {{ length }})::bigint + 1)) as rank from topics)
left join (select run, query_id, rank, relevance from judged) using (run, query_id, rank)
group by all
