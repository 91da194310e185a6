{# Sums without end, and long ones, that have a closed form. #}

{#- The trigamma function, the sum of 1 / (x + i)^2 over i = 0, 1, 2, ...: by terms up to 16, then asymptotically. -#}
{%- macro trigamma(x) -%}
list_transform([{'x': ({{ x }})::double, 'n': greatest(16 - floor({{ x }}), 0)::bigint}], lambda given:
    coalesce(list_sum(list_transform(range(given.n), lambda i: 1 / pow(given.x + i, 2))), 0)
    + list_transform([1 / (given.x + given.n)], lambda y: y + y * y / 2 + y * y * y * {{ polynomial('(y * y)', '
        7.575757575757575758e-2, -3.333333333333333333e-2, 2.380952380952380952e-2, -3.333333333333333333e-2,
        1.666666666666666667e-1
    ') }})[1])[1]
{%- endmacro -%}

{#- 1 + 1/2 + ... + 1/n of a whole number from 0 on: term by term up to 16, from there on asymptotically. -#}
{%- macro harmonic(n) -%}
case
    when {{ n }} < 16 then coalesce(list_sum(list_transform(range(1, ({{ n }} + 1)::bigint), lambda i: 1 / i)), 0)
    else list_transform([({{ n }})::double], lambda of: 0.57721566490153286061e0 + ln(of) + 1 / (2 * of)
        + {{ polynomial('1 / (of * of)', '
            4.166666666666666667e-3, -3.968253968253968254e-3, 8.333333333333333333e-3,
            -8.333333333333333333e-2
        ') }} / (of * of))[1]
end
{%- endmacro -%}
