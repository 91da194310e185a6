"""Runs and judgments with all that one machine says something of, as inputs of `partitions`."""

from typing import Any

import pyarrow as pa

Case = tuple[dict[str, pa.Table], list[str], dict[str, Any]]  # inputs, measures, options

PLAIN = ["nDCG@10", "AP", "RBP_residual(p=0.8)"]
DIVERSE = ["alpha_nDCG@10", "ERR_IA", "AP"]
QUERIES = ("q1", "q2", "q3", "q4")


INFERRED = ["xinfAP", "infNDCG", "infP@2"]


def table(header: str, *rows: tuple) -> pa.Table:
    """Rows under the names of a header."""
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
    """Runs of three systems."""
    return table(header, *rows)


def qrels(rows: list[tuple] = JUDGED, header: str = "query_id doc_id relevance") -> pa.Table:
    """Judgments of four queries."""
    return table(header, *rows)


def divided(rows: list[tuple] = DIVIDED, name: str = "subtopic", more: str = "") -> pa.Table:
    """Judgments by subtopic."""
    return table(f"query_id doc_id {name} relevance{more}", *rows)


def judged(column: str, values: list, rows: list[tuple] = JUDGED) -> dict[str, pa.Table]:
    """The runs, and judgments with another column, its values in turn."""
    turn = [values[place % len(values)] for place in range(len(rows))]
    return {"runs": runs(), "qrels": qrels(rows).append_column(column, pa.array(turn))}


def without(rows: list[tuple], *keys: tuple) -> list[tuple]:
    """Rows that do not begin with any of these."""
    return [row for row in rows if not any(row[: len(key)] == key for key in keys)]


def changed(rows: list[tuple], place: int, column: int, value: Any) -> list[tuple]:
    """Rows one of which has another value."""
    return [
        tuple(value if (i, j) == (place, column) else old for j, old in enumerate(row)) for i, row in enumerate(rows)
    ]


def plain(of_runs: list[tuple] = RANKINGS, of_qrels: list[tuple] = JUDGED, **options: Any) -> Case:
    """A case of runs and plain judgments."""
    return {"runs": runs(of_runs), "qrels": qrels(of_qrels)}, PLAIN, options


def beside(kind: str, *rows: tuple, judgments: pa.Table | None = None, **options: Any) -> Case:
    """A case with a table of gains or weights."""
    header = "query_id relevance gain" if kind == "gains" else "query_id subtopic weight"
    by_subtopic = kind == "weights"
    judgments = judgments or (divided() if by_subtopic else qrels())
    return {"runs": runs(), "qrels": judgments, kind: table(header, *rows)}, DIVERSE if by_subtopic else PLAIN, options


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

