/*
title   = "Rank-biased overlap of rankings"
of      = "rankings"
about   = """
What the rankings of two runs have in common at each depth, the top weighing most: one row per two runs and query that
both answer, of the relation rankings (run, query_id, doc_id, rank, tied_from, tied_to). RBO_ext, extrapolated from
rankings of s and l documents (s <= l): of X(d) documents in common at depth d, what the shorter has at its end it is
taken to keep on having. Beside it stand the lowest value that longer rankings could have, RBO_min, and the residual,
how much higher than that it could be, RBO_res. If tied documents share their ranks, each is among the first d in so
far as it would be in a random order of them, which makes the overlap the mean over all orders: RBO^a."""
formula = """
(1-p)/p (sum over d <= l of X(d)/d p^d + sum over s < d <= l of X(s) (d-s)/(s d) p^d) + ((X(l) - X(s))/l + X(s)/s) p^l;
lowest (1-p)/p (sum over d <= l of X(d)/d p^d + X(l) sum over d > l of p^d/d); residual p^s + p^l - p^f - (1-p)/p (s sum
over s < d <= f of p^d/d + l sum over l < d <= f of p^d/d + X(l) sum over d > f of p^d/d), f = s + l - X(l)"""
cite    = """
Webber, Moffat and Zobel, ACM TOIS 28(4), 2010, sections 4.1 to 4.3. doi:10.1145/1852102.1852106. Ties: Corsi and
Urbano, SIGIR 2024. doi:10.1145/3626772.3657700"""
*/
{#- How far both rankings have a document among the first so many: 1, or less within the ties of one. -#}
{%- macro in_both(depth) -%}
least(greatest(({{ depth }} - one_from + 1) / (one_to - one_from + 1), 0), 1)
* least(greatest(({{ depth }} - two_from + 1) / (two_to - two_from + 1), 0), 1)
{%- endmacro %}
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
        one.tied_from as one_from,
        one.tied_to as one_to,
        two.tied_from as two_from,
        two.tied_to as two_to,
        greatest(one_from, two_from) as begun,
        greatest(one_to, two_to) as met
    from opposite
    join rankings as one on one.run = opposite.run and one.query_id = opposite.query_id
    join rankings as two on two.run = opposite.other and two.query_id = opposite.query_id and two.doc_id = one.doc_id
),

-- X(s), X(l), and the first sum, in which a document counts from the depth on at which both have it, and above that in
-- part where it is tied
added as (
    select
        run,
        other,
        query_id,
        sum({{ in_both("shorter") }} order by met asc, begun asc, {{ in_both("shorter") }} asc) as at_shorter,
        count(*) as at_longer,
        sum(by_depth + in_part order by met asc, begun asc, in_part asc) as overlap
    from
        (
            select
                common.*,
                by_depth,
                coalesce(
                    list_sum([{{ in_both("depth") }} * pow($p, depth) / depth for depth in range(begun, met)]), 0
                ) as in_part
            from common
            join weights using (met, longer)
        )
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
