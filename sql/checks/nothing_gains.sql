/*
of       = "gains and judgments"
place    = 1
sentence = "{files}: every gain is 0, which makes every measure by gains 0; one above was expected"
*/
select 1 as count
where
    (select bool_and(gain is not distinct from 0) from evalsql_gains)
    and not exists (
        from (select query_id, relevance from evalsql_qrels where relevance > 0 and gain is distinct from 0)
        semi join evalsql_population using (query_id)
        anti join evalsql_gains using (query_id, relevance)
    )
