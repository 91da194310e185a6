/*
name       = "{name}_residual"
title      = "Residual of {called}"
about      = """
    How far {name} could still rise, were each document that is not judged worth 1, and all beyond the ranking. A
    negative relevance counts as unjudged."""
formula    = "{name} where g(i) = 1 for i unjudged or beyond the ranking, less {name}"
range      = [0, 1]
better     = "lower"
monotone   = false
when_empty = 1
cite       = "{cite} The residual is that of cwl-eval."
needs      = "judged"
*/
{%- set ratio -%}
{{ gains }} / ({{ examines }})
{%- endset -%}
{%- set best -%}
select run, query_id, least({{ ratio }}, 1) as best_rate
from ({{ at_best }})
group by all
{%- endset -%}
with
    rates as (
        select run, query_id, {{ ratio }} as rate
        from ({{ documents }})
        group by all
    ),

    -- if all that is not judged were worth 1
    best as ({{ best }})

select run, query_id, greatest(best_rate - rate, 0) as value
from best
join rates using (run, query_id)
