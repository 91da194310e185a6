"""Runs and judgments with all that one machine says something of, as inputs of `partitions`."""

from typing import Any

import pyarrow as pa
from partitions import Case

PLAIN = ["nDCG@10", "AP", "RBP_residual(p=0.8)"]
DIVERSE = ["alpha_nDCG@10", "ERR_IA", "AP"]
QUERIES = ("q1", "q2", "q3", "q4")
INFERRED = ["xinfAP", "infNDCG", "infP@2"]


def table(header: str, *rows: tuple) -> pa.Table:
    columns = zip(*rows, strict=True) if rows else [()] * len(header.split())
    return pa.table(dict(zip(header.split(), map(list, columns), strict=True)))


def ranking(run: str, query: str, *docs: str) -> list[tuple]:
    """A ranking whose scores fall, the ranks beside them."""
    return [(run, query, doc, float(len(docs) - place), place + 1) for place, doc in enumerate(docs)]


RANKINGS = [
    row for run in ("a", "b", "c") for query in QUERIES for row in ranking(run, query, "d1", f"of {run}", "d2", "d3")
]
RUN_COLUMNS = "run query_id doc_id score rank"
JUDGED = [(query, doc, grade) for query in QUERIES for doc, grade in (("d1", 1), ("d2", 0), ("d3", 2), ("missed", 1))]
DIVIDED = [(query, doc, str(n), max(grade - n, 0)) for query, doc, grade in JUDGED for n in (0, 1)]


def in_upper_case(row: tuple, but_one: bool) -> tuple:
    """A row of a ranking, its document in upper case: of run b, those of one query, or all others."""
    run, query, doc, *others = row
    changed = run == "b" and ((query != QUERIES[-1] or doc == "d1") if but_one else query == QUERIES[-1])
    return run, query, doc.upper() if changed else doc, *others


def runs(rows: list[tuple] = RANKINGS, header: str = RUN_COLUMNS) -> pa.Table:
    return table(header, *rows)


def qrels(rows: list[tuple] = JUDGED, header: str = "query_id doc_id relevance") -> pa.Table:
    return table(header, *rows)


def divided(rows: list[tuple] = DIVIDED, name: str = "subtopic", more: str = "") -> pa.Table:
    return table(f"query_id doc_id {name} relevance{more}", *rows)


def judged(column: str, values: list, rows: list[tuple] = JUDGED) -> dict[str, pa.Table]:
    """The runs, and judgments with another column, its values in turn."""
    turn = [values[place % len(values)] for place in range(len(rows))]
    return {"runs": runs(), "qrels": qrels(rows).append_column(column, pa.array(turn))}


def without(rows: list[tuple], *keys: tuple) -> list[tuple]:
    return [row for row in rows if not any(row[: len(key)] == key for key in keys)]


def changed(rows: list[tuple], place: int, column: int, value: Any) -> list[tuple]:
    return [
        tuple(value if (i, j) == (place, column) else old for j, old in enumerate(row)) for i, row in enumerate(rows)
    ]


def plain(of_runs: list[tuple] = RANKINGS, of_qrels: list[tuple] = JUDGED, **options: Any) -> Case:
    return {"runs": runs(of_runs), "qrels": qrels(of_qrels)}, PLAIN, options


def beside(
    kind: str, *rows: tuple, judgments: pa.Table | None = None, of_runs: list[tuple] = RANKINGS, **options: Any
) -> Case:
    header = "query_id relevance gain" if kind == "gains" else "query_id subtopic weight"
    by_subtopic = kind == "weights"
    judgments = judgments or (divided() if by_subtopic else qrels())
    inputs = {"runs": runs(of_runs), "qrels": judgments, kind: table(header, *rows)}
    return inputs, DIVERSE if by_subtopic else PLAIN, options


def gains_of(queries: tuple[str, ...] = QUERIES, one: float = 1, two: float = 3) -> list[tuple]:
    return [(query, level, gain) for query in queries for level, gain in ((1, one), (2, two))]


def weights_of(queries: tuple[str, ...] = QUERIES, one: float = 0.25) -> list[tuple]:
    return [(query, n, weight) for query in queries for n, weight in (("0", one), ("1", 1 - one))]


