/*
from  = "scores"
about = "The measures of table scores, one row each: what they are, and the SQL that computes them."

[columns]
metric      = "the measure, as in scores: nDCG@10"
place       = "position of the measure among those that were asked for, from 1"
column_name = "column of the measure in leaderboard_wide and per_query, ndcg_10; mean_ndcg_10 in query_summary"
name        = "the metric's name, without parameters: nDCG"
title       = "the metric's name in words"
family      = "family of the metric, such as precision or gain"
parameters  = "values of the parameters of the measure, as JSON"
cutoff      = "last rank that the measure looks at; null if it looks at the whole ranking"
range_low   = "lowest value that the measure can have"
range_high  = "highest value that the measure can have"
direction   = "whether higher or lower values of the measure are better, or neither"
summary     = "how the values of queries become one for the run: mean, sum or geometric (mean)"
about       = "what the measure measures, in a sentence"
formula     = "formula of the measure"
citation    = "where the measure is defined"
sql         = """
a query that computes the measure from the runs and qrels of this database, and needs no macro; null if it has
none"""
*/
from made_metric
order by place asc
