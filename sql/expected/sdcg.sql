/*
name    = "sDCG"
about   = "Documents of the same score share evenly what their ranks are worth."
formula = """
    E[sDCG@k] = Σ m(i) / d(i) over Σ 1 / d(i), i = 1..k; m(i) is the mean worth of the documents of the score at
    rank i"""
*/
select run, query_id, sum(gained / {{ discount('rank') }} order by rank asc) / any_value(attainable) as value
from ({{ spread(worth_above(), 'relevance > 0') }})
cross join (select sum(1 / {{ discount('place') }} order by place asc) as attainable from ({{ places_to_k() }}))
where rank <= $k
group by all
/*
example = [
    ["One of ranks 2 and 3: (1/2 + 1/2 / log2(3)) of 2 + 1 / log2(3).",
        { ranking = [0, 0, 1], scores = [2, 1, 1], with = { k = 3 }, value = 0.309953 }],
]
*/
