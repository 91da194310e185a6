/*
about = """
One row per query to be scored and document that is judged, with the best of its judgments if they are by
subtopic."""

[columns]
judgment  = "its number; those of a query stand together"
query_id  = "the query, an ENUM"
doc_id    = "the document"
relevance = "the judgment, as given"
gain      = "what the document adds: its relevance, not below 0, or its gain from the table of gains"
stratum   = "the stratum of the pool that it is in, if the judgments are of a sample; compared by its bytes"
*/
select row_number() over ()::integer as judgment, query_id, doc_id, relevance, gain {{- ", stratum" if sampled }}
from
    (
        select * replace (query_id::evalsql_query as query_id)
        from
            (
                {%- if by_subtopic and stated %}
                -- the best relevance, and of that the highest gain
                select query_id, doc_id, best[1] as relevance, best[2] as gain {{- ", stratum" if sampled }}
                from
                    (
                        select query_id, doc_id, max([relevance, gain]) as best
                            {{- ", min(stratum) as stratum" if sampled }}
                        from
                {%- elif by_subtopic %}
                -- the same, where a gain is the relevance or 0; it takes half the time
                select query_id, doc_id, max(relevance) as relevance, max(gain) as gain
                    {{- ", min(stratum) as stratum" if sampled }}
                from
                {%- endif %}
                {{ "(" if by_subtopic }}
                select
                    query_id,
                    doc_id,
                    relevance,
                    coalesce({{ "gains.gain, " if gains }}judgments.gain, greatest(relevance, 0)) as gain
                    {{- ",\n                    stratum" if sampled }}
                from evalsql_qrels as judgments
                {{ "left join evalsql_gains as gains using (query_id, relevance)" if gains }}
                {{ "semi join evalsql_population using (query_id)" if listed }}
                {{ ") group by all" if by_subtopic }}
                {{ ")" if by_subtopic and stated }}
            )
        order by query_id asc
    )
