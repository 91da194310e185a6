/*
about = """
The judgments of a share of each query's judged documents, to the nearest whole number of them and at least one, drawn
by MD5."""
*/
select *
from pool_qrels
semi join
    (
        select query_id, doc_id
        from
            (
                select
                    query_id,
                    doc_id,
                    row_number() over (
                        partition by query_id
                        order by md5_number_lower($drawn || ':' || query_id || ':' || doc_id) asc, doc_id asc
                    ) as place,
                    count(*) over (partition by query_id) as documents
                from (select distinct query_id, doc_id from pool_qrels)
            )
        where place <= greatest(round($share * documents), 1)
    )
    using (query_id, doc_id)
