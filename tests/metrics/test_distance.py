"""The average distance family against sums over every document written straight from the formulas, in exact fractions.

The documents of a collection that nobody retrieved or judged are really there in the reference.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from random import Random

import duckdb
import pytest
from places import FIXTURES

import evalsql
from evalsql import Evaluation
from evalsql.errors import InputError

PAPER = FIXTURES / "papers" / "della_mea_mizzaro_2004"
TRACK = FIXTURES / "track"
SYSTEMS = ("rank", "score", "minmax")
SETS = ("union", "retrieved", "relevant", "collection")
NAMES = tuple(name for name, metric in evalsql.metrics().items() if metric.family == "distance")
CHOICES = {
    "top": ("3", "4"),
    "length": ("2", "10", "1000"),
    "rel": ("0", "1", "2", "2.5"),
    "size": ("20", "40"),
    "power": ("1", "2"),
    "user_levels": ("inf", "2", "3", "4", "7"),
    "system_levels": ("inf", "2", "3", "6"),
    "tolerance": ("0", "0.1", "0.25", "0.5", "1"),
    "user_threshold": ("0.25", "0.5", "0.75", "1"),
    "system_threshold": ("0.1", "0.2", "0.5", "0.7", "1"),
}

Query = tuple[dict[str, Fraction], dict[str, Fraction]]  # scores and relevance by document
Given = Mapping[str, str]


def queries(seed: int, count: int = 36) -> dict[str, Query]:
    """Small rankings and judgments: ties, unjudged and missed documents, negative relevance, nothing at all."""
    random = Random(seed)
    made = {}
    for number in range(count):
        docs = [f"d{place:02}" for place in range(random.choice([2, 6, 14]))]
        grades = [-1, 0, 0, 1, 1.5, 2, 3] if number % 6 else [-1, 0]
        judged = random.sample(docs, random.randint(1, len(docs)))
        found = random.sample(docs, random.randint(0, len(docs))) if number % 9 else []
        eighths = range(9) if number % 7 else [5]
        scores = {doc: Fraction(random.choice(eighths), 8) for doc in found}
        made[f"q{number:02}"] = scores, {doc: Fraction(random.choice(grades)) for doc in judged}
    return made


def documents(query: Query, given: Given) -> set[str]:
    """The set of documents that counts."""
    scores, relevance = query
    relevant = {doc for doc, value in relevance.items() if value > 0 and value >= Fraction(given.get("rel", "0"))}
    if given["documents"] == "collection":
        known = scores.keys() | relevance.keys()
        return known | {f"other{number}" for number in range(int(given["size"]) - len(known))}
    return {"union": relevant | scores.keys(), "retrieved": set(scores), "relevant": relevant}[given["documents"]]


def users(query: Query, doc: str, given: Given) -> Fraction:
    """The user's relevance score of a document."""
    return max(query[1].get(doc, Fraction(0)), Fraction(0)) / Fraction(given["top"])


def systems(query: Query, doc: str, given: Given) -> Fraction:
    """The system's relevance score of a document."""
    scores = query[0]
    if doc not in scores:
        return Fraction(0)
    if given.get("system") == "score":
        return scores[doc]
    if given.get("system") == "minmax":
        low, high = min(scores.values()), max(scores.values())
        return (scores[doc] - low) / (high - low) if high > low else Fraction(1)
    above = sum((score, other) > (scores[doc], doc) for other, score in scores.items())
    return max(1 - Fraction(above) / Fraction(given.get("length", "1000")), Fraction(0))


def category(score: Fraction, levels: str) -> Fraction:
    """The nearest of equally spaced values, of two as near the higher."""
    if levels == "inf":
        return score
    values = [Fraction(step, int(levels) - 1) for step in range(int(levels))]
    return min(values, key=lambda value: (abs(score - value), -value))


def share(part: int, whole: int) -> Fraction:
    """A part of a whole; 0 of nothing."""
    return Fraction(part, whole) if whole else Fraction(0)


def average_distance(name: str, pairs: list[tuple[Fraction, Fraction]], given: Given) -> Fraction:
    """ADM, ADP and ADR of pairs of a user's and a system's score."""
    if name == "ADM":
        pairs = [(category(u, given["user_levels"]), category(s, given["system_levels"])) for u, s in pairs]
    far = {
        "ADM": lambda d: abs(d) ** int(given.get("power", "1")),
        "ADP": lambda d: d if d > 0 else 0,
        "ADR": lambda d: -d if d < 0 else 0,
    }
    return 1 - Fraction(sum(far[name](s - u) for u, s in pairs)) / len(pairs)


def within_tolerance(name: str, pairs: list[tuple[Fraction, Fraction]], given: Given) -> Fraction:
    """P* and R*."""
    t = Fraction(given["tolerance"])
    right = sum(abs(s - u) <= t for u, s in pairs)
    wrong = sum(s - u > t if name == "ADM_P" else u - s > t for u, s in pairs)
    return share(right, right + wrong)


