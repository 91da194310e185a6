"""The rank-biased overlap of the rankings of two runs."""

import csv
import gzip
import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import duckdb
import pyarrow as pa
import pytest
from command import TRACK
from in_process import output
from places import COLLECTIONS

import evalsql


def run_of(*rankings: Sequence[str]) -> pa.Table:
    """A run with a query a ranking of tiers of documents, best first; a tier is of one score, a letter a document."""
    rows = [
        {"query_id": f"{query:02}", "doc_id": doc, "score": float(-place)}
        for query, tiers in enumerate(rankings)
        for place, tier in enumerate(tiers)
        for doc in tier
    ]
    return pa.Table.from_pylist(rows)


def overlaps(cases: Sequence[tuple[Sequence[str], Sequence[str]]], p: float, **options) -> list[tuple]:
    """The overlap of the two rankings of each case, its lowest value and what is left above that."""
    one, two = zip(*cases, strict=True)
    found = evalsql.overlap({"one": run_of(*one), "two": run_of(*two)}, p=p, **options)
    return [row[3:] for row in sorted(found.fetchall(), key=lambda row: row[2])]


def by_definition(one: str, two: str, p: float) -> float:
    """Equation 32 of Webber, Moffat and Zobel."""
    short, long = sorted((one, two), key=len)
    least, most = len(short), len(long)
    common = [0, *(len(set(short[:d]) & set(long[:d])) for d in range(1, most + 1))]
    total = sum(common[d] / d * p**d for d in range(1, most + 1))
    total += sum(common[least] * (d - least) / (least * d) * p**d for d in range(least + 1, most + 1))
    return (1 - p) / p * total + ((common[most] - common[least]) / most + common[least] / least) * p**most


CASES = [
    ("abcdef", "abcdef"),
    ("abcdef", "badcfe"),
    ("abcdef", "fedcba"),
    ("abc", "xyz"),
    ("abcdef", "ab"),
    ("axbyc", "cab"),
]


def test_the_overlap_of_two_rankings_is_as_defined() -> None:
    found, turned = overlaps(CASES, 0.5), overlaps([(two, one) for one, two in CASES], 0.9)
    for place, (one, two) in enumerate(CASES):
        assert found[place][0] == pytest.approx(by_definition(one, two, 0.5), abs=1e-12)
        assert turned[place][0] == pytest.approx(by_definition(one, two, 0.9), abs=1e-12)


def overlap_to(one: str, two: str, p: float, depth: int) -> float:
    """The overlap of two rankings that are that deep, what lies deeper leaving next to nothing."""
    return (1 - p) * sum(len(set(one[:d]) & set(two[:d])) / d * p ** (d - 1) for d in range(1, depth + 1))


def bounds_by_definition(one: str, two: str, p: float) -> tuple[float, float]:
    """The overlaps of the worst and best longer rankings."""
    deep = 600 if p > 0.8 else 120
    other, another = ([chr(start + number) for number in range(deep)] for start in (20_000, 30_000))
    worst = overlap_to([*one, *other], [*two, *another], p, deep)
    # the best: each goes on with what the other has and it has not, and from there on with the same
    left = [*one, *(doc for doc in two if doc not in one), *other]
    right = [*two, *(doc for doc in one if doc not in two), *other]
    return worst, overlap_to(left, right, p, deep)


@pytest.mark.parametrize("p", [0.3, 0.9])
def long_the_bounds_are_the_overlaps_of_the_worst_and_best_longer_rankings(p: float) -> None:
    for (one, two), (value, lowest, residual) in zip(CASES, overlaps(CASES, p), strict=True):
        assert (lowest, lowest + residual) == pytest.approx(bounds_by_definition(one, two, p), abs=1e-12)
        assert lowest - 1e-12 <= value <= lowest + residual + 1e-12


def orders(tiers: list[str]) -> list[str]:
    """Every ranking of documents that are tied within a tier."""
    within = ([*itertools.permutations(tier)] for tier in tiers)
    return ["".join(itertools.chain(*order)) for order in itertools.product(*within)]


TIED = [
    (["ab", "cd"], ["a", "b", "c", "d"]),
    (["abc"], ["cba"]),
    (["a", "bcd"], ["db", "ca"]),
    (["ab", "cde"], ["ec", "x"]),
    (["abx"], ["yza", "b", "cx", "q"]),
]


