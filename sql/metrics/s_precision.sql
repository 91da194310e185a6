/*
name    = "S_precision"
title   = "Subtopic precision"
family  = "intents"
about   = "How few documents can reach a subtopic recall, over the rank at which the run does."
formula = """
    S-precision(x) = fewest documents that cover the share x of the subtopics / first rank at which the run does; 0
    where it never does"""
range   = [0, 1]
better  = "higher"
cite    = "Zhai, Cohen and Lafferty, SIGIR 2003. doi:10.1145/860435.860440"

[parameters]
level = { type = "DOUBLE", default = 1, within = "(0, 1]", about = "subtopic recall to reach" }
k     = { type = "cutoff" }
*/
select run, query_id, any_value(fewest) / min(rank) as value
from
    (
        select
            run,
            query_id,
            rank,
            row_number() over (partition by run, query_id order by rank asc, subtopic asc) as covered
        from nuggets
        where seen = 0 and rank <= $k
    )
join ({{ subtopics_counted() }}) using (query_id)
join
    (
        select query_id, min(fewest) as fewest
        from smallest_cover
        join ({{ subtopics_counted() }}) using (query_id)
        where covered / num_subtopics >= $level
        group by all
    )
    using (query_id)
where covered / num_subtopics >= $level
group by all
/*
example = [
    ["Table 2: a, e and g cover all five nuggets, and the run does at rank 7.",
        { ranking = [["2", "4"], ["2"], ["2"], [], ["1", "6"], ["1"], ["3"], ["1"], [], []], value = 0.428571 }],
    ["Taking the largest document first ends in three documents; the other two cover all.",
        { ranking = [["1", "2", "3", "4"], ["1", "2", "5"], ["3", "4", "6"]], value = 0.666667 }],
    ["Two documents would do; the second subtopic is met just at the cutoff.",
        { ranking = [["1"], [], ["2"]], with = { k = 3 }, value = 0.666667 }],
    ["One rank below the cutoff.", { ranking = [["1"], [], ["2"]], with = { k = 2 }, value = 0 }],
    ["Half of the subtopics are met at rank 1 already.",
        { ranking = [["1"], ["2"]], with = { level = 0.5 }, value = 1 }],
]
*/
