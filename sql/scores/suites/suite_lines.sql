/*
about = """
One row per board of a suite, collection and run that has all collections: its values there in the order of the queries,
null if it has none, so that what stands at one place of two lists is of one query."""

[columns]
metric = "the board"
number = "the collection's place, from 0"
run    = "name of the run"
sign   = "-1 if a lower value is better, else 1"
line   = "the values"
*/
with
valued as (
    select boards.board as metric, boards.number, run, boards.sign, query_id, value
    from suite_scores
    join suite_boards as boards using (dataset, metric)
    where value is not null
),

expected as (
    select metric, number, run, sign, query_id
    from (select distinct metric, number, sign, query_id from valued)
    join suite_complete using (metric)
)

select metric, number, run, sign, list(value order by query_id asc) as line
from expected
left join valued using (metric, number, run, sign, query_id)
group by metric, number, run, sign
