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
select run, query_id, least({{ ratio }}, 1) as value
from ({{ documents }})
group by all
