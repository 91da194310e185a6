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
Each rank that may be relevant: how likely it is (chance) and, where it is, how many relevant documents are expected
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
