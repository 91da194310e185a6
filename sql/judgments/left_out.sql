/*
about = """
The judgments without those that a team alone contributed to the pool: of documents that no run of another team has in
its first $depth ranks. A judged document that no run has there stays."""
cite  = "Zobel, SIGIR 1998. doi:10.1145/290941.291014"
*/
select *
from pool_qrels
anti join
    (
        select query_id, doc_id
        from contributed
        join pool_teams using (run)
        where rank <= $depth
        group by all
        having min(team) = $team and max(team) = $team
    )
    using (query_id, doc_id)
