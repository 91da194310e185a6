{#-
The distribution functions of the tests. Each is a function of Python where the connection has it (`udf`), else its twin
in SQL; the arguments are expressions, and a NULL among them gives NULL. `list_transform([{...}], lambda ...)[1]` gives
names to values.
-#}

{#-
The two-sided p-value of Student's t: the chance of a value as far from 0, or farther. Twin: to 1e-11; df over 1e8 is
normal.
-#}
{%- macro t_tail(t, df) -%}
{%- if udf -%}
evalsql_t_tail({{ t }}, {{ df }})
{%- else -%}
list_transform([{'t': abs({{ t }})::double, 'df': ({{ df }})::double}], lambda given: case
    when isinf(given.t) then 0 / given.df
    when given.df > 1e8 then {{ erfc('given.t / sqrt(2e0)') }}
    else {{ student('given.t', 'given.df') }}.tail
end)[1]
{%- endif -%}
{%- endmacro -%}

{#- The two-sided p-value of a correlation r of n pairs, by Student's t; two pairs lie on a line anyway. -#}
{%- macro r_tail(r, n) -%}
case
    when {{ r }} is null then null
    when {{ n }} = 2 then 1
    when abs({{ r }}) >= 1 then 0
    else {{ t_tail(r ~ " * sqrt((" ~ n ~ " - 2) / ((1 + " ~ r ~ ") * (1 - " ~ r ~ ")))", n ~ " - 2") }}
end
{%- endmacro -%}

{#-
The value that Student's t is below with probability p. Twin: by Newton's method on the logarithms of tail and value.
-#}
{%- macro t_quantile(p, df) -%}
{%- if udf -%}
evalsql_t_quantile({{ p }}, {{ df }})
{%- else -%}
list_transform([{
    'p': ({{ p }})::double,
    'df': ({{ df }})::double,
    'normal': {{ normal_quantile(p, twin=true) }}
}], lambda sought: case
    when sought.p = 0.5 then 0 / sought.df
    when sought.p in (0, 1) then sign(sought.p - 0.5) * 'inf'::double + 0 / sought.df
    when sought.df > 1e8 then sought.normal
    else sign(sought.p - 0.5) * exp(list_reduce(
        list_transform(range(12), lambda step: [step::double]),
        -- what the last step left as it was is not looked at again
        lambda heights, step: case when heights[1] = heights[2] then heights
            else list_transform([{{ student('exp(heights[1])', 'sought.df') }}], lambda here: [
                heights[1] + (ln(here.tail) - ln(2 * least(sought.p, 1 - sought.p))) * here.tail / (2 * here.front),
                heights[1]
            ])[1] end,
        [ln(abs(sought.normal)), 'inf'::double])[1])
end)[1]
{%- endif -%}
{%- endmacro -%}

{#- The chance of an F as large, or larger. Twin: to 1e-11. -#}
{%- macro f_tail(f, df, error_df) -%}
{%- if udf -%}
evalsql_f_tail({{ f }}, {{ df }}, {{ error_df }})
{%- else -%}
list_transform(
    [{'f': ({{ f }})::double, 'a': ({{ error_df }}) / 2e0, 'b': ({{ df }}) / 2e0}],
    lambda given: case
        when isinf(given.f) then 0 / given.a / given.b
        else list_transform([{'odds': ({{ within('given.f', 1e-300, 1e300) }}) * given.b / given.a}], lambda here:
            {{ beta('given.a', 'given.b', '1 / (1 + here.odds)', '1 / (1 + 1 / here.odds)') }}.tail)[1]
    end)[1]
{%- endif -%}
{%- endmacro -%}

{#-
The chance of a chi-squared as large, or larger. Twin: of a whole number of degrees of freedom, if it is a finite
sum.
-#}
{%- macro chi2_tail(x, df) -%}
{%- if udf -%}
evalsql_chi2_tail({{ x }}, {{ df }})
{%- else -%}
list_transform([{'x': ({{ within('(' ~ x ~ ')::double', 1e-300, 1e9) }}) / 2, 'df': ({{ df }})::bigint}], lambda given:
    coalesce(list_sum(list_transform(range(given.df // 2), lambda j: exp(
        (given.df % 2 / 2e0 + j) * ln(given.x) - given.x - lgamma(given.df % 2 / 2e0 + j + 1)
    ))), 0) + given.df % 2 * {{ erfc('sqrt(given.x)') }})[1]
{%- endif -%}
{%- endmacro -%}

{#- The two-sided p-value of a normal value. -#}
{%- macro normal_tail(z) -%}
{%- if udf -%}
evalsql_normal_tail({{ z }})
{%- else -%}
{{ erfc('abs(' ~ z ~ ') / sqrt(2e0)') }}
{%- endif -%}
{%- endmacro -%}

{#- The chance of a smaller normal value. -#}
{%- macro normal_cdf(z, twin=false) -%}
{%- if udf and not twin -%}
evalsql_normal_cdf({{ z }})
{%- else -%}
({{ erfc('-(' ~ z ~ ') / sqrt(2e0)') }} / 2)
{%- endif -%}
{%- endmacro -%}

{#- The value that a normal value is below with probability p. Twin: Wichura's algorithm AS 241. -#}
{%- macro normal_quantile(p, twin=false) -%}
{%- if udf and not twin -%}
evalsql_normal_quantile({{ p }})
{%- else -%}
list_transform([{'p': ({{ p }})::double}], lambda wichura: case
    when wichura.p in (0, 1) then sign(wichura.p - 0.5) * 'inf'::double
    when abs(wichura.p - 0.5) <= 0.425
    then list_transform([0.180625e0 - (wichura.p - 0.5) * (wichura.p - 0.5)], lambda r:
        (wichura.p - 0.5) * {{ polynomial('r', '
            2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
            1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.387132872796366608e0
        ') }}
        / {{ polynomial('r', '
            5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4, 2.1213794301586595867e4,
            5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1e0
        ') }})[1]
    else sign(wichura.p - 0.5) * list_transform([sqrt(-ln(least(wichura.p, 1 - wichura.p)))], lambda r: case
        when r <= 5 then {{ polynomial('(r - 1.6e0)', '
            7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e0,
            3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0, 1.42343711074968357734e0
        ') }}
        / {{ polynomial('(r - 1.6e0)', '
            1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
            6.89767334985100004550e-1, 1.67638483018380384940e0, 2.05319162663775882187e0, 1e0
        ') }}
        else {{ polynomial('(r - 5)', '
            2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
            2.96560571828504891230e-1, 1.78482653991729133580e0, 5.46378491116411436990e0, 6.65790464350110377720e0
        ') }}
        / {{ polynomial('(r - 5)', '
            2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
            1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1e0
        ') }}
    end)[1]
end)[1]
{%- endif -%}
{%- endmacro -%}

{#- The exact two-sided p-value of k heads in n throws of a fair coin. -#}
{%- macro sign_tail(k, n) -%}
{%- if udf -%}
evalsql_sign_tail({{ k }}, {{ n }})
{%- else -%}
list_transform([{'k': least({{ k }}, ({{ n }}) - ({{ k }})), 'n': {{ n }}}], lambda given: case
    when given.n - given.k <= given.k + 1 then 1e0
    else 2 * {{ beta('(given.n - given.k)', '(given.k + 1)', '0.5e0', '0.5e0') }}.tail
end)[1]
{%- endif -%}
{%- endmacro -%}

{#-
The exact two-sided p-value of Wilcoxon's signed ranks: w is the smaller sum of the ranks of n differences without ties.
Twin: in how many of the 2^n ways the ranks have each sum, a rank at a time.
-#}
{%- macro signed_rank_tail(w, n) -%}
{%- if udf -%}
evalsql_signed_rank_tail({{ w }}, {{ n }})
{%- else -%}
list_transform([{'w': floor(({{ w }})::double)::bigint, 'n': ({{ n }})::bigint}], lambda given: case
    when given.w * 4 >= given.n * (given.n + 1) - 2 then 1e0
    when given.w < given.n * (given.n + 1) then pow(2, 1 - given.n) * list_sum(list_reduce(
        list_transform(range(1, given.n + 1), lambda rank: [rank::double]),
        lambda ways, rank: list_transform(
            list_zip(ways, list_resize([]::double[], rank[1]::bigint, 0e0) || ways, true),
                lambda sums: sums[1] + sums[2]),
        [1e0] || list_resize([]::double[], given.w, 0e0)))
end)[1]
{%- endif -%}
{%- endmacro -%}

{#-
The exact two-sided p-value of Mann and Whitney's U, the smaller one, of m and n values without ties. Twin: in how many
ways there are each U, the coefficients of a product of (1 - x^(n + i)) / (1 - x^i) over i from 1 to m.
-#}
{%- macro rank_sum_tail(u, m, n) -%}
{%- if udf -%}
evalsql_rank_sum_tail({{ u }}, {{ m }}, {{ n }})
{%- else -%}
list_transform([{'u': floor({{ u }})::bigint, 'm': ({{ m }})::bigint, 'n': ({{ n }})::bigint}], lambda given: case
    when 2 * given.u >= given.m * given.n - 1 then 1e0
    when given.u < given.m * given.n then 2 * list_sum(list_reduce(
        list_transform(range(1, given.m + 1), lambda i: [i::double, (given.n + i)::double]),
        lambda ways, step: list_transform(
            [list_transform(
                list_zip(ways, list_resize([]::double[], step[2]::bigint, 0e0) || ways, true),
                    lambda way: way[1] - way[2])],
            lambda rest: list_transform(
                range(len(rest)), lambda j: list_sum(rest[j % step[1]::bigint + 1 : j + 1 : step[1]::bigint])))[1],
        [1e0] || list_resize([]::double[], given.u, 0e0)
    )) / list_product(list_transform(range(1, given.m + 1), lambda i: (given.n + i) / i))
end)[1]
{%- endif -%}
{%- endmacro -%}

{#- What the twins are made of. -#}

{#- The complement of the error function, by Cephes. -#}
{%- macro erfc(x) -%}
list_transform([({{ x }})::double], lambda far: list_transform(
    list_transform([abs(far)], lambda near: {{ erfc_above_0('near') }}),
    lambda beyond: case when far < 0 then 2 - beyond else beyond end)[1])[1]
{%- endmacro -%}

{%- macro erfc_above_0(x) -%}
case
    when {{ x }} < 1 then 1 - {{ x }} * {{ polynomial(x ~ ' * ' ~ x, '
        9.60497373987051638749e0, 9.00260197203842689217e1, 2.23200534594684319226e3, 7.00332514112805075473e3,
        5.55923013010394962768e4
    ') }}
        / {{ polynomial(x ~ ' * ' ~ x, '
            1e0, 3.35617141647503099647e1, 5.21357949780152679795e2, 4.59432382970980127987e3, 2.26290000613890934246e4,
            4.92673942608635921086e4
        ') }}
    when {{ x }} > 27 then 0
    when {{ x }} < 8 then exp(-{{ x }} * {{ x }}) * {{ polynomial(x, '
        2.46196981473530512524e-10, 5.64189564831068821977e-1, 7.46321056442269912687e0, 4.86371970985681366614e1,
        1.96520832956077098242e2, 5.26445194995477358631e2, 9.34528527171957607540e2, 1.02755188689515710272e3,
        5.57535335369399327526e2
    ') }}
        / {{ polynomial(x, '
            1e0, 1.32281951154744992508e1, 8.67072140885989742329e1, 3.54937778887819891062e2, 9.75708501743205489753e2,
            1.82390916687909736289e3, 2.24633760818710981792e3, 1.65666309194161350182e3, 5.57535340817727675546e2
        ') }}
    else exp(-{{ x }} * {{ x }}) * {{ polynomial(x, '
        5.64189583547755073984e-1, 1.27536670759978104416e0, 5.01905042251180477414e0, 6.16021097993053585195e0,
        7.40974269950448939160e0, 2.97886665372100240670e0
    ') }}
        / {{ polynomial(x, '
            1e0, 2.26052863220117276590e0, 9.39603524938001434673e0, 1.20489539808096656605e1, 1.70814450747565897222e1,
            9.60896809063285878198e0, 3.36907645100081516050e0
        ') }}
end
{%- endmacro -%}

{#- The value that a beta distribution is below with probability p. Twin: by halves. -#}
{%- macro beta_quantile(p, a, b) -%}
{%- if udf -%}
evalsql_beta_quantile({{ p }}, {{ a }}, {{ b }})
{%- else -%}
list_transform(
    [{'p': ({{ p }})::double, 'a': ({{ a }})::double, 'b': ({{ b }})::double}],
    lambda sought: list_reduce(
        list_transform(range(64), lambda step: [step::double]),
        lambda ends, step: list_transform([(ends[1] + ends[2]) / 2], lambda half: case
            when {{ beta('sought.a', 'sought.b', 'half', '(1 - half)') }}.tail < sought.p then [half, ends[2]]
            else [ends[1], half]
        end)[1],
        [0 * sought.p * sought.a * sought.b, 1e0]
    )[1])[1]
{%- endif -%}
{%- endmacro -%}

{#- A value, or the bound that it is beyond; unlike least() and greatest() it keeps NULL. -#}
{%- macro within(x, low, high) -%}
case when {{ x }} < {{ low }} then {{ low }} when {{ x }} > {{ high }} then {{ high }} else {{ x }} end
{%- endmacro -%}

{#- Coefficients, as text, that of the highest power first, as Horner adds them. -#}
{%- macro polynomial(x, coefficients) -%}
list_reduce([{{ coefficients }}], lambda higher, coefficient: higher * ({{ x }}) + coefficient)
{%- endmacro -%}

{#- Student's t through the incomplete beta function; its front is also -t times the slope of half the tail. -#}
{%- macro student(t, df) -%}
{%- set square = 'pow(' ~ within(t, 1e-150, 1e150) ~ ', 2)' -%}
{{ beta(df ~ ' / 2', '0.5e0', '1 / (1 + ' ~ square ~ ' / ' ~ df ~ ')', '1 / (1 + ' ~ df ~ ' / ' ~ square ~ ')') }}
{%- endmacro -%}

{#-
The incomplete beta function I_x(a, b), as `tail`, and x^a y^b / B(a, b), as `front`, where y = 1 - x, given by itself
since it may be tiny. The front is Loader's saddle point, which keeps its digits where a and b are large.
-#}
{%- macro beta(a, b, x, y) -%}
list_transform(
    list_transform(
    list_transform(
    list_transform([{'a': ({{ a }})::double, 'b': ({{ b }})::double, 'x': {{ x }}, 'y': {{ y }}}], lambda of: {
        'of': of,
        'ways': [of, {'a': of.b, 'b': of.a, 'x': of.y, 'y': of.x}],
        'low': of.x < (of.a + 1) / (of.a + of.b + 2)
    }),
    lambda each: {
        'of': each.of,
        'way': each.ways[case when each.low then 1 else 2 end],
        'low': each.low,
        'logarithms': list_transform(each.ways, lambda way: {{ logarithm('way.a', 'way.b', 'way.x', 'way.y') }}),
        'over': list_transform([each.of.a + each.of.b, each.of.a, each.of.b], lambda size: {{ stirling('size') }})
    }),
    lambda each: {
        'front': sqrt(each.of.a * each.of.b / (2 * pi() * (each.of.a + each.of.b))) * exp(
            each.of.a * each.logarithms[1] + each.of.b * each.logarithms[2]
            + each.over[1] - each.over[2] - each.over[3]),
        'fraction': {{ beta_fraction('each.way.a', 'each.way.b', 'each.way.x', 'each.way.y') }},
        'low': each.low
    }),
    lambda each: {
        'front': each.front,
        'tail': case when each.low then each.front / each.fraction else 1 - each.front / each.fraction end
    })[1]
{%- endmacro -%}

{#- The logarithm of x (a + b) / a, which may be near 0. -#}
{%- macro logarithm(a, b, x, y) -%}
{%- set more = '(' ~ b ~ ' - ' ~ y ~ ' * (' ~ a ~ ' + ' ~ b ~ '))' -%}
case
    when {{ y }} < {{ x }} and abs({{ more }}) < {{ a }} / 2 then 2 * atanh({{ more }} / (2 * {{ a }} + {{ more }}))
    else ln({{ x }} * ({{ a }} + {{ b }}) / {{ a }})
end
{%- endmacro -%}

{#-
What divides the front: the continued fraction of Didonato and Morris, from its far end. The steps bring along what they
need, since in DuckDB before 2 a list_reduce mixes up the rows of other values where the lists differ in length.
-#}
{%- macro beta_fraction(a, b, x, y) -%}
list_reduce(
    list_transform(list_reverse(range(20 + (3 * sqrt({{ a }} + {{ b }}))::bigint))::double[], lambda m: [
        m + m * ({{ b }} - m) * {{ x }} / greatest({{ a }} + 2 * m - 1, 0.5)
            + ({{ a }} + m) * ({{ a }} * {{ y }} - {{ b }} * {{ x }} + 1 + m * (1 + {{ y }})) / ({{ a }} + 2 * m + 1),
        ({{ a }} + m) * ({{ a }} + {{ b }} + m) * (m + 1) * ({{ b }} - m - 1) * {{ x }} * {{ x }}
        / pow({{ a }} + 2 * m + 1, 2)
    ]),
    lambda below, step: [step[1] + step[2] / below[1]],
    [1e300])[1]
{%- endmacro -%}

{#- By how much the logarithm of the gamma function exceeds Stirling's formula. -#}
{%- macro stirling(x) -%}
case
    when {{ x }} > 15
    then (1 / 12e0 - (1 / 360e0 - (1 / 1260e0
        - (1 / 1680e0 - 1 / 1188e0 / {{ x }} / {{ x }}) / {{ x }} / {{ x }}) / {{ x }} / {{ x }})
        / {{ x }} / {{ x }}) / {{ x }}
    when {{ x }} > 0 then lgamma({{ x }}) - ({{ x }} - 0.5) * ln({{ x }}) + {{ x }} - ln(2 * pi()) / 2
end
{%- endmacro -%}
