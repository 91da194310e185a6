/*
about = """
One row per run and query: the relevance of the first documents as a text, a sign each, as trec_eval's relstring has
it."""

[columns]
relevance = """
by rank: the relevance, 0 to 9, or > above that; - where the document is not judged; . where its relevance is
negative"""
*/
select
    run,
    query_id,
    array_to_string([
        coalesce(map_extract(signs, rank)[1], '-') for rank in range(1, least({{ first }}, num_ret) + 1)
    ], '') as relevance
from topics
left join
    (
        select run, query_id, map(list(rank order by rank asc), list(sign order by rank asc)) as signs
        from
            (
                select
                    run,
                    query_id,
                    rank,
                    case
                        when relevance < 0 then '.'
                        when relevance >= 10 then '>'
                        else floor(relevance)::integer::varchar
                    end as sign
                from judged
                where rank <= {{ first }}
            )
        group by all
    )
    using (run, query_id)
order by run asc, query_id asc
