/*
name    = "overlap"
title   = "Rank-biased overlap of rankings"
of      = "rankings"
about   = """
    What the rankings of two runs have in common at each depth, the top weighing most: one row per two runs and query
    that both answer, of the relation rankings (run, query_id, doc_id, rank). RBO_ext, extrapolated from rankings of
    s and l documents (s <= l): of X(d) documents in common at depth d, what the shorter has at its end it is taken
    to keep on having. Beside it stand the lowest value that longer rankings could have, RBO_min, and the residual, how
    much higher than that it could be, RBO_res."""
formula = """
    (1-p)/p (sum over d <= l of X(d)/d p^d + sum over s < d <= l of X(s) (d-s)/(s d) p^d) + ((X(l) - X(s))/l +
    X(s)/s) p^l; lowest (1-p)/p (sum over d <= l of X(d)/d p^d + X(l) sum over d > l of p^d/d); residual p^s + p^l - p^f
    - (1-p)/p (s sum over s < d <= f of p^d/d + l sum over l < d <= f of p^d/d + X(l) sum over d > f of p^d/d), f = s +
    l - X(l)"""
cite    = "Webber, Moffat and Zobel, ACM TOIS 28(4), 2010, sections 4.1 to 4.3. doi:10.1145/1852102.1852106"
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
),

-- sum over d = 1..depth of p^d / d, and over all d > depth
harmonic as (
    select
        depth,
        list_sum(list_transform(range(1, depth + 1), lambda place: pow($p, place) / place)) as above,
        -ln(1 - $p) - above as below
    from (select unnest(range(1, (select 2 * max(longer) + 1 from opposite))) as depth)
),

counted as (
    select
        opposite.*,
        coalesce(at_shorter, 0) as at_shorter,
        coalesce(at_longer, 0) as at_longer,
        coalesce(overlap, 0) as overlap,
        shorter + longer - coalesce(at_longer, 0) as settled
    from opposite
    left join added using (run, other, query_id)
)

select
    run,
    other,
    query_id,
    case
        when at_longer = 0 then 0
        else
            (1 - $p) / $p
            * (overlap + at_shorter * coalesce(past.plain / shorter - past.by_depth, 0))
            + ((at_longer - at_shorter) / counted.longer + at_shorter / shorter) * pow($p, counted.longer)
    end as value,
    (1 - $p) / $p * (overlap + at_longer * greatest(at_l.below, 0)) as lowest,
    greatest(
        pow($p, shorter) + pow($p, counted.longer) - pow($p, settled)
        - (1 - $p) / $p
        * (
            shorter * (at_f.above - at_s.above)
            + counted.longer * (at_f.above - at_l.above)
            + at_longer * greatest(at_f.below, 0)
        ),
        0
    ) as residual
from counted
left join weights as past on past.met = counted.shorter + 1 and past.longer = counted.longer
join harmonic as at_s on at_s.depth = shorter
join harmonic as at_l on at_l.depth = counted.longer
join harmonic as at_f on at_f.depth = settled