def at_thresholds(name: str, pairs: list[tuple[Fraction, Fraction]], given: Given) -> Fraction:
    """The measures of figure 2's table."""
    tu, ts = Fraction(given["user_threshold"]), Fraction(given.get("system_threshold", "1"))
    table = [(u >= tu, s >= ts) for u, s in pairs]
    alpha, beta, gamma, delta = (
        table.count(cell) for cell in [(False, True), (True, True), (False, False), (True, False)]
    )
    p, r = share(beta, alpha + beta), share(beta, beta + delta)
    values = {"ThresholdP": p, "ThresholdR": r, "ThresholdE": (p + r) / 2, "Fallout": share(alpha, alpha + gamma)}
    return values[name] if name in values else share(beta + delta, alpha + beta + gamma + delta)


def reference(name: str, query: Query, given: Given) -> float | None:
    """The value of a measure."""
    pairs = [(users(query, doc, given), systems(query, doc, given)) for doc in documents(query, given)]
    if name == "RelativeRelevance":
        squares = sum(u * u for u, _ in pairs) * sum(s * s for _, s in pairs)
        return float(sum(u * s for u, s in pairs)) / sqrt(squares) if squares else 0.0
    if not pairs:
        return None
    if name in ("ADM", "ADP", "ADR"):
        return float(average_distance(name, pairs, given))
    return float((within_tolerance if name in ("ADM_P", "ADM_R") else at_thresholds)(name, pairs, given))


def settings(name: str) -> list[dict[str, str]]:
    """Every document set with every kind of system score, and the other parameters as they fall."""
    random, parameters = Random(name), evalsql.metrics()[name].parameters
    found = []
    for system, chosen in product(SYSTEMS, SETS if "size" in parameters else SETS[:3]):
        given = {key: random.choice(values) for key, values in CHOICES.items() if key in parameters}
        found.append(given | {"documents": chosen} | ({"system": system} if "system" in parameters else {}))
    return found


def text(name: str, given: Given) -> str:
    """The measure as a user writes it."""
    said = {key: f"'{value}'" if key in ("system", "documents") else value for key, value in given.items()}
    return f"{name}({','.join(f'{key}={value}' for key, value in said.items() if value != 'inf')})"


def evaluation(runs: Mapping[str, Mapping[str, Query]], names: list[str]) -> Evaluation:
    """An evaluation of runs that share the judgments of the first."""
    connection = duckdb.connect()
    connection.execute("create table runs (run varchar, query_id varchar, doc_id varchar, score double)")
    connection.execute("create table qrels (query_id varchar, doc_id varchar, relevance double)")
    for run, made in runs.items():
        rows = [[run, query, doc, float(score)] for query, (scores, _) in made.items() for doc, score in scores.items()]
        connection.executemany("insert into runs values (?, ?, ?, ?)", rows)
    judged = next(iter(runs.values()))
    rows = [[query, doc, float(value)] for query, (_, values) in judged.items() for doc, value in values.items()]
    connection.executemany("insert into qrels values (?, ?, ?)", rows)
    return Evaluation(connection=connection, measures=names)


@cache
def two_runs() -> dict[str, dict[str, Query]]:
    """Two runs over the same judgments."""
    one, other = queries(1), queries(2)
    return {"one": one, "other": {query: (other[query][0], one[query][1]) for query in one}}


def long_values_are_those_of_the_formulas() -> None:
    cases = {str(evalsql.parse_measure(text(name, given))): (name, given) for name in NAMES for given in settings(name)}
    rows = evaluation(two_runs(), list(cases)).score(list(cases)).fetchall()
    assert len(rows) == 72 * len(cases)
    seen: dict[str, set] = {name: set() for name in NAMES}
    for run, query, written, value in rows:
        name, given = cases[written]
        right = reference(name, two_runs()[run][query], given)
        assert value == (None if right is None else pytest.approx(right, rel=0, abs=1e-12)), (run, query, written)
        seen[name].add(value)
    assert {name for name, values in seen.items() if len(values) > 12} == set(NAMES)
    assert {name for name, values in seen.items() if None not in values} == {"RelativeRelevance"}


