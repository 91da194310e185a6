{#- What looks wrong in runs and judgments and is not refused: the last parts of the union of problems. #}
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
            {{ times("count(*)", "query") }} || ' without a document that is ' || case
                when max(best) > 0 then 'relevant where rel is 1'
                else 'judged relevant, which most measures score 0'
            end || ' (first: ' || min(query_id) || ')' || case
                when max(best) <= 0 or exists (from _es_judged where best >= 1) then ''
                else '; no relevance is above ' || max(best) || ': set rel in measures, or --rel'
            end,
            count(*)
        from _es_judged
        where best < 1
        group by best > 0
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