UNANSWERED = without(RANKINGS, ("a", "q2"), ("c", "q2"), ("b", "q4"))
STRANGE = [*RANKINGS, *ranking("a", "q9", "d1"), *ranking("b", "q8", "d1", "d2"), *ranking("b", "q9", "d1")]
SWAPPED = [(*row[:3], -row[3], row[4]) if row[:2] in {("b", "q1"), ("a", "q3")} else row for row in RANKINGS]
BLANK = [(run, query, doc if run != "b" else f" {doc}", *rest) for run, query, doc, *rest in RANKINGS]
TIED = [(*row[:3], max(row[3], 2.0), row[4]) for row in RANKINGS]  # the last three of each ranking
NUMBERED = [(run, int(query[1:]), *rest) for run, query, *rest in RANKINGS]

# what is scored, whatever looks wrong about it; each is a collection of its own in one, see `at_once`
APART: dict[str, tuple[list[tuple], list[tuple]]] = {
    "nothing is wrong": (RANKINGS, JUDGED),
    "unanswered": (UNANSWERED, JUDGED),
    "a run answers one query": (without(RANKINGS, ("c", "q1"), ("c", "q2"), ("c", "q3")), JUDGED),
    "a query that no run answers": (without(RANKINGS, ("a", "q1"), ("b", "q1"), ("c", "q1")), JUDGED),
    "queries without judgments": (STRANGE, JUDGED),
    "ranks contradict": (without([*SWAPPED, *ranking("c", "q7", "d1")], ("c", "q3")), JUDGED),
    "a run without judged documents": (BLANK, JUDGED),
    "documents called as the query": ([*RANKINGS, ("a", "q1", "q1", 9.0, 5)], JUDGED),
    "no relevant document in a query": (RANKINGS, [row for row in JUDGED if row[0] != "q2" or row[2] == 0]),
    "negative and fractional": (RANKINGS, [(*r[:2], [-2.0, 0.5, 1.5, 3.0][i % 4]) for i, r in enumerate(JUDGED)]),
    "one run": (without(RANKINGS, ("b",), ("c",)), JUDGED),
    "one query": ([row for row in RANKINGS if row[1] == "q1"], [row for row in JUDGED if row[0] == "q1"]),
    "many runs of one query": (
        [row for n in range(9) for row in ranking(f"r{n}", "q1", "d1", f"x{n}")],
        [("q1", "d1", 1), ("q1", "d2", 1)],
    ),
    "it's \"hard\\ ": (UNANSWERED, JUDGED),
    " blank": (UNANSWERED, JUDGED),
    # few of all documents of a run are judged, and half of those of one query; and the other way round
    "ids look alike": ([in_upper_case(row, True) for row in RANKINGS], JUDGED),
    "ids of one query look alike": ([in_upper_case(row, False) for row in RANKINGS], JUDGED),
}


def at_once() -> Case:
    """All that is apart, its runs and queries named after it."""
    of_runs = [
        (f"{name}/{run}", f"{name}/{query}", f"{name}/{query}" if doc == query else doc, *rest)
        for name, (rows, _) in APART.items()
        for run, query, doc, *rest in rows
    ]
    return plain(
        of_runs, [(f"{name}/{query}", doc, float(rel)) for name, (_, rows) in APART.items() for query, doc, rel in rows]
    )


def by_iteration(subtopics: str) -> Case:
    """Judgments by an iteration that is always the same."""
    rows = [row for row in DIVIDED if row[2] == "0"]
    measures = DIVERSE if subtopics == "yes" else PLAIN
    return {"runs": runs(), "qrels": divided(rows, "iteration")}, measures, {"subtopics": subtopics}


OWN = [*RANKINGS, ("a", "q1", "q1", 9.0, 5), ("b", "q3", "q3", 0.0, 5)]

