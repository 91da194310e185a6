/*
about = """
The relation of this name of sql/relations: the judged documents that were found, and the relevant ones that were
missed."""
*/
select run, query_id, rank, {{ "score, tied_from, tied_to, " if scores }}relevance, gain
from {{ placed }}
where relevance is not null

union all

select run, query_id, null, {{ "null, null, null, " if scores }}relevance, gain
from evalsql_run_queries as rankings
join evalsql_judgments using (query_id)
left join evalsql_met as met on met.ranking = rankings.ranking and met.block = judgment // 512
where relevance > 0 and coalesce(get_bit(bits, judgment % 512), 0) = 0