# what is scored, whatever looks wrong about it
SCORED: dict[str, Case] = {
    "nothing is wrong": plain(),
    "unanswered queries": plain(UNANSWERED),
    "unanswered queries, population intersection": plain(UNANSWERED, population="intersection"),
    "one unanswered query": plain(without(RANKINGS, ("c", "q2"))),
    "a run answers one query": plain(without(RANKINGS, ("c", "q1"), ("c", "q2"), ("c", "q3"))),
    "a query that no run answers": plain(without(RANKINGS, ("a", "q1"), ("b", "q1"), ("c", "q1"))),
    "queries without judgments": plain(STRANGE),
    "both, listed": plain([*UNANSWERED, *ranking("a", "q9", "d1")], queries=["q2", "q3"]),
    "both, population intersection": plain([*UNANSWERED, *ranking("a", "q9", "d1")], population="intersection"),
    "listed queries": plain(queries=["q1", "q4"]),
    "listed twice": plain(queries=["q1", "q4", "q1"]),
    "depth": plain(depth=2),
    "ties, best": plain(TIED, ties="best"),
    "ties, averaged": ({"runs": runs(TIED), "qrels": qrels()}, ["AP", "nDCG@2", "RR", "Q"], {"ties": "average"}),
    "judged only": plain(depth=3, judged_only=True),
    "depth 1, without a judged document": plain(BLANK, depth=1),
    "strict": plain(SWAPPED, strict=True),
    "ranks contradict": plain(SWAPPED),
    "ranks and answers": plain(without([*SWAPPED, *ranking("c", "q7", "d1")], ("c", "q3"))),
    "ranks decide": plain(SWAPPED, convention="ndeval"),
    "scores as float32": plain([(*row[:3], 1 + row[3] / 1e9, row[4]) for row in UNANSWERED], convention="trec_eval-9"),
    "every query answered": plain(convention="trec_eval-10"),
    "documents called as the query": plain([*RANKINGS, ("a", "q1", "q1", 9.0, 5)], convention="beir"),
    "documents called as the query, without a convention": plain(
        [*RANKINGS, ("a", "q1", "q1", 9.0, 5), ("b", "q3", "q3", 0.0, 5)], without_own=True
    ),
    "documents called as the query, which count": plain(
        [*RANKINGS, ("a", "q1", "q1", 9.0, 5)], convention="beir", without_own=False
    ),
    "queries with a relevant document": plain(
        of_qrels=[row for row in JUDGED if row[0] != "q2" or row[2] == 0], convention="gdeval"
    ),
    "a run without judged documents": plain(BLANK),
    "a depth that leaves none judged": plain([*ranking("a", "q1", "x", "d1"), *ranking("b", "q1", "d1")], depth=1),
    "no column rank": ({"runs": runs(RANKINGS).drop(["rank"]), "qrels": qrels()}, PLAIN, {}),
    "ids are integers": (
        {"runs": runs(NUMBERED), "qrels": qrels([(int(query[1:]), *rest) for query, *rest in JUDGED])},
        PLAIN,
        {"queries": [1, 3]},
    ),
    "integers and text": ({"runs": runs(NUMBERED), "qrels": qrels([(q[1:], *rest) for q, *rest in JUDGED])}, PLAIN, {}),
    "no relevant document in a query": plain(of_qrels=[row for row in JUDGED if row[0] != "q2" or row[2] == 0]),
    "negative and fractional": plain(
        of_qrels=[(*row[:2], [-2.0, 0.5, 1.5, 3.0][i % 4]) for i, row in enumerate(JUDGED)]
    ),
    "one run": plain(without(RANKINGS, ("b",), ("c",))),
    "one query": plain([row for row in RANKINGS if row[1] == "q1"], [row for row in JUDGED if row[0] == "q1"]),
    "many runs of one query": plain(
        [row for n in range(9) for row in ranking(f"r{n}", "q1", "d1", f"x{n}")], [("q1", "d1", 1), ("q1", "d2", 1)]
    ),
    "hard names": plain(
        [(f"it's {run}", f'"{query}\\ ', *rest) for run, query, *rest in UNANSWERED],
        [(f'"{query}\\ ', *rest) for query, *rest in JUDGED],
    ),
    "blanks around ids": plain(
        [(f" {run}", f" {query}", *rest) for run, query, *rest in UNANSWERED],
        [(f" {query}", *rest) for query, *rest in JUDGED],
    ),
    "measures that doubt levels": (
        {"runs": runs(), "qrels": qrels([*JUDGED, ("q1", "far", 5), ("q2", "far", 7)])},
        ["nDCG(gains={1: 1, 2: 3})", "nDCG(gains={1: 3, 2: 1, 5: 9, 7: 9})", "nDCG(discount='jk')"],
        {},
    ),
    "a large base": ({"runs": runs(), "qrels": qrels()}, ["nDCG(discount='jk', base=10)"], {}),
    "a column gain": (judged("gain", [1.0, 0.0, 5.0, 1.0]), PLAIN, {}),
    "a column gain that falls": (judged("gain", [3.0, 0.0, 1.0, 3.0]), PLAIN, {}),
    "gains": beside("gains", *gains_of()),
    "gains that fall": beside("gains", *gains_of(one=4)),
    "gains that lack a query": beside("gains", *gains_of(("q1", "q2", "q4"))),
    "gains that lack a level": beside("gains", *gains_of()[:-1]),
    "gains of another query": beside("gains", *gains_of((*QUERIES, "q7", "q5"))),
    "gains of queries, listed": beside("gains", *gains_of((*QUERIES[:3], "q7")), queries=["q2", "q4"]),
    "gains that no judged query has": beside("gains", *gains_of(("q7",))),
    "subtopics": ({"runs": runs(), "qrels": divided()}, DIVERSE, {}),
    "subtopics, no": (
        {"runs": runs(), "qrels": divided([row for row in DIVIDED if row[2] == "0"])},
        PLAIN,
        {"subtopics": "no"},
    ),
    "subtopics, yes": ({"runs": runs(), "qrels": divided()}, DIVERSE, {"subtopics": "yes"}),
    "iteration": ({"runs": runs(), "qrels": divided(name="iteration")}, DIVERSE, {}),
    "iteration in one query": (
        {"runs": runs(), "qrels": divided([row for row in DIVIDED if row[0] == "q2" or row[2] == "0"], "iteration")},
        DIVERSE,
        {},
    ),
    "iteration, yes": (
        {"runs": runs(), "qrels": divided([row for row in DIVIDED if row[2] == "0"], "iteration")},
        DIVERSE,
        {"subtopics": "yes"},
    ),
    "iteration, no": (
        {"runs": runs(), "qrels": divided([row for row in DIVIDED if row[2] == "0"], "iteration")},
        PLAIN,
        {"subtopics": "no"},
    ),
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
    "subtopics, no such": ({"runs": runs(UNANSWERED), "qrels": divided()}, DIVERSE, {"population": "intersection"}),
    "subtopics, judged only": ({"runs": runs(), "qrels": divided()}, DIVERSE, {"judged_only": True}),
    "subtopics, depth": ({"runs": runs(), "qrels": divided()}, DIVERSE, {"depth": 2, "queries": ["q2", "q4"]}),
    "weights": beside("weights", *weights_of()),
    "weights of another query": beside("weights", *weights_of((*QUERIES, "q7"))),
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
    # few of all documents of a run are judged, and half of those of one query
    "ids look alike": ({"runs": runs([in_upper_case(row, True) for row in RANKINGS]), "qrels": qrels()}, PLAIN, {}),
    # and the other way round
    "ids of one query look alike": (
        {"runs": runs([in_upper_case(row, False) for row in RANKINGS]), "qrels": qrels()},
        PLAIN,
        {},
    ),
    "columns that are not read": (
        {
            "runs": runs().append_column("model", pa.array(["m"] * len(RANKINGS))),
            "qrels": qrels().append_column("split", pa.array(["text"] * len(JUDGED))),
        },
        PLAIN,
        {},
    ),
}
