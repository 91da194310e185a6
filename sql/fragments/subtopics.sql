{#
The few expressions that metrics over judgments by subtopic share, as gains.sql is for all others.
#}

{#-
What each document of a run gains, down to rank k: equation 7 of Clarke et al. Terms are added in the order of size.
-#}
{%- macro alpha_gains() -%}
select run, query_id, rank, sum(term order by term asc) as gain
from (select run, query_id, rank, weight * pow(1 - $alpha, seen) as term from nuggets where seen >= 0 and rank <= $k)
group by all
{%- endmacro -%}

{#- The alpha gain at every rank 1 to k, and that of the greedy ideal; 0 if nothing more is there. -#}
{%- macro alpha_gains_by_rank() -%}
select run, query_id, rank, coalesce(gain, 0) as gain, coalesce(ideal_gain, 0) as ideal_gain
from ranks
left join ({{ alpha_gains() }}) using (run, query_id, rank)
left join (select query_id, rank, gain as ideal_gain from greedy_ideal) using (query_id, rank)
{%- endmacro -%}

{#-
A share of the greedy ideal. A run that exceeds it is credited with 1 (Clarke et al., section 5.1), unless $cap is no.
-#}
{%- macro credited(share) -%}
case when $cap = 'yes' then least({{ share }}, 1) else {{ share }} end
{%- endmacro -%}

{#- How many subtopics a query has with a relevant document. -#}
{%- macro subtopics_counted() -%}
select query_id, count(distinct subtopic) as num_subtopics
from nugget_base
group by all
{%- endmacro -%}

{#- The same, and their weights added up. -#}
{%- macro subtopics_of() -%}
select query_id, count(*) as num_subtopics, sum(weight order by subtopic asc) as sum_weights
from (select query_id, subtopic, any_value(weight) as weight from nugget_base group by all)
group by all
{%- endmacro -%}

{#-
What a sum is divided by: nothing; what a document with every nugget at each rank would give; that, but for the first
rank, as ndeval does.
-#}
{%- macro divisor(maximum) -%}
case when $divisor = 'none' or $divisor = 'ndeval' and $k = 1 then 1 else any_value({{ maximum }}) end
{%- endmacro -%}

{#- Global gains (Sakai and Song 2011): what a document gains for its subtopics, each by its weight. -#}
{%- macro global_gains() -%}
select run, query_id, rank, sum(weight * {{ gain() }} order by subtopic asc) as global_gain
from nuggets
where seen >= 0 and rank <= $k
group by all
{%- endmacro -%}

{#- The ideal ranking by global gains, highest first. -#}
{%- macro ideal_global_gains() -%}
select query_id, global_gain, row_number() over (partition by query_id order by global_gain desc)::integer as place
from
    (
        select query_id, doc_id, sum(weight * {{ gain() }} order by subtopic asc) as global_gain
        from nugget_base
        group by all
    )
{%- endmacro -%}

{#- The probability that a user wants a nugget: $gamma times its weight. -#}
{%- macro wanted() -%}
case
    when $gamma * weight > 1 then error(
        'evalsql: the weight of subtopic ' || subtopic || ' of query ' || query_id || ' is ' || weight
        || '; times gamma it must be a probability, at most 1'
    )
    else $gamma * weight
end
{%- endmacro -%}

{#-
What functions of Python take: of each query its documents, the numbers of the nuggets of each, and the weight of each
nugget.
-#}
{%- macro lists(weight='weight') -%}
select query_id, ids, documents, weights
from
    (
        select query_id, list(doc_id order by doc_id desc) as ids, list(has order by doc_id desc) as documents
        from
            (
                select query_id, doc_id, list(nugget order by nugget asc) as has
                from
                    (
                        select
                            query_id,
                            doc_id,
                            dense_rank() over (partition by query_id order by subtopic asc) as nugget
                        from nugget_base
                    )
                group by all
            )
        group by all
    )
join
    (
        select query_id, list({{ weight }} order by subtopic asc) as weights
        from (select query_id, subtopic, any_value(weight) as weight from nugget_base group by all)
        group by all
    )
    using (query_id)
{%- endmacro -%}
