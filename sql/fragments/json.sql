{#- A number of JSON, or 1 and 0 for true and false; null for any other value. -#}
{%- macro json_number(value) -%}
case json_type({{ value }})
    when 'BOOLEAN' then json_extract_string({{ value }}, '$')::boolean::integer
    else nullif(try_cast(json_extract_string({{ value }}, '$') as double), 'nan')
end
{%- endmacro -%}
