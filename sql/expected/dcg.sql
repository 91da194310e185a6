/*
name    = "DCG"
about   = "Documents of the same score share evenly what their ranks are worth."
formula = "E[DCG@k] = Σ m(i) / d(i), i = 1..k; m(i) is the mean gain of the documents of the score at rank i"
*/
select run, query_id, sum(gained / {{ discount('rank') }} order by rank asc) as value
from ({{ spread(gain(), gain() ~ ' <> 0') }})
where rank <= $k
group by all
/*
example = [
    ["3 at rank 1, and 1 shared by ranks 2 and 3: 3 + 1/2 / log2(3) + 1/2 / 2.",
        { ranking = [3, 0, 1], scores = [2, 1, 1], value = 3.565465 }],
]
*/
