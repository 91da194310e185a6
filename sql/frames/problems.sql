{#- Every problem of runs and judgments as a table, from any DuckDB client, in the words of evalsql check. -#}
{#- It casts nothing that may not be cast, and adds nothing up: what is not fit is what it is to show. -#}
{%- from "fragments/documents_alike" import documents_alike with context -%}
{%- from "fragments/queries_alike" import queries_alike with context -%}
{%- from "fragments/as_id" import as_id with context -%}
{%- from "fragments/more" import more with context -%}
{%- from "fragments/times" import times with context -%}
{%- set of_qrels = ["query_id", "doc_id", "relevance", "subtopic", "gain", "weight", "probability", "stratum"] -%}
{#- What keeps all rows from being read: no such column, or one of lists. A run may be without its column. -#}
{%- macro unreadable() -%}
case
    {%- for column in varargs %}
    {%- if column != "run" %}
    when typeof({{ column }}) = '"NULL"' then 'no column {{ column }}'
    {%- endif %}
    {%- if not loop.last %}
    when typeof({{ column }}) ~ {{ nested }} then 'a list or a struct as {{ column }}; a text or a number was expected'
    {%- endif %}
    {%- endfor %}
end
{%- endmacro -%}
create or replace macro problems(
    runs := 'runs',
    qrels := 'qrels'
) as table
with
    _es_runs as materialized (
        select
            coalesce(nullif(run::varchar, ''), runs::varchar) collate "binary" as run,
            {{ as_id("query_id") }},
            {{ as_id("doc_id") }},
            score::varchar as given,
            case when {{ no_underscore("score") }} then try_cast(score as double) end as score,
            try_cast(rank as double) as rank,
            run is null or run::varchar = '' as unnamed,
            {{ unreadable("run", "query_id", "doc_id", "score") }} as unreadable,
            case
                when query_id is null or query_id::varchar = '' then 'query_id'
                when doc_id is null or doc_id::varchar = '' then 'doc_id'
                when not coalesce({{ fit_number("score") }}, false) then 'score'
            end as bad
        from {{ table_of("runs", ["run", "query_id", "doc_id", "score", "rank"]) }}
    ),

    _es_qrels as materialized (
        select
            {{ as_id("query_id") }},
            {{ as_id("doc_id") }},
            nullif(trim(subtopic::varchar), '') collate "binary" as subtopic,
            nullif(trim(stratum::varchar), '') collate "binary" as stratum,
            relevance::varchar as given,
            {{ unreadable("query_id", "doc_id", "relevance") }} as unreadable,
            case
                when query_id is null or query_id::varchar = '' then 'query_id'
                when doc_id is null or doc_id::varchar = '' then 'doc_id'
                when not coalesce({{ fit_number("relevance") }}, false) then 'relevance'
            end as bad,
            gain::varchar as gain,
            gain is not null and not coalesce({{ fit_gain }}, false) as unfit,
            {%- for column in ["weight", "probability"] %}
            case when not coalesce({{ fit_number(column) }}, false) then {{ column }}::varchar end
                as unfit_{{ column }}{{ "," if not loop.last }}
            {%- endfor %}
        from {{ table_of("qrels", of_qrels) }}
    ),

    _es_asked as materialized (select distinct run, query_id from _es_runs where query_id is not null),

    -- what cannot be read may be relevant
    _es_judged as materialized (
        select query_id, max(coalesce(try_cast(given as double), 'inf')) as best
        from _es_qrels where query_id is not null group by all
    ),

    _es_pairs as materialized (
        select distinct query_id, doc_id from _es_qrels where query_id is not null and doc_id is not null
    ),

    _es_few as materialized (
        select run, count(judged) as judged
        from _es_runs
        left join (select query_id, doc_id, true as judged from _es_pairs) using (query_id, doc_id)
        group by run
        having 4 * count(judged) < least(count(*), (select count(*) from _es_pairs))
    ),

    _es_documents_alike as (
        {{ documents_alike("_es_runs", "_es_pairs", "_es_few") | indent(8) }}
    ),

    _es_queries_alike as materialized (
        {{ queries_alike("_es_asked", "_es_judged") | indent(8) }}
    ),

    _es_strangers as materialized (
        select run, list(query_id order by query_id asc)[:3] as queries
        from _es_asked
        group by run
        having not bool_or(query_id in (select query_id from _es_judged))
    ),

    _es_found as (
{%- for kind, called, number, rule in kinds %}
        select
            'error' as level,
            'empty {{ kind }}' as kind,
            {{ kind }}::varchar || ': holds no rows, where {{ called }} expected' as text,
            1 as count
        from _es_{{ kind }}
        having count(*) = 0
        union all
        select
            'error',
            'bad {{ kind }}',
            coalesce(
                'the {{ kind }} have ' || min(unreadable),
                case min(bad)
                    when '{{ number }}' then 'a {{ number }} of the {{ kind }} is '
                        || coalesce(min(given) filter (bad = '{{ number }}'), 'null') || '; {{ rule }}'
                    else 'a row of the {{ kind }} has no ' || min(bad) || '; every row must have one'
                end || {{ more("row") }}
            ),
            count(*)
        from _es_{{ kind }}
        where coalesce(unreadable, bad) is not null
        group by coalesce(unreadable, bad)
        union all
{%- endfor %}
        select
            'error',
            'bad runs',
            'a row of the runs has no run, where others have one' || {{ more("row") }},
            count(*)
        from _es_runs
        where unnamed
        having count(*) < (select count(*) from _es_runs) and count(*) > 0
        union all
        select
            'error',
            'unfit gain',
            'a gain of the qrels is ' || min(gain) || ' for relevance ' || min_by(coalesce(given, 'null'), gain)
            || '; {{ gains_rule }}' || {{ more("row") }},
            count(*)
        from _es_qrels
        where unfit
        having count(*) > 0
        union all
        {%- for column, rule in [("weight", "0 or a number " ~ bounds), ("probability", "a number from 0 to 1")] %}
        select
            'error',
            'unfit {{ column }}',
            'a {{ column }} of the qrels is ' || min(unfit_{{ column }}) || '; {{ rule }} was expected'
            || {{ more("row") }},
            count(*)
        from _es_qrels
        where unfit_{{ column }} is not null
        having count(*) > 0 and exists (from _es_qrels where subtopic is not null)
        union all
        {%- endfor %}
        select
            'error',
            'no stratum',
            'a row of the judgments has no stratum, where others have one' || {{ more("row") }},
            count(*)
        from _es_qrels
        where stratum is null and query_id is not null and doc_id is not null
        having count(*) > 0 and exists (from _es_qrels where stratum is not null)
        union all
        select
            'error',
            'two strata',
            'document ' || min_by(doc_id, query_id || ' ' || doc_id) || ' of query '
            || min_by(query_id, query_id || ' ' || doc_id) || ' is in strata ' || min_by(one, query_id || ' ' || doc_id)
            || ' and ' || min_by(other, query_id || ' ' || doc_id) || '; one was expected' || {{ more("document") }},
            count(*)
        from
            (
                select query_id, doc_id, min(stratum) as one, max(stratum) as other
                from _es_qrels
                where query_id is not null and doc_id is not null
                group by all
                having one <> other
            )
        having count(*) > 0
        union all
        select
            'error',
            'judged twice',
            'document ' || min_by(doc_id, query_id || ' ' || doc_id) || ' is judged twice for '
            || case
                when min_by(topic, query_id || ' ' || doc_id) = '' then ''
                else 'subtopic ' || min_by(topic, query_id || ' ' || doc_id) || ' of '
            end
            || 'query ' || min_by(query_id, query_id || ' ' || doc_id) || {{ more("judgment") }},
            count(*)
        from
            (
                select query_id, doc_id, coalesce(subtopic, '') as topic
                from _es_qrels
                where query_id is not null and doc_id is not null
                group by all
                having count(*) > 1
            )
        having count(*) > 0
        union all
        select
            'error',
            'retrieved twice',
            'document ' || min_by(doc_id, run || ' ' || query_id || ' ' || doc_id) || ' appears twice for query '
            || min_by(query_id, run || ' ' || query_id || ' ' || doc_id) || ' in run ' || min(run)
            || {{ more("document") }},
            count(*)
        from
            (
                select run, query_id, doc_id
                from _es_runs
                where query_id is not null and doc_id is not null
                group by all
                having count(*) > 1
            )
        having count(*) > 0
        union all
        select
            'error',
            'no query in common',
            'run ' || run || ' and the judgments have no query in common: the run has '
            || array_to_string(queries, ', ') || ', ..., the judgments ' || judged || ', ...' || coalesce(shared, ''),
            1
        from _es_strangers
        left join
            (
                select run, arg_max(text, (queries, change)) as shared
                from
                    (
                        select
                            run,
                            change,
                            count(distinct judged_as) as queries,
                            '; ' || {{ times("count(distinct judged_as)", "query") }}
                            || ' would be in both if ids were compared ' || change as text
                        from _es_queries_alike
                        group by run, change
                    )
                group by run
            )
            using (run)
        cross join (select array_to_string(list(query_id order by query_id asc)[:3], ', ') as judged from _es_judged)
        where judged is not null
        union all
{%- include "frames/warnings.sql" %}
    )

select level, kind, text, count::bigint as count
from _es_found
order by level asc, kind asc, text asc