def long_adm_is_adp_and_adr_less_one() -> None:
    insides = [
        f"(top=3,system='{system}',documents='{documents}',size=1000)"
        for system in ("rank", "minmax")
        for documents in SETS
    ]
    measures = [name + inside for name in ("ADM", "ADP", "ADR") for inside in insides]
    whole = Evaluation(TRACK / "runs.parquet", TRACK / "qrels.parquet", measures=measures)
    found = {row[:3]: row[3] for row in whole.score(measures).fetchall()}
    keys = {key[:2] for key in found}
    assert len(keys) == 600
    names = {text: str(evalsql.parse_measure(text)) for text in measures}
    for inside in insides:
        rows = [[found[(*key, names[name + inside])] for name in ("ADM", "ADP", "ADR")] for key in keys]
        assert len({m for m, _, _ in rows if m is not None}) > 300
        for m, p, r in rows:
            assert (m is None and p is None and r is None) or m == pytest.approx(p + r - 1, rel=0, abs=1e-12)


RAW = "top=1,system='score'"
TABLE_1 = {
    f"ADM({RAW})": (0.9, 0.8, 0.7),
    f"ADP({RAW})": (0.9, 0.8, 0.7),
    f"ADR({RAW})": (1, 1, 1),
    f"ADM({RAW},power=2)": (0.99, 0.96, 0.73),
    f"ADM({RAW},user_levels=2,system_levels=2)": (2 / 3, 2 / 3, 2 / 3),
    f"ADM({RAW},user_levels=3,system_levels=3)": (1, 5 / 6, 2 / 3),
    f"ADM_P({RAW},tolerance=0.15)": (1, 0, 2 / 3),
    f"ADM_R({RAW},tolerance=0.15)": (1, 0, 1),
    f"ThresholdP({RAW})": (0.5, 0.5, 0.5),
    f"ThresholdR({RAW})": (1, 1, 1),
    f"Fallout({RAW})": (0.5, 0.5, 0.5),
    "Generality(top=1)": (1 / 3, 1 / 3, 1 / 3),
    f"ThresholdE({RAW})": (0.75, 0.75, 0.75),
}


def test_the_numbers_of_table_1_come_out_of_its_files() -> None:
    runs = [PAPER / f"{run}.run" for run in ("IRS1", "IRS2", "IRS3")]
    relevance = f"RelativeRelevance({RAW})"
    measures = [*TABLE_1, relevance]
    rows = Evaluation(runs, PAPER / "qrels.txt", measures=measures).score(measures).fetchall()
    found = {(run, measure): value for run, _, measure, value in rows}
    for measure, values in TABLE_1.items():
        written = str(evalsql.parse_measure(measure))
        mine = [found[run, written] for run in ("IRS1", "IRS2", "IRS3")]
        assert mine == pytest.approx(values, rel=0, abs=1e-12), measure
    assert found["IRS2", str(evalsql.parse_measure(relevance))] == pytest.approx(0.987318, rel=0, abs=5e-7)


def one_query(scores: list[float], relevance: list[float]) -> dict[str, dict[str, Query]]:
    """A run with one query."""
    by_doc = [{f"d{place}": Fraction(value) for place, value in enumerate(values)} for values in (scores, relevance)]
    return {"mine": {"7": (by_doc[0], by_doc[1])}}


@pytest.mark.parametrize(
    ("measure", "scores", "relevance", "said"),
    [
        (
            "ADM(top=2)",
            [1],
            [3],
            "a relevance of 3.0, for query 7, is above top, the relevance that is worth 1",
        ),
        (
            "ADP(top=2,system='score')",
            [0.5, 1.5, -0.25],
            [2, 1, 0],
            "the scores of run mine for query 7 go from -0.25 to 1.5, and must lie between 0 and 1;"
            " say system = 'minmax' to scale them, or system = 'rank' to go by rank",
        ),
        (
            "RelativeRelevance(top=2,system='minmax')",
            [1.7e308, 1, -1.7e308],
            [2, 1, 0],
            "the scores of run mine for query 7 go from -1.7e+308 to 1.7e+308, which is too far to scale them;"
            " say system = 'rank' to go by rank",
        ),
        (
            "ADR(top=2,documents='collection')",
            [1, 0.5],
            [1, 0, 2],
            "size must be the number of documents of the collection,"
            " at least the 3 that run mine retrieved or missed for query 7",
        ),
        ("ADM(top=2,system='score')", [0.5, 1.5], [2, 1], "go from 0.5 to 1.5, and must lie between 0 and 1"),
        ("ADM(top=2,system='score')", [0.5, -0.5], [2, 1], "go from -0.5 to 0.5, and must lie between 0 and 1"),
        ("ADR(top=2,documents='collection',size=2)", [1, 0.5], [1, 0, 2], "at least the 3 that run mine retrieved"),
        (
            "ADM(top=2,user_levels=2.5)",
            [1],
            [1],
            "user_levels and system_levels count categories and must be whole numbers",
        ),
    ],
)
def long_what_has_no_meaning_is_refused(measure: str, scores: list, relevance: list, said: str) -> None:
    made = evaluation(one_query(scores, relevance), [measure])
    with pytest.raises(InputError) as refused:
        made.score(measure)
    assert said in str(refused.value)
