{#- Every problem of runs and judgments as a table, from any DuckDB client, in the words of evalsql check. -#}
{#- It casts nothing that may not be cast, and adds nothing up: what is not fit is what it is to show. -#}
{%- from "fragments/documents_alike" import documents_alike with context -%}
{%- from "fragments/queries_alike" import queries_alike with context -%}
{%- from "fragments/as_id" import as_id with context -%}
{%- from "fragments/more" import more with context -%}
{%- from "fragments/times" import times with context -%}
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
            try_cast(score as double) as score,
            try_cast(rank as double) as rank,
            run is null or run::varchar = '' as unnamed,
            {%- for column in ["query_id", "doc_id", "score"] %}
            {{ "case " if loop.first }}when typeof({{ column }}) = '"NULL"' then '{{ column }}'
            {%- endfor %} end as lacks,
            case
                when query_id is null or query_id::varchar = '' then 'query_id'
                when doc_id is null or doc_id::varchar = '' then 'doc_id'
                when not coalesce(isfinite(try_cast(score as double)), false) then 'score'
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
            {%- for column in ["query_id", "doc_id", "relevance"] %}
            {{ "case " if loop.first }}when typeof({{ column }}) = '"NULL"' then '{{ column }}'
            {%- endfor %} end as lacks,
            case
                when query_id is null or query_id::varchar = '' then 'query_id'
                when doc_id is null or doc_id::varchar = '' then 'doc_id'
                when not coalesce({{ fit_relevance }}, false) then 'relevance'
            end as bad,
            gain::varchar as gain,
            gain is not null and not coalesce({{ fit_gain }}, false) as unfit
        from {{ table_of("qrels", ["query_id", "doc_id", "relevance", "subtopic", "gain", "stratum"]) }}
    ),

    _es_asked as materialized (select distinct run, query_id from _es_runs where query_id is not null),

    _es_judged as materialized (select distinct query_id from _es_qrels where query_id is not null),

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
                'the {{ kind }} have no column ' || min(lacks),
                case min(bad)
                    when '{{ number }}' then 'a {{ number }} of the {{ kind }} is '
                        || coalesce(min(given) filter (bad = '{{ number }}'), 'null') || '; {{ rule }}'
                    else 'a row of the {{ kind }} has no ' || min(bad) || '; every row must have one'
                end || {{ more("row") }}
            ),
            count(*)
        from _es_{{ kind }}
        where bad is not null
        group by coalesce(lacks, bad)
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
            'a gain of the qrels is ' || min(gain) || ' for relevance ' || min_by(given, gain)
            || '; {{ gains_rule }}' || {{ more("row") }},
            count(*)
        from _es_qrels
        where unfit
        having count(*) > 0
        union all
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
            'document ' || min_by(doc_id, run || ' ' || query_id || ' ' || doc_id) || ' is there twice for query '
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
                select run, arg_max(text, [queries::varchar, change]) as shared
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
        select
            'warning',
            'queries without judgments',
            {{ times("count(distinct query_id)", "query") }} || ' of ' || {{ times("count(distinct run)", "run") }}
            || ' without judgments, left out (first: ' || min(query_id) || ')',
            count(distinct query_id)
        from _es_asked
        anti join _es_judged using (query_id)
        having count(*) > 0
        union all
        select
            'warning',
            'judged queries without an answer',
            {{ times("count(*)", "run/query pair") }} || ' of ' || {{ times("count(distinct run)", "run") }}
            || case when count(*) = 1 then ' has' else ' have' end || ' no results (first: run ' || min(run)
            || ', query ' || min_by(query_id, run || ' ' || query_id) || ')',
            count(*)
        from (select distinct run from _es_asked)
        cross join _es_judged
        anti join _es_asked using (run, query_id)
        having count(*) > 0
        union all
        select
            'warning',
            'ids look alike',
            {{ times("count(distinct query_id)", "query") }} || ' of ' || {{ times("count(distinct run)", "run") }}
            || ' would be judged if ids were compared ' || change || ' (first: run ' || min(run) || ', '
            || min_by(query_id, run || ' ' || query_id) || ', judged as '
            || min_by(judged_as, run || ' ' || query_id) || ')',
            count(distinct query_id)
        from _es_queries_alike
        where exists (from _es_asked semi join _es_judged using (query_id))
        group by change
        union all
        select
            'warning',
            'ids look alike',
            {{ times("sum(documents::bigint)", "document") }} || ' of ' || {{ times("count(distinct run)", "run") }}
            || ' would be judged if ids were compared ' || change || ' (first: run ' || min(run) || ', '
            || min_by(doc_id, run) || ', judged as ' || min_by(judged_as, run) || ')',
            sum(documents::bigint)
        from _es_documents_alike
        group by change
        union all
        select
            'warning',
            'rank contradicts score',
            'the rank column disagrees with the scores in ' || {{ times("count(*)", "ranking") }} || ' of '
            || {{ times("count(distinct run)", "run") }}
            || '; documents are sorted by score, as trec_eval does (first: run ' || min(run)
            || ', query ' || min_by(query_id, run || ' ' || query_id) || ')',
            count(*)
        from
            (
                select distinct run, query_id
                from
                    (
                        select
                            run,
                            query_id,
                            rank < lag(rank) over best_first and score < lag(score) over best_first as contradicts
                        from _es_runs
                        where rank is not null and query_id is not null and score is not null
                        window best_first as (partition by run, query_id order by score desc, rank asc)
                    )
                where contradicts
            )
        having count(*) > 0
        union all
        select
            'warning',
            'run without judged documents',
            {{ times("count(*)", "run") }}
            || ' without a single judged document; are the doc_ids those of the judgments? (first: ' || min(run) || ')',
            count(*)
        from (select distinct run from _es_asked)
        anti join _es_strangers using (run)
        anti join (select distinct run from _es_runs semi join _es_qrels using (query_id, doc_id)) using (run)
        having count(*) > 0
        union all
        select
            'warning',
            'nothing relevant',
            {{ times("count(*)", "query") }} || ' without a document that is judged relevant, '
            || 'which most measures score 0 (first: ' || min(query_id) || ')',
            count(*)
        from _es_judged
        anti join (select query_id from _es_qrels where coalesce(try_cast(given as double) > 0, true)) using (query_id)
        having count(*) > 0
        union all
        select
            'warning',
            'judged by subtopic',
            {{ times("count(*)", "document") }}
            || ' judged for several subtopics; measures without subtopics take the best relevance of each',
            count(*)
        from
            (
                select query_id, doc_id
                from _es_qrels
                where query_id is not null and doc_id is not null
                group by all
                having count(distinct subtopic) > 1
            )
        having count(*) > 0
    )

select level, kind, text, count::bigint as count
from _es_found
order by level asc, kind asc, text asc
