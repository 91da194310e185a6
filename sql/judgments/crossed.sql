/*
about = """
One row per two sets of judgments and relevance in each: how many documents are judged so; null if one of the sets
does not judge them."""
*/
with
    sets as (select distinct qrels from described),
    couples as (select one.qrels, two.qrels as other from sets as one join sets as two on one.qrels < two.qrels),
    firsts as (select couples.*, query_id, doc_id, relevance from couples join described using (qrels)),
    seconds as (
        select couples.*, query_id, doc_id, relevance as other_relevance
        from couples
        join described on described.qrels = couples.other
    )

select qrels, other, relevance, other_relevance, count(*) as documents
from firsts
full join seconds using (qrels, other, query_id, doc_id)
group by all
