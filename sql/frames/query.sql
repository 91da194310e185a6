{#- A query that needs nothing but runs and qrels: the relations are spelled out as common table expressions. -#}
{#- Ids are compared by their bytes, whatever collation the client has set. -#}
{%- macro id(expression, name) -%}
{{ expression }}::varchar collate "binary" as {{ name }}
{%- endmacro -%}
with
    _es_runs as materialized (
        select
            {{ id(run, "run") }},
            {{ id("query_id", "query_id") }},
            {{ id("doc_id", "doc_id") }},
            score::double as score,
            run is null as unnamed
        from {{ runs }}
        {%- if guards %}
        where
            {{ guards | join("\n            and ") }}
        {%- endif %}
    ),

    {# not by subtopic they are read once -#}
    _es_subtopics as {{ "materialized " if by_subtopic }}(
        select
            {{ id("query_id", "query_id") }},
            {{ id("doc_id", "doc_id") }},
            relevance::double as relevance,
            coalesce(gain::double, greatest(relevance::double, 0)) as gain,
            {%- if by_subtopic %}
            case
                when nullif(trim(subtopic), '') is not null then subtopic::varchar collate "binary"
                else error(
                    'evalsql: {{ name }} needs subtopic judgments; the qrels must have a column subtopic,'
                    || ' with a value in every row'
                )
            end as subtopic,
            case
                when weight is not null and not coalesce({{ fit_number("weight") }}, false) then error(
                    'evalsql: the weight of subtopic ' || subtopic || ' of query ' || query_id::varchar
                    || ' is ' || weight::varchar || '; 0 or a number from 1e-9 to 1e15 was expected'
                )
                else coalesce(weight::double, 1)
            end as weight,
            case
                when probability is not null and not coalesce({{ fit_number("probability") }}, false) then error(
                    'evalsql: the probability of subtopic ' || subtopic || ' in document ' || doc_id::varchar || ' is '
                    || probability::varchar || '; it must be from 0 to 1'
                )
                else probability::double
            end as probability
            {%- else %}
            subtopic
            {%- endif %}
            {%- if sampled %},
            case
                when nullif(trim(stratum::varchar), '') is not null then stratum::varchar collate "binary"
                else error(
                    'evalsql: {{ name }} needs judgments of a sample; the qrels must have a column stratum, with a'
                    || ' value in every row, and relevance -1 where a document of the pool was not judged'
                )
            end as stratum
            {%- endif %}
        from
            (
                select
                    null::double as gain,
                    null::varchar as subtopic,
                    null::double as weight,
                    null::double as probability {{- ",\n                    null::varchar as stratum" if sampled }}
                where false
                union all by name
                from {{ qrels }}
            )
        {%- if qrels_guards %}
        where
            {{ qrels_guards | join("\n            and ") }}
        {%- endif %}
    ),

    -- of a document judged for several subtopics the best relevance, and of that the highest gain
    _es_qrels as materialized (
        select query_id, doc_id, best[1] as relevance, best[2] as gain {{- ", stratum" if sampled }}
        from
            (
                select query_id, doc_id, max([relevance, gain]) as best, count(*) as times, list(subtopic) as subtopics
                    {{- ", min(stratum) as stratum" if sampled }}
                from _es_subtopics
                group by query_id, doc_id
            )
        where
            case
                when times = 1 then true
                when times = list_unique(subtopics) then true
                else error('evalsql: {{ name }}: document ' || doc_id || ' is judged twice for query ' || query_id)
            end
    ),
{%- if priced %}

    _es_costs as materialized (
        select
            {{ id("query_id", "query_id") }},
            {{ id("doc_id", "doc_id") }},
            case
                when doc_id is null or not coalesce({{ fit_number("cost") }}, false) then error(
                    'evalsql: {{ name }}: the cost of document ' || coalesce(doc_id::varchar, 'null') || ' is '
                    || coalesce(cost::varchar, 'null') || '; the costs need the columns doc_id and cost, which is 0 or'
                    || ' a number from 1e-9 to 1e15'
                )
                else cost::double
            end as cost
        from {{ costs }}
        {%- if costs_given %}
        where (select {{ costs_given }})  -- not a constant: DuckDB 1.3 would leave out all rows of all that reads this
        {%- endif %}
    ),
{%- endif %}
{%- if judged_only %}

    -- without unjudged documents, rankings close up
    _es_ranked as materialized (
        from _es_runs semi join (from _es_qrels where relevance >= 0) using (query_id, doc_id)
    ),
{%- endif %}
{% for name, text in relations.items() %}
    {{ name }} as (
{{ text | indent(8, first=true) }}
    ),
{% endfor %}
    _es_fit as (
        select
            (
                select case when count(*) = 0 then true else error(min(sentence)) end
                from
                    (
                        select
                            'evalsql: {{ name }}: document ' || doc_id || ' appears twice for query ' || query_id
                            || ' in run ' || run as sentence
                        from _es_runs
                        group by run, query_id, doc_id
                        having count(*) > 1
                    )
            )
            {%- if priced %}
            and (
                select case when count(*) = 0 then true else error(min(sentence)) end
                from
                    (
                        select 'evalsql: {{ name }}: document ' || doc_id || ' has two costs for a query' as sentence
                        from _es_costs
                        group by doc_id
                        having count(*) > case when count(query_id) = count(*) then count(distinct query_id) else 1 end
                    )
            )
            {%- endif %}
            and (
                select
                    case
                        when bool_or(unnamed) and not bool_and(unnamed)
                            then error('evalsql: {{ name }}: a row of the runs has no run, where others have one')
                        else true
                    end
                from _es_runs
            )
            and (
                select case when count(*) = 0 then true else error(min(sentence)) end
                from
                    (
                        select
                            'evalsql: {{ name }}: run ' || run || ' and the judgments have no query in common: the'
                            || ' judgments have ' || array_to_string(list(query_id order by query_id asc)[:3], ', ')
                            || ', ...' as sentence
                        from _es_topics
                        {%- if judged_only %}
                        anti join (select distinct run from _es_runs semi join _es_qrels using (query_id)) using (run)
                        {%- endif %}
                        group by run
                        having max(num_ret) = 0
                    )
            ) as fit
    ),

    {% set fit = "(select fit from _es_fit)" -%}
{% include "frames/values.sql" %}
