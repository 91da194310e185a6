"""Breaks of relations, checks, readers and helpers that no test can notice, each with the reason; see mutate.py."""

UNNOTICED_ELSEWHERE: dict[str, dict[str, tuple[str, ...]]] = {
    "a row without a run, a query or a number was refused before": {
        "evalsql/inputs/checks/runs.py": ('unfit_ranks: runs", runs, columns, columns[ [2 -> 3] :]): text = f"rank {',),
    },
    "it only spares a look, which would find nothing": {
        "sql/ranking/met.sql": ("bits, count(*) [- -> +] bit_count(bitstring_agg(judgment %",),
        "evalsql/inputs/checks/weights.py": (
            'unlike_weights: .""" if not by_subtopic(qrels) [or -> and] not any("weight" in ',
        ),
        "evalsql/inputs/checks/places.py": (
            'first_twice: y hash({keys}) having count(*) [> -> >=] 1" if not fetch_one(',
        ),
    },
    "files that are not counted together are then counted one at a time": {
        "evalsql/inputs/formats/parquet.py": (
            "count: chall() counts.update(found if [some[1:] -> not (some[1:])] else {some[0].path: ",
        ),
    },
    "a line with more than five fields is refused, whatever the others are taken for": {
        "evalsql/inputs/fields.py": ('of_a_sample: turn any(WORD.findall(line)[4: [5 -> 6] ] == ["-1"] for line',),
    },
    "more is kept than the measures read": {
        "evalsql/scoring/ranking.py": ("widen: in each.reads or (wanted.costs [and -> or] each.priced) for eac",),
    },
    "the two lists are as long as each other": {
        "tests/support/large_track.py": ('track: levance"), zip(*qrels, strict= [True -> False] ), strict=True))), )',),
        "evalsql/scoring/evaluation.py": (
            "__init__: clusions, candidates), strict= [True -> False] )) scope = Scope(q",
        ),
    },
    "what the statistics do not prove is looked at": {
        "evalsql/inputs/formats/parquet.py": (
            (
                'proves_ids: f text is null or empty.""" if [any("://" in file.path for file in f'
                'iles) -> not (any("://" in file.path for file in files))] : return False try'
            ),
        ),
    },
    "a ranking is made in another way, and has the same rows": {
        "sql/ranking/sparse.sql": (
            "select coalesce( [10 -> 11] * judged",
            "and compared [< -> <=] 10 *",
            "compared < [10 -> 11] * rows_read,",
        ),
    },
    "bits may be counted from any number": {
        "sql/relations/smallest_cover.sql": ("least(nugget - [1 -> 0] , 12))",),
    },
    "two values that differ by rounding alone are as large as each other": {
        "sql/scores/pairs.sql": ("1e-14 * [greatest(abs(each[1]), abs(each[2])) -> (abs(each[2]))] then each[1]",),
        "sql/scores/faced.sql": ("1e-14 * [greatest(abs(new), abs(old)) -> (abs(new))] then 0 again",),
    },
    "rounding is far below either bound, and what is more is far above": {
        "sql/scores/interactions.sql": ("> 1e-12 [* -> /] largest then",),
    },
    "which queries are drawn is chance": {
        "sql/scores/suite_picks.sql": (
            "queries < [2 -> 3] then 1",
            "greatest(1, floor( [44 -> 45] / log2(queries))::bigint)",
        ),
    },
    "no other verdict comes before it in the alphabet": {
        "sql/scores/gated.sql": ("when verdict [= -> <=] 'cannot tell'",),
    },
    "a sign is 1 or -1": {
        "sql/scores/suite_drawn.sql": ("round(mean, 12) [* -> /] sign desc",),
    },
    "of what is written only a blank changes": {
        "sql/ranking/found.sql": ('judgment {{ [- -> +] ", score"',),
    },
    "the first row is left out wherever it stands before the others": {
        "sql/scores/gate_rules.sql": ("null::double, false, [0 -> -1] ) {%-",),
    },
    "no number is below its floor": {
        "sql/scores/slices.sql": ("x }} [= -> <=] floor({{ x",),
    },
    "which collection, text, line or option is drawn is chance": {
        "tests/support/generated.py": ("collections: ls += judged or [(query, DOCS[ [0 -> 1] ], 0.0)] for run in ",),
        "tests/support/odd_texts.py": ("broken: ent) start = draw(st.integers( [0 -> 1] , size)) stop = min(",),
        "tests/support/odd_parameters.py": ("edges: -math.inf), bound + 1, bound - [1 -> 2] ] whole = parameter.",),
        "tests/support/random_rankings.py": (
            "random_case:  _ in range(dice.choice((0, 0, [1 -> 2] , 4)))) if not misse",
        ),
    },
}
