{# What users pay who look at documents: expected costs of the C/W/L framework. #}

{#-
What is paid, for each document that is looked at or for all: of `examined` documents, which cost `more` in all than if
each cost $other_cost. Where a cheap document stands among very dear ones, rounding may bring the sum below 0.
-#}
{%- macro paid(examined, more) -%}
greatest($other_cost * {{ examined }} + coalesce({{ more }}, 0), 0)
/ case $per when 'document' then {{ examined }} else 1 end
{%- endmacro -%}

{#-
The documents whose cost is given, each with how much more it costs than others, and the chance that none of the
documents above it that may stop the user has stopped her.
-#}
{%- macro priced_below(documents) -%}
select
    priced.run,
    priced.query_id,
    priced.rank,
    priced.cost - $other_cost as more,
    coalesce(above.reached * (1 - above.stops), 1) as reached
from priced
asof left join ({{ cascade(documents) }}) as above
    on above.run = priced.run and above.query_id = priced.query_id and above.rank < priced.rank
{%- endmacro -%}
