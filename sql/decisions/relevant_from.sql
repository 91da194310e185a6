/*
decision = "relevance"
choice   = "{value} and above is relevant, all alike"
of       = "qrels"
place    = 40
about    = "A document is relevant or not: relevance has one level, from this grade on."
values   = "levels"
changes  = """
select query_id from told_qrels where gain is not null or relevance <> (relevance >= {value})::double"""
*/
-- in a sample, -1 is not a judgment
select
    * replace (
        case when stratum is not null and relevance < 0 then relevance else (relevance >= {{ value }})::double end
            as relevance,
        null as gain
    )
from told_qrels
where copy = 1
