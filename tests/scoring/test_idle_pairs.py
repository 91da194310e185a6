"""What changes no value is said to change none, and what is said to change none changes none: where heads say so."""

import random
import re
import warnings
from itertools import combinations
from typing import Any

import pyarrow as pa
import pytest
from pairs_of_settings import METRICS, first_of_its_kind, silent_or_said, table, unread_or_read, world

import evalsql
from evalsql import InputError
from evalsql.catalog.conventions import CONVENTIONS


def long_weights_change_the_values_of_those_measures_that_read_them() -> None:
    assert not (wrong := unread_or_read("weights")), "\n".join(wrong)


def long_a_parameter_changes_a_value_or_is_said_to_change_none() -> None:
    wrong, count = silent_or_said(first_of_its_kind()[::2], lambda metric: False)
    assert not wrong, "\n".join(wrong)
    assert count > 150


def weekly_a_parameter_beside_another_changes_a_value_or_is_said_to_change_none() -> None:
    first = first_of_its_kind()  # others of a kind beside no choice of another parameter
    wrong, count = silent_or_said(METRICS, lambda metric: metric in first)
    assert not wrong, "\n".join(wrong)
    assert count > 900


@pytest.mark.parametrize("kind", ["costs", "gains"])
def long_what_is_given_changes_the_values_of_those_measures_that_read_it(kind: str) -> None:
    assert not (wrong := unread_or_read(kind)), "\n".join(wrong)


NAMES = [f"q{q}" for q in range(4)]
WEIGHTS = [{"query_id": q, "subtopic": s, "weight": 1.0 + ord(s) % 3} for q in NAMES for s in "stuv"]

# what may be said of an evaluation, each so that it matters in this world, and how it is said that it does not
OPTIONS: dict[str, tuple[str, Any, str]] = {
    "population": ("population", "intersection", "population "),
    **{f"ties {ties}": ("ties", ties, "ties ") for ties in ("input", "best", "average")},
    "queries": ("queries", ["q1", "q3"], "queries "),
    "depth": ("depth", 5, "depth "),
    "judged_only": ("judged_only", True, "judged_only "),
    "gains": ("gains", table([{"query_id": q, "relevance": 3, "gain": 11.0} for q in NAMES]), "gains "),
    "weights": ("weights", table(WEIGHTS), "weights "),
    "costs": ("costs", table([{"doc_id": f"d{d}", "cost": 2.0} for d in range(20)]), "costs "),
    "without_own": ("without_own", True, "without_own "),
    "exclusions": (
        "exclusions",
        table([{"query_id": q, "doc_id": f"d{d}"} for q in NAMES for d in range(3, 9)]),
        "no run",
    ),
    "candidates": (
        "candidates",
        table([*({"doc_id": f"d{d}"} for d in range(4, 30)), *({"doc_id": q} for q in NAMES)]),
        "candidates ",
    ),
    "where": ("where", "part <> 2", "where "),
    "scores": ("columns", {"runs.score": "other"}, "columns: "),
    "ranks": ("columns", {"runs.rank": "other"}, "columns: "),
}

FILTERS = {"queries", "depth", "judged_only", "without_own", "exclusions", "candidates", "where"}
BENEATH = {**OPTIONS, **{each: ("convention", each, "") for each in ("trec_eval-9", "ndeval", "gdeval", "beir")}}


@pytest.fixture(scope="module")
def odd() -> dict[str, pa.Table]:
    """Runs with documents called as the query, near scores, and other orders; b misses a query."""
    given, dice = world(4), random.Random(3)
    rankings: dict[tuple, list[dict]] = {}
    for row in given["runs"].to_pylist():
        if row["query_id"] in NAMES and (row["run"], row["query_id"]) != ("b", "q3"):
            rankings.setdefault((row["run"], row["query_id"]), []).append(row)
    for (run, query), rows in rankings.items():
        rows.append({"run": run, "query_id": query, "doc_id": query, "score": 2.0})
        for rank, row in enumerate(dice.sample(rows, len(rows)), start=1):
            near = row["score"] + (dice.choice((0, 1e-10)) if query == "q3" else 0)
            row |= {"rank": rank, "other": rank * 7 % 31 // 2, "part": ord(row["doc_id"][-1]) % 3, "score": near}
    qrels = [row for row in given["qrels"].to_pylist() if row["query_id"] in NAMES]
    qrels += [{**row, "doc_id": row["query_id"], "relevance": 1.0} for row in qrels if row["doc_id"] == "d1"]
    return {"runs": table([row for rows in rankings.values() for row in rows]), "qrels": table(qrels)}


def told(odd: dict[str, pa.Table], measures: list[str], *names: str) -> tuple[list | None, list[str]]:
    """The values of an evaluation with some options, None where it is refused, and the warnings."""
    options = {key: value for key, value, _ in (BENEATH[name] for name in names)}
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            rows = evalsql.evaluate(odd["runs"], odd["qrels"], measures, **options).fetchall()
        except InputError:
            return None, []
    return [(run, query, value) for run, query, _, value in rows], [str(each.message) for each in said]


# two filters take away documents or queries, each its own; what the convention decides so itself is said twice
PAIRS = [
    (one, other)
    for one, other in combinations(BENEATH, 2)
    if BENEATH[one][0] != BENEATH[other][0]
    and not {one, other} <= FILTERS
    and (
        BENEATH[other][0] != "convention"
        or getattr(CONVENTIONS[BENEATH[other][1]], BENEATH[one][0], None) != BENEATH[one][1]
    )
]


def long_an_option_beside_another_changes_a_value_or_is_said_to_change_none(odd: dict[str, pa.Table]) -> None:
    check_options(odd, PAIRS[::16])


def weekly_every_option_beside_every_other_changes_a_value_or_is_said_to_change_none(odd: dict[str, pa.Table]) -> None:
    check_options(odd, PAIRS)


def check_options(odd: dict[str, pa.Table], pairs: list[tuple[str, str]]) -> None:
    wrong, alone = [], {}
    for one, other in pairs:
        (key, value, _), (of, choice, _) = BENEATH[one], BENEATH[other]
        measures = ["nDCG@6"]
        if "average" not in (value, choice):
            measures += ["alpha_DCG@5"] if "weights" in (of, key) else ["RBP_cost"] if "costs" in (of, key) else []
        both, said = told(odd, measures, one, other)
        for name, beneath in ((one, other), (other, one)):
            if name not in OPTIONS or both is None:
                continue
            if (beneath, *measures) not in alone:
                alone[beneath, *measures] = told(odd, measures, beneath)[0]
            warned = [
                each for each in said if each.startswith(BENEATH[name][2]) and re.search("nothing|no measure", each)
            ]
            if alone[beneath, *measures] is not None and (both == alone[beneath, *measures]) != bool(warned):
                wrong.append(f"{name} beside {beneath}: {warned or 'silent'}")
    assert not wrong, "\n".join(wrong)
