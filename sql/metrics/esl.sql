/*
name       = "ESL"
title      = "Expected search length"
family     = "rank"
about      = """
    How many documents that are not relevant a user is expected to look at before the one wanted last. Documents of
    equal score come in any order, so it is the mean over their orders. No value where fewer are retrieved than
    wanted."""
formula    = """
    j + s t / (r + 1): j not relevant in the tie groups before that of the qth relevant document; in that group r
    relevant, t not, s still wanted; with counted = 'all' plus q, with per = 'relevant' over q"""
range      = [0, inf]
better     = "lower"
when_empty = "null"
cite       = "Cooper, Expected search length, American Documentation 19(1), 1968. doi:10.1002/asi.5090190108"
papers     = ["Järvelin and Kekäläinen 2002", "Moffat and Zobel 2008"]
needs      = "relevant"
ties       = "no order changes it"

[parameters]
q       = { type = "INTEGER", default = 1, within = "[1, inf)", about = "number of relevant documents wanted" }
counted = { type = "VARCHAR", default = "nonrelevant", one_of = ["nonrelevant", "all"], about = """
    documents that count: only nonrelevant ones, or also the q wanted""" }
per     = { type = "VARCHAR", default = "ranking", idle = "q == 1", one_of = ["ranking", "relevant"], about = """
    per search, or per relevant document (divided by q)""" }
rel     = { type = "relevance" }
*/
select
    run,
    query_id,
    (
        tied_from - 1 - (hits - wanted)
        + wanted * (tied_to - tied_from + 1 - tied_relevant) / (tied_relevant + 1)
        + case $counted when 'all' then $q else 0 end
    )
    / case $per when 'relevant' then $q else 1 end as value
from
    (
        select
            run,
            query_id,
            tied_from,
            tied_to,
            row_number() over (partition by run, query_id order by rank asc) as hits,
            -- of the documents in the same tie group
            row_number() over (partition by run, query_id, tied_from order by rank asc) as wanted,
            count(*) over (partition by run, query_id, tied_from) as tied_relevant
        from judged
        where relevance >= $rel and rank is not null
    )
where hits = $q
/*
example = [
    ["Moffat and Zobel 2008, tables I and II: the third relevant document stands at rank 6, after 3 that are not.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], with = { q = 3 }, value = 3 }],
    ["With the three relevant ones.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 6 },
        { with = { q = 3, counted = "all" } }],
    ["For each of them.",
        { ranking = [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], value = 2 },
        { with = { q = 3, counted = "all", per = "relevant" } }],
    ["One relevant document and two others tie: 0, 1 or 2 of them come first.",
        { ranking = [0, 1, "?"], scores = [1, 1, 1], value = 1 }],
    ["One not relevant, then two relevant of four that tie; the second wanted: 1 + 2 * 2/3.",
        { ranking = [0, 1, 0, 1, 0], scores = [2, 1, 1, 1, 1], with = { q = 2 }, value = 2.333333 }],
    ["Two wanted, and one retrieved.", { ranking = [0, 1], missed = [1], with = { q = 2 }, value = "null" }],
]
*/