# what needs options, measures or columns of its own
SCORED: dict[str, Case] = {
    "at once": at_once(),
    "listed, one twice": plain([*UNANSWERED, *ranking("a", "q9", "d1")], queries=["q2", "q3", "q2"]),
    "population intersection, without own": plain(
        [*UNANSWERED, *ranking("a", "q9", "d1"), *OWN[-2:]], population="intersection", without_own=True
    ),
    "ties, best, strict": plain(TIED, ties="best", strict=True),
    "ties, averaged": ({"runs": runs(TIED), "qrels": qrels()}, ["AP", "nDCG@2", "RR", "Q"], {"ties": "average"}),
    "depth 1, without a judged document": plain(BLANK, depth=1),
    "scores as float32": plain([(*row[:3], 1 + row[3] / 1e9, row[4]) for row in UNANSWERED], convention="trec_eval-9"),
    "every query answered": plain(convention="trec_eval-10"),
    "what changes nothing": (
        beside("gains", *gains_of())[0],
        ["RR"],
        {"convention": "msmarco", "ties": "best", "columns": {"runs.score": "score", "weights.weight": "worth"}},
    ),
    "documents called as the query": plain(OWN, convention="beir"),
    "documents called as the query, which count": plain(OWN, convention="beir", without_own=False),
    "queries with a relevant document": plain(
        of_qrels=[row for row in JUDGED if row[0] != "q2" or row[2] == 0], convention="gdeval"
    ),
    "ids are integers": (
        {"runs": runs(NUMBERED), "qrels": qrels([(int(query[1:]), *rest) for query, *rest in JUDGED])},
        PLAIN,
        {"queries": [1, 3]},
    ),
    "integers and text, no rank, columns that are not read": (
        {
            "runs": runs(NUMBERED).drop(["rank"]).append_column("model", pa.array(["m"] * len(RANKINGS))),
            "qrels": qrels([(q[1:], *rest) for q, *rest in JUDGED]).append_column(
                "split", pa.array(["text"] * len(JUDGED))
            ),
        },
        PLAIN,
        {},
    ),
    "measures that doubt levels": (
        {"runs": runs(), "qrels": qrels([*JUDGED, ("q1", "far", 5), ("q2", "far", 7)])},
        ["nDCG(gains={1: 1, 2: 3})", "nDCG(gains={1: 3, 2: 1, 5: 9, 7: 9})", "nDCG(discount='jk', base=10)"],
        {},
    ),
    "a column gain that falls": (judged("gain", [3.0, 0.0, 1.0, 3.0]), PLAIN, {}),
    "gains that fall, lack a level and are of other queries": beside(
        "gains", *gains_of(one=4)[:-2], *gains_of(("q7", "q5"))
    ),
    "gains of queries, listed": beside("gains", *gains_of((*QUERIES[:3], "q7")), queries=["q2", "q4"]),
    "gains that no judged query has": beside("gains", *gains_of(("q7",))),
    "subtopics, no": (
        {"runs": runs(), "qrels": divided([row for row in DIVIDED if row[2] == "0"])},
        PLAIN,
        {"subtopics": "no"},
    ),
    "iteration in one query": (
        {"runs": runs(), "qrels": divided([row for row in DIVIDED if row[0] == "q2" or row[2] == "0"], "iteration")},
        DIVERSE,
        {},
    ),
    "iteration, yes": by_iteration("yes"),
    "iteration, no": by_iteration("no"),
    "iteration that says nothing": (judged("iteration", ["0", "1"]), PLAIN, {}),
    "iteration beside an empty subtopic": (
        {
            "runs": runs(),
            "qrels": divided(name="iteration").append_column("subtopic", pa.nulls(len(DIVIDED), pa.string())),
        },
        DIVERSE,
        {},
    ),
    "subtopics, ndeval": (
        {"runs": runs(SWAPPED), "qrels": divided()},
        ["alpha_nDCG@5", "ERR_IA"],
        {"convention": "ndeval"},
    ),
    "subtopics, depth, judged only": (
        {"runs": runs(), "qrels": divided()},
        DIVERSE,
        {"depth": 2, "judged_only": True, "queries": ["q2", "q4"]},
    ),
    "weights of another query, population intersection": beside(
        "weights", *weights_of((*QUERIES, "q7")), of_runs=UNANSWERED, population="intersection"
    ),
    "weights in the judgments": (
        {"runs": runs(), "qrels": divided([(*row, 0.5 + int(row[2])) for row in DIVIDED], more=" weight")},
        DIVERSE,
        {},
    ),
    "probabilities": (
        {"runs": runs(), "qrels": divided([(*row, 0.5) for row in DIVIDED], more=" probability")},
        DIVERSE,
        {},
    ),
    "strata": (judged("stratum", ["1", "2", "2"]), [*PLAIN, *INFERRED], {}),
}
