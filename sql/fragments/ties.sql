{#
What is expected where every order of documents of the same score is as likely. Without ties, all is as it is without.
#}

{#- The chance that a document is among the first k: the share of the ranks of those of its score. -#}
{%- macro chance_within(k='$k') -%}
least(({{ k }} - tied_from + 1) / (tied_to - tied_from + 1), 1)
{%- endmacro -%}

{#- What is expected at each rank of what documents add: those of the same score share it evenly. -#}
{%- macro spread(gained, condition='true') -%}
select run, query_id, unnest(range(tied_from, tied_to + 1)) as rank, total / (tied_to - tied_from + 1) as gained
from
    (
        select run, query_id, tied_from, tied_to, sum({{ gained }} order by rank asc) as total
        from judged
        where rank is not null and {{ condition }}
        group by all
    )
{%- endmacro -%}

{#- The first group of the same score that has a relevant document, and how many it has (hits). -#}
{%- macro first_group() -%}
select run, query_id, tied_from, tied_to, count(*) as hits
from judged
where relevance >= $rel and tied_from <= $k
group by run, query_id, tied_from, tied_to
qualify row_number() over (partition by run, query_id order by tied_from asc) = 1
{%- endmacro -%}

{#-
What is expected of the first relevant document if `found` of them are tied over the ranks `first` to `last`: from
the last rank that may be its own up, V(i) = h(i) worth(i) + (1 - h(i)) V(i + 1) with h(i) = found / (last - i + 1). All
that a step needs is in its element: list_reduce of DuckDB 1.4 takes columns from other rows.
-#}
{%- macro first_of_tied(found, first, last, worth) -%}
list_reduce(
    list_transform(
        list_reverse(range({{ first }}, least({{ last }} - {{ found }} + 1, $k) + 1)),
        lambda place: [{{ found }} / ({{ last }} - place + 1), {{ worth }}]
    ),
    lambda below, here: [0, here[1] * here[2] + (1 - here[1]) * below[2]],
    [0, 0]::double[]
)[2]
{%- endmacro -%}

{#-
Documents of the same score that are judged, from 0 on: how many are relevant (hits), how many not (n), and how many of
these have higher scores (above).
-#}
{%- macro groups_of_two() -%}
select *, (sum(n::bigint) over (partition by run, query_id order by tied_from asc))::bigint - n as above
from
    (
        select
            run,
            query_id,
            tied_from,
            count(*) filter (relevance >= $rel) as hits,
            count(*) filter (relevance < $rel) as n
        from judged
        where relevance >= 0 and rank is not null
        group by all
    )
{%- endmacro -%}

{#-
Each rank that may be relevant: how likely it is (chance) and, if it is, how many relevant documents are expected
down to it (hits): those above the group, itself, and of the others of its group the share of the ranks above it.
-#}
{%- macro hits_by_rank() -%}
select
    run,
    query_id,
    rank,
    relevant / size as chance,
    above + 1 + (rank - tied_from) * (relevant - 1) / greatest(size - 1, 1) as hits,
    num_rel
from
    (
        select
            *,
            tied_to - tied_from + 1 as size,
            unnest(range(tied_from, tied_to + 1)) as rank,
            (sum(relevant::bigint) over so_far)::bigint - relevant as above,
            sum(relevant::bigint) over (partition by run, query_id)::bigint as num_rel
        from
            (
                select run, query_id, tied_from, tied_to, count(*) as relevant
                from judged
                where relevance >= $rel
                group by all
            )
        window so_far as (partition by run, query_id order by tied_from asc nulls last)
    )
{%- endmacro -%}

{#- The same with the gain expected down to it (cg), and that of the ideal ranking (ideal_cg). -#}
{%- macro cumulated_by_rank() -%}
select run, query_id, rank, chance, hits, cg, ideal_cg
from
    (
        select
            *,
            relevant / size as chance,
            hits_above + 1 + (rank - tied_from) * (relevant - 1) / greatest(size - 1, 1) as hits,
            cg_above + own + (rank - tied_from) * (gained - own) / greatest(size - 1, 1) as cg,
            least(rank, num_ideal) as ideal_rank
        from
            (
                select
                    *,
                    unnest(range(tied_from, tied_to + 1)) as rank,
                    tied_to - tied_from + 1 as size,
                    -- the mean gain of those that are relevant
                    gained_relevant / relevant as own,
                    (sum(relevant::bigint) over so_far)::bigint - relevant as hits_above,
                    {{ running_sum("gained", "so_far") }} - gained as cg_above
                from
                    (
                        select
                            run,
                            query_id,
                            tied_from,
                            tied_to,
                            count(*) filter (relevance >= $rel) as relevant,
                            coalesce(sum({{ gain() }} order by rank asc) filter (relevance >= $rel), 0)
                                as gained_relevant,
                            sum({{ gain() }} order by rank asc) as gained
                        from judged
                        where rank is not null and (relevance >= $rel or {{ gain() }} <> 0)
                        group by all
                    )
                window so_far as (partition by run, query_id order by tied_from asc)
            )
        join (select query_id, count(*) as num_ideal from recall_base group by all) using (query_id)
        where relevant > 0
    )
join ({{ ideal_vector() }}) using (query_id, ideal_rank)
{%- endmacro -%}

{#- As places(), with a document in the middle of those of its score. -#}
{%- macro middle_places() -%}
select
    run,
    query_id,
    num_ret,
    rank,
    coalesce((tied_from + tied_to) / 2, (num_ret + 1 + $size) / 2) as place,
    row_number() over (partition by run, query_id order by rank asc nulls last) as ideal_place
from judged
join topics using (run, query_id)
where relevance >= $rel and num_ret > 0
{%- endmacro -%}

{#-
A user whom each document stops with its chance: of each group of the same score that may stop her, the chance that she
comes to it (reached), and that she goes on past its first 0, 1, 2, ... documents (past). Past i of n she goes with the
mean, over all choices of i of them, of the product of the chances to go on: of documents that stop nobody 1, and with
each other one that is added to n - 1 the mean is ((n - i) mean(i) + i (1 - c) mean(i - 1)) / n.
-#}
{%- macro passed_groups(chance_to_stop) -%}
select
    run,
    query_id,
    tied_from,
    tied_to,
    reached,
    list_reduce(
        list_prepend(
            list_transform(range(tied_to - tied_from + 2 - len(others)), lambda place: 1e0),
            others
        ),
        lambda means, other: list_transform(
            range(len(means) + 1),
            lambda place:
                (
                    (len(means) - place) * coalesce(means[place + 1], 0)
                    + place * other[1] * coalesce(means[place], 0)
                ) / len(means)
        )
    ) as past
from
    (
        select
            run,
            query_id,
            tied_from,
            tied_to,
            arg_min(reached, rank) as reached,
            list([1 - stops] order by rank asc) as others
        from
            (
                select *, {{ running_product('1 - stops', 'above_it') }} as reached
                from
                    (
                        select run, query_id, rank, tied_from, tied_to, {{ chance_to_stop }} as stops
                        from judged
                        where relevance > 0 and tied_from <= $k
                    )
                window above_it as (
                    partition by run, query_id order by rank asc rows between unbounded preceding and 1 preceding
                )
            )
        group by run, query_id, tied_from, tied_to
    )
{%- endmacro -%}
