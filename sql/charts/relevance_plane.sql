/*
name  = "relevance_plane"
about = """
One row per point of the plane of relevance: how many documents are there, at which ranks, and whether the run says
more of them than users do, less, or the same.
"""
*/
select
    urs,
    srs,
    count(*) as documents,
    min(rank) as first_rank,
    max(rank) as last_rank,
    case when srs > urs then 'more' when srs < urs then 'less' else 'same' end as side
from distances
group by all
order by urs asc, srs asc
