{#- Every problem of runs and judgments as a table, from any DuckDB client, in the words of evalsql check. -#}
{#- It casts nothing that may not be cast, and adds nothing up: what is not fit is what it is to show. -#}
{%- from "fragments/documents_alike" import documents_alike with context -%}
{%- from "fragments/contradicting_ranks" import contradicting_ranks with context -%}
{%- from "fragments/as_id" import as_id with context -%}
{%- from "fragments/more" import more with context -%}
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
            '' as file,
            0 as row,
            run is null or run::varchar = '' as unnamed,
            {{ unreadable("run", "query_id", "doc_id", "score") }} as unreadable,
            case
                when query_id is null or query_id::varchar = '' then 'query_id'
                when doc_id is null or doc_id::varchar = '' then 'doc_id'
                when not coalesce({{ fit_number("score") }}, false) then 'score'
            end as bad
        from {{ table_of("runs", ["run", "query_id", "doc_id", "score", "rank"]) }}
    ),

    _es_read_qrels as materialized (
        select
            {{ as_id("query_id") }},
            {{ as_id("doc_id") }},
            nullif(trim(subtopic::varchar), '') collate "binary" as subtopic,
            nullif(trim(stratum::varchar), '') collate "binary" as stratum,
            case when {{ no_underscore("relevance") }} then try_cast(relevance as double) end as relevance,
            relevance::varchar as given,
            {{ unreadable("query_id", "doc_id", "relevance") }} as unreadable,
            case
                when query_id is null or query_id::varchar = '' then 'query_id'
                when doc_id is null or doc_id::varchar = '' then 'doc_id'
                when not coalesce({{ fit_number("relevance") }}, false) then 'relevance'
            end as bad,
            given as given_relevance,
            '' as file,
            0 as row,
            {%- for column in ["gain", "weight", "probability"] %}
            {{ number_or_nan(column, true) }} as {{ column }},
            {{ column }}::varchar as given_{{ column }}{{ "," if not loop.last }}
            {%- endfor %}
        from {{ table_of("qrels", of_qrels) }}
    ),

    -- a weight or a probability is of a subtopic
    _es_qrels as materialized (
        select * replace (
            case when divided then weight end as weight, case when divided then probability end as probability
        )
        from _es_read_qrels
        cross join (select bool_or(subtopic is not null) as divided from _es_read_qrels)
    ),

    _es_population as materialized (select distinct query_id from _es_qrels where query_id is not null),

    _es_answered as materialized (
        select distinct run, query_id, query_id in (select query_id from _es_population) as is_judged
        from _es_runs
        where query_id is not null
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

    _es_lookalikes as (
        {{ documents_alike("_es_runs", "_es_pairs", "_es_few") | indent(8) }}
    ),

    _es_contradicting as (
        {{ contradicting_ranks("_es_runs") | indent(8) }}
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
        {{ checks | join("\n        union all\n") | indent(8) }}
    )

select level, kind, text, count::bigint as count
from _es_found
order by level asc, kind asc, text asc
