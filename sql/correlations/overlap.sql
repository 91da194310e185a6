/*
name    = "overlap"
title   = "Rank-biased overlap of rankings"
of      = "rankings"
about   = """
What the rankings of two runs have in common at each depth, the top weighing most: one row per two runs and query that
both answer, of the relation rankings (run, query_id, doc_id, rank). RBO_ext, extrapolated from rankings of s and l documents
(s <= l): of X(d) documents in common at depth d, what the shorter has at its end it is taken to keep on having.
"""
formula = "(1-p)/p (sum over d <= l of X(d)/d p^d + sum over s < d <= l of X(s) (d-s)/(s d) p^d) + ((X(l) - X(s))/l + X(s)/s) p^l"
cite    = "Webber, Moffat and Zobel, ACM TOIS 28(4), 2010, equation 32. doi:10.1145/1852102.1852106"
*/
with
sized as (
    select run, query_id, count(*) as size
    from rankings
    group by all
),

opposite as (
    select
        one.run,
        two.run as other,
        query_id,
        least(one.size, two.size) as shorter,
        greatest(one.size, two.size) as longer
    from sized as one
    join sized as two using (query_id)
    where one.run < two.run
),

-- sum over d = from..to of p^d / d, and of p^d
weights as (
    select
        met,
        longer,
        list_sum(list_transform(range(met, longer + 1), lambda depth: pow($p, depth) / depth)) as by_depth,
        list_sum(list_transform(range(met, longer + 1), lambda depth: pow($p, depth))) as plain
    from (select distinct longer from opposite)
    cross join (select unnest(range(1, (select max(longer) + 2 from opposite))) as met)
    where met <= longer + 1
),

common as (
    select
        opposite.*,
        greatest(one.rank, two.rank) as met
    from opposite
    join rankings as one on one.run = opposite.run and one.query_id = opposite.query_id
    join rankings as two on two.run = opposite.other and two.query_id = opposite.query_id and two.doc_id = one.doc_id
),

-- X(s), X(l), and the first sum, in which a document counts from the depth on at which both have it
added as (
    select
        run,
        other,
        query_id,
        count(*) filter (met <= shorter) as at_shorter,
        count(*) as at_longer,
        sum(by_depth order by met asc) as overlap
    from common
    join weights using (met, longer)
    group by run, other, query_id
)

select
    run,
    other,
    query_id,
    case
        when at_longer is null then 0
        else
            (1 - $p) / $p
            * (overlap + at_shorter * coalesce(past.plain / shorter - past.by_depth, 0))
            + ((at_longer - at_shorter) / opposite.longer + at_shorter / shorter) * pow($p, opposite.longer)
    end as value
from opposite
left join added using (run, other, query_id)
left join weights as past on past.met = opposite.shorter + 1 and past.longer = opposite.longer
