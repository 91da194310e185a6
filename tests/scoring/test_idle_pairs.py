"""Of every two things that may be set, neither makes the other change nothing without a word.

Each parameter of each metric and curve, by default, under each convention and beside each choice of another parameter;
and each option of an evaluation beside each other one: values change in a world in which everything matters, or a
warning says that they do not, and not both.
"""

import random
import re
import warnings
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pyarrow as pa
import pytest

import evalsql
from evalsql import InputError, Measure, Metric
from evalsql.catalog.conventions import CONVENTIONS
from evalsql.catalog.gains import GAINS
from evalsql.catalog.measure import make_measure
from evalsql.catalog.metric import Parameter
from evalsql.scoring.values import READERS

table = pa.Table.from_pylist
METRICS = [*evalsql.metrics().values(), *evalsql.curves().values()]
# levels of relevance of a query's judgments: graded with many below, two levels, nearly all relevant, few and high
LEVELS = ((0, 0, 0, -1, 1, 2, 3, 1, 0, 0), (0, 1, 0, 0), (1, 2, 3, 1, 3), (0, 0, 0, 0, 0, 0, 0, 0, 3, 2))
# the first is taken first by a greedy ideal, and the two others together are better
COVERS = {"low": [*range(9), *range(20, 28)], "high": [*range(9, 18), *range(30, 38)], "all": [*range(18)]}


def world(queries: int = 14) -> dict[str, pa.Table]:
    """Two runs with ties, and judgments of all that metrics read."""
    dice = random.Random(4)
    runs, qrels, costs = [], [], []
    for q in range(queries):
        query, docs = f"q{q}", [f"d{d}" for d in range(30)]
        for run, count in (("a", 20), ("b", 9)):
            dice.shuffle(docs)
            scores = sorted((dice.randint(1, 8 if q % 2 else 1000) for _ in range(count)), reverse=True)
            runs += [(run, query, doc, score / 1000) for doc, score in zip(docs, scores, strict=False)]
        for doc in docs[: 20 if q % 3 else 30]:
            subtopics, stratum = dice.sample("stuv", dice.randint(1, 3)), "12"[int(doc[1:]) % 2]
            qrels += [(query, doc, each, float(dice.choice(LEVELS[q % 4])), stratum) for each in subtopics]
        costs += [(query, doc, float(dice.randint(1, 4))) for doc in docs[:12]]
    runs += [("a", "cover", doc, 1 / place) for place, doc in enumerate(COVERS, start=1)]
    qrels += [("cover", doc, str(each), 1.0, "1") for doc, several in COVERS.items() for each in several]
    columns = {
        "runs": ("run", "query_id", "doc_id", "score"),
        "qrels": ("query_id", "doc_id", "subtopic", "relevance", "stratum"),
        "costs": ("query_id", "doc_id", "cost"),
    }
    rows = {"runs": runs, "qrels": qrels, "costs": costs}
    return {kind: table([dict(zip(columns[kind], row, strict=True)) for row in rows[kind]]) for kind in columns}


# what a parameter is set to, and what it is where others are looked at, so that each matters in this world
SET = {"top": 4, "size": 1e6, "max_rel": 2, "length": 12, "recall": 0.3, "threshold": 2, "budget": 6, "hb": 0.5}
SET |= {"depth": 3, "target": 3, "L": 4, "multiple": 0.5, "points": ".3,.5", "tolerance": 0.25, "hit": 2, "q": 2}
SET |= {"user_levels": 3, "system_levels": 3, "hc": 2}
BESIDE = {
    "": {"max_rel": 3},
    "BPM": {"T": 2, "budget": 8, "k": 12},
    "ADM": {"length": 20},
    "Fallout": {"length": 20},
    "Threshold": {"length": 20},
    "Utility": {"size": 100},
    "alpha_n": {"k": 2},
    "nERR_IA": {"k": 2},
    "nNRBP": {"k": 9},
}


def settings(metric: Metric, parameter: Parameter) -> list[Any]:
    """What a parameter is set to."""
    if parameter.type == GAINS:
        return [{1: 0.5, 2: 0.25, 3: 1} if parameter.name == "gains" else {1: 2, 2: 4, 3: 8}]
    if parameter.name in ("rel", "min_rel"):
        return [
            {"rel": 3 if "documents" in metric.parameters else 2, "min_rel": 0.5 if "top" in metric.parameters else 1}[
                parameter.name
            ]
        ]
    if parameter.takes(SET.get(parameter.name)):
        return [SET[parameter.name]]
    if parameter.one_of:
        return [each for each in parameter.one_of if each not in (parameter.default, "collection")]
    return (
        [3]
        if parameter.cutoff
        else [next(each for each in (2, 0.5, 3, 0.25) if parameter.takes(each) and each != parameter.default)]
    )


def beside(metric: Metric) -> dict[str, Any]:
    """What others are where a parameter is looked at."""
    needed = {p.name: settings(metric, p)[0] for p in metric.parameters.values() if p.required}
    few = {metric.cutoff: 5} if metric.cutoff else {}
    for name, said in BESIDE.items():
        if metric.name.startswith(name):
            few |= {each: value for each, value in said.items() if each in metric.parameters}
    return needed | few


