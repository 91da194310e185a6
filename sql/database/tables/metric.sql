/*
name  = "metric"
about = "The measures of table scores, one row each: what they are, and the SQL that computes them."

[columns]
metric      = "the measure, as in scores: nDCG@10"
place       = "its place among those that were asked for, from 1"
column_name = "its column in the wide views: ndcg_10"
name        = "the metric's name, without parameters: nDCG"
title       = "the metric's name in words"
family      = "what kind of metric it is"
parameters  = "the values of its parameters, as JSON"
cutoff      = "the last rank that it looks at; null where it looks at the whole ranking"
range_low   = "the lowest value it can have"
range_high  = "the highest value it can have"
direction   = "higher or lower, whichever is better, or neither"
summary     = "how the values of queries become one for the run: mean or sum"
about       = "what it measures, in a sentence"
formula     = "its definition"
citation    = "where it is defined"
sql         = "a query that computes it from the runs and qrels of this database, and needs no macro"
*/
from made_metric
order by place asc
