"""Settings of metrics and curves in pairs, without a parameter and with it, in a world in which each matters."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import pyarrow as pa

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
    """Two runs with ties, and judgments of all that metrics read; of the last query nothing is relevant."""
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
    runs.append(("a", "nothing", "d1", 1.0))
    qrels.append(("nothing", "d1", "s", 0.0, "1"))
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


Values = dict[tuple[bool, str], list[float | None] | None]


def name_of(measure: Measure) -> tuple[bool, str]:
    """Whether a measure is a curve, and its text."""
    return bool(measure.metric.over), str(measure)


def values(evaluation: evalsql.Evaluation, measures: Iterable[Measure]) -> Values:
    """The values of measures in order, None where one is refused."""
    found: Values = {}
    for name, measure in {name_of(each): each for each in measures}.items():
        try:
            (evaluation.compute_curves if measure.metric.over else evaluation.compute)([measure])
            found[name] = []
        except InputError:
            found[name] = None
    for is_curve, relation in ((False, "evalsql_scores"), (True, "evalsql_points")):
        rows = f"select metric, columns(* exclude metric) from {relation} order by all"
        for metric, *row in evaluation.connection.execute(rows).fetchall():
            if (held := found[is_curve, metric]) is not None:
                held += [each for each in row if not isinstance(each, str)]
    return found


def alike(one: list, other: list) -> bool:
    """Whether values are the same but for rounding."""
    return len(one) == len(other) and all(
        a is b is None or (None not in (a, b) and abs(a - b) <= 1e-9 * max(1, abs(a)))
        for a, b in zip(one, other, strict=True)
    )


def silent_or_said(metrics: Sequence[Metric], two: Callable[[Metric], bool]) -> tuple[list[str], int]:
    """The parameters that change no value and are not said to, or the other way round, and of how many measures."""
    given = world()
    # one thread: what takes the time is planning
    evaluation = evalsql.Evaluation(
        given["runs"], given["qrels"], costs=given["costs"], whole=True, settings={"threads": 1}
    )
    asked = []
    for convention in (None, *CONVENTIONS):
        for metric in metrics:
            if convention and metric.name not in CONVENTIONS[convention].parameters:
                continue
            for name, *both in pairs(metric, two(metric)):
                with suppress(InputError):
                    one, other = (make_measure(metric.name, metric, each, convention) for each in both)
                    asked.append((convention, name, one, other))
    found = values(evaluation, [measure for *_, one, other in asked for measure in (one, other)])
    wrong = []
    for convention, name, *measures in asked:
        one, other = (found[name_of(each)] for each in measures)
        # where all is 0 or 1 whatever is set, as by Satisfaction of a whole ranking, nothing is told
        if one is None or other is None or set(one) <= {0, 1, None} or str(measures[0]) == str(measures[1]):
            continue
        if alike(one, other) != (name in measures[1].idle):
            wrong.append(f"{measures[1]}, {convention}: {name} {'silent' if alike(one, other) else 'said'}")
    return wrong, len(found)


def first_of_its_kind() -> list[Metric]:
    """The first of the metrics and curves of one stem that declare the same parameters."""
    found: dict[tuple, Metric] = {}
    for metric in METRICS:
        stem, declared = metric.name.partition("_")[0], repr(list(metric.parameters.values()))
        found.setdefault((stem, metric.over, declared), metric)
    return list(found.values())


def unread_or_read(kind: str) -> list[str]:
    """The measures that change with an input that they do not read, or do not change with one that they do."""
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
        evalsql.Evaluation(given["runs"], given["qrels"], whole=True, settings={"threads": 1}, **beneath, **more)
        for more in ({}, {kind: table(options[kind])})
    )
    wrong = []
    found = [values(each, asked) for each in (one, other)]
    for measure in asked:
        both = [each[name_of(measure)] for each in found]
        if None not in both and alike(*both) == READERS[kind][1](measure):
            wrong.append(f"{measure} is{'' if alike(*both) else ' not'} the same whatever {kind} are")
    return wrong


def able(metric: Metric, kind: str) -> bool:
    """Whether one would expect a metric to read an input."""
    return {
        "costs": metric.priced or "other_cost" in metric.parameters,
        "gains": "gain" in metric.body,
        "weights": metric.by_subtopic,
    }[kind]