def long_of_averaged_ties_the_overlap_is_the_mean_over_all_orders() -> None:
    for (one, two), (value, lowest, residual) in zip(TIED, overlaps(TIED, 0.7, ties="average"), strict=True):
        pairs = list(itertools.product(orders(one), orders(two)))
        assert value == pytest.approx(mean(by_definition(*pair, 0.7) for pair in pairs), abs=1e-12)
        bounds = [bounds_by_definition(*pair, 0.7) for pair in pairs]
        assert lowest == pytest.approx(mean(low for low, _ in bounds), abs=1e-12)
        assert lowest + residual == pytest.approx(mean(high for _, high in bounds), abs=1e-12)


def test_overlaps_by_hand() -> None:
    # the same ranking, however short the one, is 1; nothing in common is 0; of tied documents, by doc_id
    found = overlaps([("abcdef", "ab"), ("abc", "xyz"), (["ab", "cd"], "badc")], 0.8)
    assert [row[0] for row in found] == pytest.approx([1, 0, 1], abs=1e-12)
    # agreement 0, 1 and 1 as for three runs, to depth 3; to depth 1, 0
    for depth, expected in ((3, 0.5), (1, 0)):
        ((value, *_),) = overlaps([("abcd", "bacd")], 0.5, depth=depth)
        assert value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("collection", ["covid_r1", "dl19_passage"])
def long_the_recorded_overlaps_are_reproduced(collection: str) -> None:
    folder = COLLECTIONS / collection
    if not folder.exists():
        pytest.skip("../shared/data is absent")
    with gzip.open(folder / "expected" / "stats_rbo_top100.tsv.gz", "rt", encoding="utf-8", newline="") as file:
        recorded = list(csv.DictReader(file, delimiter="\t"))
    names = {row[which].removesuffix(".run") for row in recorded for which in ("run_a", "run_b")}
    found = {
        (frozenset((run, other)), query): value
        for run, other, query, value, _, _ in evalsql.overlap(
            [folder / "runs" / f"{name}.run" for name in names]
        ).fetchall()
    }
    assert len(recorded) >= 180
    for row in recorded:
        pair = frozenset(row[which].removesuffix(".run") for which in ("run_a", "run_b"))
        assert found[pair, row["query_id"]] == pytest.approx(float(row["rbo_ext_p0.9_top100"]), abs=1e-10)


def long_the_matrix_has_the_means_and_the_rows_each_query(tmp_path: Path) -> None:
    runs = TRACK[0]
    table = tmp_path / "rows.parquet"
    printed = output("overlap", runs, "--depth", "20", "--p", "0.8", "-o", table).splitlines()
    assert printed[0] == "Rank-biased overlap of rankings to depth 20, p = 0.8"
    rows = evalsql.overlap(runs, depth=20, p=0.8)
    assert duckdb.execute(f"from '{table}'").fetchall() == rows.fetchall()
    means = {(one, two): f"{v:.4f}" for one, two, v in rows.aggregate("run, other, avg(value)").fetchall()}
    names, *matrix = [line.split() for line in printed[1:14]]
    assert names[1:] == sorted(names[1:])
    for place, line in enumerate(matrix):
        assert line[0] == names[place + 1]
        for other, cell in zip(names[1:], line[1:], strict=True):
            assert cell == means.get((line[0], other), means.get((other, line[0]), "-"))
    assert printed[-1].startswith("Means over the 48 to 50 queries")
    listed = json.loads(output("overlap", runs, "--depth", "20", "--p", "0.8", "--format", "json"))
    assert [tuple(row.values()) for row in listed] == rows.fetchall()


def test_what_has_no_overlap_is_refused() -> None:
    two = {"a": run_of("ab"), "b": run_of("ab")}
    for runs, options, sentence in (
        ({"a": run_of("ab")}, {}, "there are no two runs that answer the same query"),
        (two, {"depth": 0}, "depth must be a whole number of at least 1, not 0"),
        (two, {"p": 0}, "p of rank-biased overlap must be a number above 0 and below 1, not 0"),
        (two, {"p": 1}, "p of rank-biased overlap must be a number above 0 and below 1, not 1"),
        (two, {"ties": "best"}, "ties must be doc_id or average, not 'best'"),
        (two, {"queries": "12"}, "queries must be a list of ids, not '12'"),
    ):
        with pytest.raises(evalsql.InputError, match=sentence):
            evalsql.overlap(runs, **options)
