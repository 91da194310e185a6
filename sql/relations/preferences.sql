/*
about = """
One row per judge and two groups of documents if the judge prefers one: in a subgroup it has the higher relevance,
or what other subgroups prefer makes it so, as a before b and b before c puts a before c."""

[columns]
query_id = "the query"
judge    = "the judge"
better   = "the group that is preferred; see alike"
worse    = "the other group"
*/
with recursive
    levels as (
        select distinct query_id, judge, subgroup, alike, relevance
        from opinions
        join alike using (query_id, judge, doc_id)
    ),

    stated as (
        select distinct query_id, judge, higher.alike as better, lower.alike as worse
        from levels as higher
        join levels as lower using (query_id, judge, subgroup)
        where higher.relevance > lower.relevance
    ),

    -- one subgroup alone implies nothing that it does not state
    several as (
        select query_id, judge, better, worse
        from stated
        semi join
            (select query_id, judge from levels group by all having count(distinct subgroup) > 1)
            using (query_id, judge)
    ),

    implied as (
        select query_id, judge, better, worse
        from several

        union

        select query_id, judge, implied.better, several.worse
        from implied
        join several using (query_id, judge)
        where implied.worse = several.better
    ),

    preferred as (
        select query_id, judge, better, worse
        from stated

        union all

        select query_id, judge, better, worse
        from implied
    )

-- distinct here: under "with recursive" DuckDB 1.4 takes a union for one of all rows
select distinct query_id, judge, better, worse
from preferred
where
    case
        when better <> worse then true
        else error('the judgments of judge ' || judge || ' for query ' || query_id || ' put a document above itself')
    end
