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
-- at most 1, but for rounding; without gains, which least() takes for 1, it is 0
select run, query_id, least(coalesce({{ ratio }}, 0), 1) as value
from ({{ documents }})
group by all
