/*
name    = "{name}"
title   = "{title}"
about   = "{about}"
formula = "Σ g(i) a(i) over Σ a(i), i = 1..k; {formula}"
range   = [0, 1]
better  = "higher"
*/
{%- set ratio -%}
{{ gains }} / ({{ examines }})
{%- endset -%}
-- at most 1, but for rounding; least() would take a null for 1, so that gains and examines are never null
select run, query_id, least({{ ratio }}, 1) as value
from ({{ documents }})
group by all
