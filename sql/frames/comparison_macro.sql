{#- A table macro over a table of scores, or of runs if it needs no judgments, from any DuckDB client. -#}
{#- Ids are compared by their bytes, whatever collation the client has set. -#}
{%- macro id(name) -%}
{{ name }}::varchar collate "binary" as {{ name }}
{%- endmacro -%}
{%- set failed = "error('evalsql: " ~ macro ~ ": " -%}
create or replace macro {{ macro }}(
    {%- for parameter, default in parameters.items() %}
    {{ parameter }} := {{ default }}{{ "," if not loop.last }}
    {%- endfor %}
) as table
with
{%- if "scores" in parameters %}
    {%- if "baseline" in parameters %}
    _es_baselines as materialized (
{{ baselines | indent(8, first=true) }}
    ),
{% endif %}
    _es_given as materialized (
        select
            {{ id("run") }},
            {{ id("query_id") }},
            {{ id("metric") }},
            value::double as value,
            direction::varchar as direction
        from {{ table_of("scores", ["run", "query_id", "metric", "value", "direction"]) }}
        where
            case
                when run is null or query_id is null or metric is null or typeof(value) = '"NULL"'
                    then {{ failed }}' || case
                        when '"NULL"' in (typeof(run), typeof(query_id), typeof(metric), typeof(value))
                            then 'the scores lack a column '
                        else 'a row of the scores has no ' end
                        || case when run is null then 'run' when query_id is null then 'query_id'
                            when metric is null then 'metric' else 'value' end
                        || '; scores have the columns run, query_id, metric and value')
                when typeof(run) ~ {{ nested }} or typeof(query_id) ~ {{ nested }} or typeof(metric) ~ {{ nested }}
                    then {{ failed }}a run, query_id or metric of the scores is a list or a struct')
                when '' in (run::varchar, query_id::varchar, metric::varchar)
                    then {{ failed }}a run, query_id or metric of the scores is empty; every row must have one')
                -- whose squares are added up; nor is nan
                when value is not null and not coalesce({{ no_underscore("value") }}
                    and abs(try_cast(value as double)) <= {{ largest }}, false)
                    then {{ failed }}a value of ' || metric::varchar || ' of run ' || run::varchar || ' is '
                        || value::varchar || '; a number of at most {{ largest }} was expected')
                {%- if binary %}
                when regexp_extract(metric::varchar, '^[^@(]*') in ({{ geometric }})
                    then {{ failed }}' || metric::varchar
                        || ' has a geometric mean; a measure whose values are 0 or 1 was expected')
                when value::double not in (0, 1)
                    then {{ failed }}a value of ' || metric::varchar || ' of run ' || run::varchar || ' is '
                        || value::varchar || '; 0 or 1 was expected')
                {%- endif %}
                else true
            end
            {%- if "measure" in parameters %}
            and (measure::varchar is null or metric::varchar collate "binary" = measure::varchar)
            {%- endif %}
            {%- for guard in guards %}
            and {{ guard }}
            {%- endfor %}
    ),

    {%- if "clusters" in parameters %}

    _es_clusters as materialized (
        select
            query_id,
            case
                when count(distinct cluster) < 2 then min(cluster)
                else {{ failed }}query ' || query_id || ' has clusters ' || min(cluster) || ' and ' || max(cluster))
            end as cluster
        from
            (
                select {{ id("query_id") }}, cluster::varchar as cluster
                from {{ table_of("clusters", ["query_id", "cluster"]) }}
                where
                    case
                        when query_id is null or typeof(cluster) = '"NULL"'
                            then {{ failed }}a row of the clusters has no query_id, or they lack a column; they have'
                                || ' the columns query_id and cluster')
                        else true
                    end
            )
        group by query_id
    ),
    {%- endif %}

    _es_checked as materialized (
        select
            case
                when count(value) = 0
                    then {{ failed }}there are no values'
                    {%- if "measure" in parameters %} || coalesce(' of ' || measure::varchar, ''){% endif %}
                    || ' among the scores'
                    {%- if "measure" in parameters and "baseline" in parameters %}
                    || case
                        when measure is null then ''
                        else '; measure := takes one of their measures, such as nDCG@10, and baseline := a run'
                    end
                    {%- endif %})
                when count(distinct run) < {{ fewest }}
                    then {{ failed }}there is only one run, ' || min(run) || ', where two or more were expected')
                {%- if "measure" not in parameters %}
                when count(distinct metric) < 2
                    then {{ failed }}there is only one measure, ' || min(metric) || ', where two or more were expected')
                {%- endif %}
                {%- if "best" in parameters %}
                when any_value(stranger) is not null
                    then {{ failed }}unknown best run ' || any_value(stranger))
                when list_count(best::varchar[]) < len(best::varchar[])
                    then {{ failed }}a run of the list best is null')
                {%- endif %}
                {%- if "baseline" in parameters %}
                when any_value(not_there) is not null
                    then {{ failed }}unknown baseline run ' || any_value(not_there))
                when any_value(nameless) > 0
                    then {{ failed }}a run of the list of baselines is null')
                when baseline is not null and any_value(baselines) = 0
                    then {{ failed }}the list of baselines is empty; name a run, or give null')
                {%- if "alternative" in parameters %}
                when alternative <> 'two-sided' and any_value(baselines) <> 1
                    then {{ failed }}alternative ' || alternative || ' needs one baseline')
                {%- endif %}
                {%- endif %}
                else true
            end as fine
        from _es_given
        {%- if "baseline" in parameters %}
        cross join
            (
                select min(name) as not_there
                from (select run as name from _es_baselines)
                anti join _es_given on run = name
            )
        cross join (select count(*) as baselines, count(*) - count(run) as nameless from _es_baselines)
        {%- endif %}
        {%- if "best" in parameters %}
        cross join
            (
                select min(name) as stranger
                from (select unnest(best::varchar[]) as name)
                anti join _es_given on run = name
            )
        {%- endif %}
    ),

    _es_scores as materialized (
        select
            run,
            query_id,
            metric,
            case
                when count(*) = 1 then max(value)
                else {{ failed }}query ' || query_id || ' of run ' || run || ' has '
                    || count(*) || ' values of ' || metric)
            end as value
        from _es_given
        cross join _es_checked
        where fine
        group by run, query_id, metric
    ),

    _es_asked as materialized (
        select
            metric,
            row_number() over (order by metric asc) as place,
            case
                when count(distinct direction) > 1
                    then {{ failed }}the direction of ' || metric || ' is ' || min(direction) || ' and '
                        || max(direction) || '; one was expected')
                when min(direction) in ('higher', 'neither') then 1
                when min(direction) = 'lower' or regexp_extract(metric, '^[^@(]*') in ({{ lower_is_better }}) then -1
                else 1
            end as sign,
            regexp_extract(metric, '^[^@(]*') in ({{ geometric }}) as logs
        from _es_given
        group by metric
    ),
{%- elif "tested" in parameters %}
    _es_tested as materialized (
        select * replace (
            case
                when count(*) over (partition by metric, run, other, test) = 1 then p_value
                else {{ failed }}' || run || ' and ' || other || ' have several p-values of ' || metric
                    || case when test = '' then '' else ' by ' || test end || '; one was expected')
            end as p_value
        )
        from
            (
                select
                    {{ id("metric") }},
                    {{ id("run") }},
                    {{ id("other") }},
                    coalesce(test::varchar, '') collate "binary" as test,
                    coalesce(familywise::boolean, false) as familywise,
                    statistic::double as statistic,
                    p_value::double as p_value
                from {{ table_of("tested", ["metric", "run", "other", "test", "familywise", "statistic", "p_value"]) }}
                where
                    case
                        when metric is null or run is null or other is null or typeof(p_value) = '"NULL"'
                            then {{ failed }}a row has no '
                                || case when metric is null then 'metric' when run is null then 'run'
                                    when other is null then 'other' else 'p_value' end
                                || '; they need the columns metric, run, other and p_value')
                        when p_value is not null and not coalesce({{ fit_number("p_value") }}, false)
                            then {{ failed }}a p-value is ' || p_value::varchar || '; it must be from 0 to 1')
                        when statistic is not null and try_cast(statistic as double) is null
                            then {{ failed }}a statistic is ' || statistic::varchar || '; a number was expected')
                        when familywise is not null and try_cast(familywise as boolean) is null
                            then {{ failed }}familywise is ' || familywise::varchar || '; true or false was expected')
                        else true
                    end
                    {%- for guard in guards %}
                    and {{ guard }}
                    {%- endfor %}
            )
    ),
{%- else %}
    _es_rankings as materialized (
        select *, rank as tied_from, rank as tied_to
        from
            (
                select
                    run,
                    query_id,
                    doc_id,
                    case
                        when bool_or(unnamed) over () and not bool_and(unnamed) over ()
                            then {{ failed }}a row of the runs has no run, where others have one')
                        when times = 1 then place
                        else {{ failed }}document ' || doc_id || ' appears twice for query ' || query_id
                            || ' in run ' || run)
                    end as rank
                from
                    (
                        select
                            run,
                            query_id,
                            doc_id,
                            unnamed,
                            row_number() over (partition by run, query_id order by score desc, doc_id desc) as place,
                            count(*) over (partition by run, query_id, doc_id) as times
                        from
                            (
                                select
                                    coalesce(run::varchar, runs) collate "binary" as run,
                                    {{ id("query_id") }},
                                    {{ id("doc_id") }},
                                    score::double as score,
                                    run is null as unnamed
                                from {{ table_of("runs", ["run", "query_id", "doc_id", "score"]) }}
                                where
                                    {{ guards | join("\n                                    and ") }}
                            )
                    )
                -- null would leave no row for the guard to speak
                where times > 1 or place <= coalesce(try_cast(k as bigint), 0)
            )
    ),
{%- endif %}
{% for name, text in relations.items() %}
    {{ name }} as materialized (
{{ text | indent(8, first=true) }}
    ),
{% endfor %}
    _es_found as (
{{ body | indent(8, first=true) }}
    )

from _es_found
{%- if "scores" in parameters and "measure" not in parameters %}
{#- Of one measure no row is left, as DuckDB may find out before it looks at what is checked. #}
where (select fine from _es_checked)
{%- endif %}
