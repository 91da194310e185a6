"""Runs and judgments that are refused, as inputs of `partitions`."""

from spark_cases import (
    DIVERSE,
    DIVIDED,
    INFERRED,
    JUDGED,
    PLAIN,
    QUERIES,
    RANKINGS,
    STRANGE,
    UNANSWERED,
    Case,
    beside,
    changed,
    divided,
    gains_of,
    judged,
    plain,
    qrels,
    runs,
    weights_of,
    without,
)

NAN, INFINITE = float("nan"), float("inf")

# what is refused; where several rows are, all are of one query
REFUSED: dict[str, Case] = {
    "score nan": plain(changed(RANKINGS, 5, 3, NAN)),
    "score infinite": plain(changed(RANKINGS, 5, 3, INFINITE)),
    "score null": plain(changed(RANKINGS, 5, 3, None)),
    "score no number": (
        {
            "runs": runs(
                [(*row[:3], "two" if place == 6 else str(row[3]), row[4]) for place, row in enumerate(RANKINGS)]
            ),
            "qrels": qrels(),
        },
        PLAIN,
        {},
    ),
    **{
        f"{name} {'null' if value is None else 'empty'}": plain(changed(RANKINGS, 6, column, value))
        for column, name in enumerate(("run", "query_id", "doc_id"))
        for value in (None, "")
    },
    **{
        f"judged {name} {'null' if value is None else 'empty'}": plain(of_qrels=changed(JUDGED, 6, column, value))
        for column, name in enumerate(("query_id", "doc_id"))
        for value in (None, "")
    },
    "relevance null": plain(of_qrels=changed(JUDGED, 6, 2, None)),
    "relevance nan": plain(of_qrels=[(*row[:2], NAN if i == 6 else float(row[2])) for i, row in enumerate(JUDGED)]),
    "relevance too large": plain(
        of_qrels=[(*row[:2], 1e200 if i == 6 else float(row[2])) for i, row in enumerate(JUDGED)]
    ),
    "retrieved twice": plain([*RANKINGS, ("b", "q2", "d1", 0.5, 5)]),
    "retrieved twice, unjudged": plain([*RANKINGS, ("b", "q2", "of b", 0.5, 5)]),
    "retrieved twice, not judged at all": plain([*STRANGE, ("b", "q9", "d1", 0.5, 5)]),
    "judged twice": plain(of_qrels=[*JUDGED, ("q3", "d1", 2)]),
    "judged twice, not listed": plain(of_qrels=[*JUDGED, ("q3", "d1", 2)], queries=["q1"]),
    "judged twice by subtopic": ({"runs": runs(), "qrels": divided([*DIVIDED, ("q3", "d1", "1", 2)])}, DIVERSE, {}),
    "no subtopic": ({"runs": runs(), "qrels": divided(changed(DIVIDED, 9, 2, None))}, DIVERSE, {}),
    "no iteration": ({"runs": runs(), "qrels": divided(changed(DIVIDED, 9, 2, None), "iteration")}, DIVERSE, {}),
    "no subtopics, no": (
        {"runs": runs(), "qrels": divided([row for row in DIVIDED if row[0] == "q2" or row[2] == "0"])},
        PLAIN,
        {"subtopics": "no"},
    ),
    "no stratum": (judged("stratum", [*["1"] * 6, None, *["2"] * 9]), INFERRED, {}),
    "two gains": beside("gains", *gains_of(), ("q2", 1, 3.0)),
    "gain below 0": beside("gains", *changed(gains_of(), 3, 2, -1.0)),
    "gain null": beside("gains", *changed(gains_of(), 3, 2, None)),
    "gain of no query": beside("gains", *changed(gains_of(), 3, 0, None)),
    "gain of nothing": beside("gains", *gains_of(), ("q3", 0, 1.0)),
    "a column gain below 0": (
        judged("gain", [1.0, 0.0, 5.0, 1.0] * 2 + [1.0, 0.0, 5.0, -1.0] + [1.0, 0.0, 5.0, 1.0]),
        PLAIN,
        {},
    ),
    "two weights": beside("weights", *weights_of(), ("q2", "1", 0.5)),
    "weight below 0": beside("weights", *changed(weights_of(), 3, 2, -1.0)),
    "weight null": beside("weights", *changed(weights_of(), 3, 2, None)),
    "weight of no subtopic": beside("weights", *changed(weights_of(), 3, 1, None)),
    "weights that lack a subtopic": beside("weights", *weights_of()[:-2], ("q4", "0", 1.0)),
    "weights that lack a query": beside("weights", *weights_of(("q1", "q2", "q4"))),
    "weights of plain judgments": beside("weights", *weights_of(), judgments=qrels()),
    "unlike weights": (
        {"runs": runs(), "qrels": divided([(*row, 1.0 + (i == 8)) for i, row in enumerate(DIVIDED)], more=" weight")},
        DIVERSE,
        {},
    ),
    "a weight that is no number": (
        {"runs": runs(), "qrels": divided([(*row, NAN if row[0] == "q2" else 1.0) for row in DIVIDED], more=" weight")},
        DIVERSE,
        {},
    ),
    "a probability above 1": (
        {
            "runs": runs(),
            "qrels": divided([(*row, 2.0 if i == 8 else 1.0) for i, row in enumerate(DIVIDED)], more=" probability"),
        },
        DIVERSE,
        {},
    ),
    "a query not answered, which the convention refuses": plain(UNANSWERED, convention="trec_eval-10"),
    "rank null, ranks decide": plain(changed(RANKINGS, 6, 4, None), convention="ndeval"),
    "rank twice, ranks decide": plain(changed(RANKINGS, 6, 4, 1), convention="ndeval"),
    "nothing left of a run": plain(
        [*without(RANKINGS, ("b",)), *(("b", query, query, 1.0, 1) for query in QUERIES)], without_own=True
    ),
    "no query in common": plain([(run, f"x{query}", *rest) for run, query, *rest in RANKINGS]),
    "one run has no query in common": plain([(r, f"x{q}" if r == "b" else q, *rest) for r, q, *rest in RANKINGS]),
    "no rows of runs": plain([]),
    "no rows of judgments": plain(of_qrels=[]),
    "no rows": plain([], []),
    "no rows of gains": beside("gains"),
    "gains of 2^g - 1": (
        {"runs": runs(), "qrels": qrels([*JUDGED, ("q1", "far", 99), ("q2", "x", 0.5)])},
        ["nDCG(gains='exp2')"],
        {},
    ),
    "a list with unknown queries": plain(queries=["q1", "q77", "q78"]),
    "an empty list": plain(queries=[]),
}
