{#
What puts documents in order.
#}

{#-
The score as it is compared: as a double, or as a float of four bytes, in which near scores are equal. What is too large
for one is the largest there is; what is not a number stays so.
-#}
{%- macro compared_score(order) -%}
{%- if order == "float32" -%}
coalesce(try_cast(score as float), sign(score) * 3.4028234663852886e38)::double
{%- else -%}
score
{%- endif -%}
{%- endmacro -%}