def pairs(metric: Metric, two: bool) -> Iterator[tuple[str, dict, dict]]:
    """A parameter, and settings without it and with it: alone, and beside each choice of another parameter."""
    base = beside(metric)
    free = [
        (p.name, each) for p in metric.parameters.values() for each in settings(metric, p) if base.get(p.name) != each
    ]
    choices = [each for each in free if isinstance(each[1], str)] if two else []
    if two and metric.cutoff and metric.parameters[metric.cutoff].default:
        choices.append((metric.cutoff, metric.parameters[metric.cutoff].default))
    for name, value in free:
        for other in [{}, *({of: choice} for of, choice in choices if of != name)]:
            without = base | other
            if name not in base:
                without |= {name: metric.parameters[name].default}
            yield name, without, base | other | {name: value}


def values(evaluation: evalsql.Evaluation, measure: Measure) -> list[float | None] | None:
    """The values of a measure in order, None where it is refused."""
    try:
        (evaluation.compute_curves if measure.metric.over else evaluation.compute)([measure])
    except InputError:
        return None
    found = "evalsql_points" if measure.metric.over else "evalsql_scores"
    rows = evaluation.connection.execute(f"from {found} where metric = ? order by all", [str(measure)]).fetchall()
    return [each for row in rows for each in row if not isinstance(each, str)]


def alike(one: list, other: list) -> bool:
    """Whether values are the same but for rounding."""
    return len(one) == len(other) and all(
        a is b is None or (None not in (a, b) and abs(a - b) <= 1e-9 * max(1, abs(a)))
        for a, b in zip(one, other, strict=True)
    )


def telling(metric: Metric) -> bool:
    """Whether a metric has a parameter that its head says can be idle, or that a convention sets."""
    own = any(metric.name in each.parameters for each in CONVENTIONS.values())
    return own or any(parameter.idle for parameter in metric.parameters.values())


@pytest.mark.quick(which="telling")
@pytest.mark.parametrize("which", ["telling", "every"])
def test_a_parameter_changes_a_value_or_is_said_to_change_none(which: str) -> None:
    given = world()
    evaluation = evalsql.Evaluation(given["runs"], given["qrels"], costs=given["costs"], whole=True)
    found: dict[tuple, list | None] = {}
    wrong = []
    for convention in (None, *CONVENTIONS):
        for metric in METRICS:
            of = telling(metric) if which == "telling" else True
            if not of or (convention and metric.name not in CONVENTIONS[convention].parameters):
                continue
            for name, without, setting in pairs(metric, which == "every"):
                try:
                    both = [make_measure(metric.name, metric, each, convention) for each in (without, setting)]
                except InputError:
                    continue
                for each in both:
                    if (metric.over, str(each)) not in found:
                        found[metric.over, str(each)] = values(evaluation, each)
                one, other = (found[metric.over, str(each)] for each in both)
                # where all is 0 or 1 whatever is set, as by Satisfaction of a whole ranking, nothing is told
                if one is None or other is None or set(one) <= {0, 1, None} or str(both[0]) == str(both[1]):
                    continue
                if alike(one, other) != (name in both[1].idle):
                    wrong.append(f"{both[1]}, {convention}: {name} {'silent' if alike(one, other) else 'said'}")
    assert not wrong, "\n".join(wrong)
    assert len(found) > (150 if which == "telling" else 900)


@pytest.mark.quick(kind="weights")
@pytest.mark.parametrize("kind", READERS)
def test_what_is_given_changes_the_values_of_those_measures_that_read_it(kind: str) -> None:
    given = world(5)
    rows = {kind: given[kind].to_pylist() for kind in given}
    judged = {(row["query_id"], row["relevance"]) for row in rows["qrels"] if row["relevance"] > 0}
    subtopics = {(row["query_id"], row["subtopic"]) for row in rows["qrels"]}
    options: dict[str, list] = {
        "costs": rows["costs"],
        "gains": [{"query_id": q, "relevance": level, "gain": level / 4 + 0.1} for q, level in sorted(judged)],
        "weights": [{"query_id": q, "subtopic": s, "weight": ord(s[-1]) % 3 / 4 + 0.1} for q, s in sorted(subtopics)],
    }
    asked = [make_measure(metric.name, metric, beside(metric)) for metric in METRICS if able(metric, kind)]
    beneath = {} if kind == "costs" else {"costs": given["costs"]}
    one, other = (
        evalsql.Evaluation(given["runs"], given["qrels"], whole=True, **beneath, **more)
        for more in ({}, {kind: table(options[kind])})
    )
    wrong = []
    for measure in asked:
        both = values(one, measure), values(other, measure)
        if None not in both and alike(*both) == READERS[kind][1](measure):
            wrong.append(f"{measure} is{'' if alike(*both) else ' not'} the same whatever {kind} are")
    assert not wrong, "\n".join(wrong)


def able(metric: Metric, kind: str) -> bool:
    """Whether a metric may be thought to read what is given."""
    return {
        "costs": metric.priced or "other_cost" in metric.parameters,
        "gains": "gain" in metric.body,
        "weights": metric.by_subtopic,
    }[kind]


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


@pytest.mark.slow
def test_an_option_beside_another_changes_a_value_or_is_said_to_change_none(odd: dict[str, pa.Table]) -> None:
    wrong, alone = [], {}
    for one, other in combinations(BENEATH, 2):
        (key, value, _), (of, choice, _) = BENEATH[one], BENEATH[other]
        # two of those take away documents or queries, each its own; what the convention decides so itself is said twice
        if (
            of == key
            or {one, other} <= FILTERS
            or (of == "convention" and getattr(CONVENTIONS[choice], key, None) == value)
        ):
            continue
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
