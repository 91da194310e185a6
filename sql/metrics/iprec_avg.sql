/*
name    = "IPrec_avg"
title   = "Interpolated precision, averaged over points of recall"
family  = "precision"
about   = """
    IPrec averaged over some points of recall. AP_interpolated is the same for whole documents that reach each point;
    here the points are rounded to whole documents as trec_eval does it."""
formula = "1/|X| Σ IPrec(recall=x) over x in X; X = 0, .1, ..., 1, or the points given"
range   = [0, 1]
better  = "higher"
cite    = """
    Buckley and Voorhees, in TREC: Experiment and Evaluation in Information Retrieval, MIT Press, 2005, chapter 3."""
needs   = "relevant"
peers   = { trec_eval = ["11pt_avg", "11pt_avg_{points}"] }

[parameters]
points   = { type = "VARCHAR", default = "0,.1,.2,.3,.4,.5,.6,.7,.8,.9,1", about = """
    levels of recall from 0 to 1, separated by commas""" }
rounding = { type = "VARCHAR", default = "nearest", one_of = ["nearest", "up"], about = """
    how a share of R is rounded to whole documents: to the nearest number, halves up, as in trec_eval 10; or plus .9 and
    truncated, as in trec_eval 9""" }
rel      = { type = "relevance" }
*/
select run, query_id, sum(best order by point desc) / count(*) as value
from
    (
        select
            run,
            query_id,
            point,
            list_max([
                case when hits >= {{ documents_at('point') }} then hits / rank end for rank, hits in ranks
            ]) as best
        from ({{ relevant_ranks() }})
        cross join
            (
                select unnest([
                    case
                        when try_cast(text as double) between 0 and 1 then text::double
                        else error('evalsql: points are numbers from 0 to 1 with commas between them, not ' || $points)
                    end
                    for text in string_split($points, ',')
                ]) as point
            )
    )
group by all
/*
example = [
    ["Moffat and Zobel 2008, tables I and II: 11 points; 1 five times, then 1/2, 4/11 and 5/17, each twice.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.665046 }],
    ["Recall .2, .5 and .8.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 0.621212 },
        { with = { points = ".2,.5,.8" } }],
]
*/
