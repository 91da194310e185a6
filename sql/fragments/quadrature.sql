{#-
The distribution functions of the tests that have no closed form: of the studentized range, and the power of the paired
t test. Each is a function of Python where the connection has it (`udf`), else its twin in SQL, in which an integral is
a sum over steps of the same width (the trapezoidal rule, which is exact to the last digits where smooth values fall off
on both sides).
-#}

{#-
The chance that the range of k normal values, divided by an estimate of their deviation, is q or more. Twin: to 1e-11.
-#}
{%- macro range_tail(q, k, df) -%}
{%- if udf -%}
evalsql_range_tail({{ q }}, {{ k }}, {{ df }})
{%- else -%}
list_transform([{'q': ({{ q }})::double, 'k': ({{ k }})::double, 'df': ({{ df }})::double}], lambda given: case
    when given.q <= 0 then 1 + 0 / given.k / given.df
    when isinf(given.q) then 0 / given.k / given.df
    else list_transform([list_sum(list_transform({{ deviations('given.df') }}, lambda chi:
        chi.weight * {{ range_beyond('given.q * exp(chi.u)', 'given.k') }}))],
        lambda p: case when p > 1 then 1 else p end)[1]
end)[1]
{%- endif -%}
{%- endmacro -%}

{#-
The value that a studentized range is below with probability p. Twin: by Newton's method, from Bonferroni's bound.
-#}
{%- macro range_quantile(p, k, df) -%}
{%- if udf -%}
evalsql_range_quantile({{ p }}, {{ k }}, {{ df }})
{%- else -%}
list_transform([{
    'p': ({{ p }})::double,
    'k': ({{ k }})::double,
    'df': case when ({{ df }}) > 1e10 then 1e10 else ({{ df }})::double end
}], lambda sought: case
    when sought.p = 0 then 0 / sought.k / sought.df
    when sought.p = 1 then 'inf'::double + 0 / sought.k / sought.df
    else exp(list_reduce(
        range(10)::double[],
        lambda height, step: list_transform([list_transform({{ deviations('sought.df') }}, lambda chi: [
            chi.weight * {{ range_beyond('exp(height + chi.u)', 'sought.k') }},
            sought.df * 2 * exp(chi.u) * sinh(chi.u)
        ])], lambda parts: list_transform([{
            'tail': list_sum(list_transform(parts, lambda part: part[1])),
            'slope': list_sum(list_transform(parts, lambda part: part[1] * part[2]))
        }], lambda here: height - (ln(here.tail) - ln(1 - sought.p)) * here.tail / here.slope)[1])[1],
        ln(sqrt(2e0) * -{{ t_quantile('(1 - sought.p) / sought.k / (sought.k - 1)', 'sought.df') }})))
end)[1]
{%- endif -%}
{%- endmacro -%}

{#-
How likely the two-sided paired t test over n queries finds a mean difference of so many standard deviations. Twin: to
1e-11.
-#}
{%- macro t_power(effect, n, alpha) -%}
{%- if udf -%}
case when ({{ n }}) >= 2 then evalsql_t_power({{ effect }}, {{ n }}, {{ alpha }}) end
{%- else -%}
list_transform([{'effect': abs({{ effect }})::double, 'n': ({{ n }})::double, 'alpha': ({{ alpha }})::double}],
    lambda test: case
    when test.n >= 2
    then {{ power_beyond('test.effect * sqrt(test.n)', '-' ~ t_quantile('test.alpha / 2', 'test.n - 1'),
        'test.n - 1') }}
end)[1]
{%- endif -%}
{%- endmacro -%}

{#-
The fewest queries with which the test has that power; NULL if a million are too few. Twin: by bisection, from a
guess.
-#}
{%- macro queries_needed(effect, alpha, power) -%}
{%- if udf -%}
nullif(evalsql_queries_needed({{ effect }}, {{ alpha }}, {{ power }}), 0)
{%- else -%}
list_transform(
    list_transform([
        {'effect': abs({{ effect }})::double, 'alpha': ({{ alpha }})::double, 'power': ({{ power }})::double}
    ], lambda of: {
        'effect': of.effect,
        'alpha': of.alpha,
        'power': of.power,
        'guess': list_transform(
            [list_transform([of.power, of.alpha / 2], lambda chance: {{ normal_quantile('chance') }})],
            lambda normal: pow((normal[1] - normal[2]) / of.effect, 2) + pow(normal[2], 2) / 2)[1]
    }),
    lambda sought: case when sought.effect > 0 and sought.alpha > 0 and sought.power > 0
        then list_transform([list_reduce(
        list_transform(range(24), lambda step: [step::double]),
        lambda bracket, step: case
            when bracket[2] - bracket[1] <= 1 then bracket
            else list_transform([floor(greatest(bracket[1] + 1, least(bracket[2] - 1, case step[1]
                when 0 then sought.guess + 2
                when 1 then sought.guess - 2
                else (bracket[1] + bracket[2]) / 2
            end)))], lambda n: case
                when {{ t_power('sought.effect', 'n', 'sought.alpha') }} >= sought.power then [bracket[1], n]
                else [n, bracket[2]]
            end)[1]
        end,
        [1e0, 1000001e0]
    )[2]], lambda found: case when found <= 1000000 then found::bigint end)[1] end)[1]
{%- endif -%}
{%- endmacro -%}

{#-
The smallest difference, in standard deviations, that the test over n queries finds with that power. Twin: by bisection.
-#}
{%- macro smallest_effect(n, alpha, power) -%}
{%- if udf -%}
case when ({{ n }}) >= 2 then evalsql_smallest_effect({{ n }}, {{ alpha }}, {{ power }}) end
{%- else -%}
list_transform(
    list_transform([{'n': ({{ n }})::double, 'alpha': ({{ alpha }})::double, 'power': ({{ power }})::double}],
        lambda of: {
        'n': of.n,
        'alpha': of.alpha,
        'power': of.power,
        'critical': case when of.n >= 2 then -{{ t_quantile('of.alpha / 2', 'of.n - 1') }} end
    }),
    lambda sought: case
        when sought.power <= sought.alpha and sought.n >= 2 then 0e0
        when sought.n >= 2 and sought.power > sought.alpha then exp(list_reduce(
            list_transform(range(60), lambda step: [step::double]),
            lambda bracket, step: list_transform([(bracket[1] + bracket[2]) / 2], lambda middle: case
                when {{ power_beyond('exp(middle) * sqrt(sought.n)', 'sought.critical', 'sought.n - 1') }}
                    >= sought.power
                then [bracket[1], middle]
                else [middle, bracket[2]]
            end)[1],
            [-30e0, 30e0]
        )[2])
    end)[1]
{%- endif -%}
{%- endmacro -%}

{#-
What the twins are made of. The logarithm u of an estimated deviation (of 1, with df degrees of freedom) in steps, and
the weight of each: its density times the step, computed so that its digits last where df is large. Of more than 1e10 it
does not deviate.
-#}
{%- macro deviations(df) -%}
list_transform([
    {'df': {{ df }}, 'reach': 40 / nullif({{ df }}, 0), 'step': least(0.05, 0.5 / nullif(sqrt({{ df }}), 0))}
], lambda width: case
    when width.df > 1e10 then [{'u': 0e0, 'weight': 1e0}]
    when width.df > 0 then list_transform(
    range(
        -ceil((sqrt(width.reach) + width.reach) / width.step)::bigint,
        ceil(sqrt(width.reach) / width.step)::bigint + 1
    ),
    lambda j: {
        'u': j * width.step,
        'weight': width.step * sqrt(width.df / pi()) * exp(
            width.df * (j * width.step - exp(j * width.step) * sinh(j * width.step))
                - ({{ stirling('(width.df / 2)') }}))
    }) end)[1]
{%- endmacro -%}

{#-
The chance that the range of k normal values is w or more. The sum is over twice the middle of the range, which is what
keeps the digits of small chances.
-#}
{%- macro range_beyond(w, k) -%}
list_transform([{'half': ({{ w }}) / 2}], lambda range_of: list_sum(list_transform(
    list_transform(range(-64, 65), lambda i: {
        'density': exp(-pow(i / 8e0 + range_of.half, 2) / 2) / sqrt(2 * pi()) / 8,
        'below': list_transform(
            [i / 8e0 + range_of.half, i / 8e0 - range_of.half],
            lambda z: {{ normal_cdf('z', twin=true) }})
    }),
    lambda top: {{ k }} * top.density * pow(top.below[1], {{ k }} - 1) * list_transform(
        [top.below[2] / top.below[1]],
        lambda share: case
            when share > 1e-6 then 1 - pow(1 - share, {{ k }} - 1)
            else ({{ k }} - 1) * share * (1 - ({{ k }} - 2) * share / 2 * (1 - ({{ k }} - 3) * share / 3))
        end)[1])))[1]
{%- endmacro -%}

{#-
The chance that a noncentral t is beyond a critical value on either side. The sum is over the deviation, or, if the
critical value is large, over the normal value: each is smooth where the other is a step.
-#}
{%- macro power_beyond(center, critical, df) -%}
list_transform([{'center': {{ center }}, 'critical': {{ critical }}, 'df': {{ df }}}], lambda shift: case
    when shift.center > 10 and shift.critical * shift.critical > shift.df / 2
    then list_sum(list_transform(range(-90, 91), lambda i: exp(-i * i / 200e0) / sqrt(200 * pi()) * (1 - {{
        chi2_tail('shift.df * pow(greatest(0, shift.center + i / 10e0) / shift.critical, 2)', 'shift.df') }})))
    else list_sum(list_transform({{ deviations('shift.df') }}, lambda chi: chi.weight * list_sum(list_transform(
        [shift.center, -shift.center],
        lambda side: {{ normal_cdf('side - shift.critical * exp(chi.u)', twin=true) }}))))
end)[1]
{%- endmacro -%}
