{#
What metrics of a sampled pool share. A document of relevance below 0 is in the pool and was not drawn to be judged.
#}

{#-
The relevant documents of each stratum, by those that were drawn: `standing` is how many documents of the pool each of
these stands for, num_rel how many relevant ones the stratum is estimated to have. A stratum none of which was drawn has
none.
-#}
{%- macro strata_estimated() -%}
select query_id, stratum, pooled / drawn as standing, relevant * pooled / drawn as num_rel
from
    (
        select
            query_id,
            stratum,
            sum(documents::bigint)::double as pooled,
            sum(documents::bigint) filter (relevance >= 0) as drawn,
            sum(documents::bigint) filter (relevance >= $rel) as relevant
        from strata
        group by all
    )
{%- endmacro -%}

{#-
The estimated number of relevant documents among some of a stratum; smoothed, so that it is a third of them where none
was drawn.
-#}
{%- macro smoothed(documents, relevant, drawn) -%}
{{ documents }} * ({{ relevant }} + 1e-5) / ({{ drawn }} + 3e-5)
{%- endmacro -%}

{#- How many of the first k documents are of each stratum, were drawn, and are relevant. -#}
{%- macro strata_found() -%}
select
    run,
    query_id,
    stratum,
    count(*) as documents,
    count(*) filter (relevance >= $rel) as num_rel,
    count(*) filter (relevance >= 0) as drawn
from sampled
where rank <= $k
group by all
{%- endmacro -%}
