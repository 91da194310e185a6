"""Breaks of relations, checks, readers and helpers that no test can notice, each with the reason; see mutate.py."""

UNNOTICED_ELSEWHERE: dict[str, dict[str, tuple[str, ...]]] = {
    "a row without a run, a query or a number was refused before": {
        "evalsql/inputs/checks/runs.py": ('unfit_ranks: runs", runs, columns, columns[ [2 -> 3] :]): text = f"rank {',),
    },
    "it only spares a look, which would find nothing": {
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
}
