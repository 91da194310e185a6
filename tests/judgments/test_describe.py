"""Sets of judgments described, and compared with each other."""

import csv
import io
import json
import random
from pathlib import Path

import command
import duckdb
import numpy as np
import pyarrow as pa
import pytest
from in_process import output, refusal
from places import COLLECTIONS
from written import put

import evalsql

FIRST = ["q1 0 a 2", "q1 0 b 1", "q1 0 c 0", "q1 0 d 0", "q2 0 a 0", "q2 0 e 0", "q3 0 f 1"]
SECOND = ["q1 0 a 2", "q1 0 b 0", "q1 0 c 1", "q1 0 x 1", "q2 0 a 0", "q2 0 y 2"]


@pytest.fixture
def sets(tmp_path: Path) -> dict[str, Path]:
    """Two sets of judgments: of q1, both judge a, b and c; of q2, a; q3 is only in the first."""
    return {"z": put(tmp_path / "first.txt", FIRST), "a": put(tmp_path / "second.txt", SECOND)}


def rows(relation: duckdb.DuckDBPyRelation) -> list[dict]:
    return relation.to_arrow_table().to_pylist()


def judged(pairs: list[tuple[float, float]]) -> dict[str, pa.Table]:
    """Two sets that judge the same documents, each so."""
    docs = [f"d{place}" for place in range(len(pairs))]
    return {
        name: pa.table({"query_id": ["q"] * len(docs), "doc_id": docs, "relevance": [float(pair[n]) for pair in pairs]})
        for n, name in enumerate(("one", "two"))
    }


COUNTED = ["qrels", "queries", "judged", "mean_judged", "min_judged", "max_judged"]
COUNTED += ["relevant", "mean_relevant", "min_relevant", "max_relevant", "without_relevant"]
COUNTED += ["with_subtopics", "mean_subtopics", "min_subtopics", "max_subtopics"]


def test_one_set_is_counted(sets: dict[str, Path]) -> None:
    found = evalsql.describe({"z": sets["z"]})
    assert found["sets"].columns == COUNTED
    assert found["sets"].fetchall() == [("z", 3, 7, 7 / 3, 1, 4, *(3, 1, 0, 2, 1), *(0, None, None, None))]
    assert found["levels"].fetchall() == [("z", 2, 1, 1 / 3, 0, 1), ("z", 1, 2, 2 / 3, 0, 1), ("z", 0, 4, 4 / 3, 0, 2)]
    assert found["agreements"].fetchall() == found["crossed"].fetchall() == []


def test_rel_says_what_is_relevant(sets: dict[str, Path]) -> None:
    (row,) = rows(evalsql.describe(sets["z"], rel=2)["sets"])
    assert (row["relevant"], row["without_relevant"], row["judged"]) == (1, 2, 7)
    with pytest.raises(evalsql.InputError, match="rel must be a number"):
        evalsql.describe(sets["z"], rel="high")


def test_two_sets_are_crossed_in_the_order_given(sets: dict[str, Path]) -> None:
    found = evalsql.describe(sets)
    crossed = [(2, 2, 1), (1, 0, 1), (1, None, 1), (0, 1, 1), (0, 0, 1), (0, None, 2), (None, 2, 1), (None, 1, 1)]
    assert found["crossed"].fetchall() == [("z", "a", *row) for row in crossed]
    (row,) = rows(found["agreements"])
    assert (row["qrels"], row["other"], row["queries_in_both"]) == ("z", "a", 2)
    assert (row["judged_in_both"], row["judged_in_one"], row["judged_in_other"]) == (4, 3, 2)
    # levels 2, 1, 0, 0 and 2, 0, 1, 0: two agree, and by chance 1/16 + 1/16 + 4/16
    assert row["agreement"] == 0.5
    assert row["kappa"] == pytest.approx((1 / 2 - 6 / 16) / (1 - 6 / 16), abs=1e-15)
    assert (row["agreement_binary"], row["kappa_binary"]) == (0.5, 0)
    # q1: a of a, b, c, x; q2: none of y
    assert (row["relevant_in_both"], row["relevant_in_either"], row["overlap"]) == (1, 6, 1 / 8)


def test_kappa_of_the_textbook() -> None:
    """Of 50, two readers both say yes of 20 and no of 15: 0.7 where chance gives 0.5."""
    pairs = [(1, 1)] * 20 + [(1, 0)] * 5 + [(0, 1)] * 10 + [(0, 0)] * 15
    (row,) = rows(evalsql.describe(judged(pairs))["agreements"])
    for name in ("kappa", "kappa_binary", "kappa_linear", "kappa_quadratic"):
        assert row[name] == pytest.approx(0.4, abs=1e-15)


def kappa(pairs: list[tuple[float, float]], weigh) -> float:
    """Cohen's kappa from the matrix of shares."""
    levels = sorted({level for pair in pairs for level in pair})
    shares = np.array([[sum(pair == (a, b) for pair in pairs) / len(pairs) for b in levels] for a in levels])
    weights = np.array([[weigh(a, b) for b in levels] for a in levels], dtype=float)
    return 1 - (weights * shares).sum() / (weights * np.outer(shares.sum(1), shares.sum(0))).sum()


@pytest.mark.parametrize("seed", range(3))
def long_kappa_of_many_levels(seed: int) -> None:
    dice = random.Random(seed)
    levels = [dice.choice((-2, 0, 0, 0.5, 1, 2, 4)) for _ in range(200)]
    pairs = [(level, level if dice.random() < 0.6 else dice.choice((-2, 0, 1, 3))) for level in levels]
    (row,) = rows(evalsql.describe(judged(pairs), rel=0.5)["agreements"])
    expected = {
        "kappa": kappa(pairs, lambda a, b: a != b),
        "kappa_linear": kappa(pairs, lambda a, b: abs(a - b)),
        "kappa_quadratic": kappa(pairs, lambda a, b: (a - b) ** 2),
        "kappa_binary": kappa(pairs, lambda a, b: (a >= 0.5) != (b >= 0.5)),
    }
    assert {name: row[name] for name in expected} == pytest.approx(expected, abs=1e-12)


def test_what_cannot_be_said_is_null(sets: dict[str, Path], tmp_path: Path) -> None:
    (same,) = rows(evalsql.describe(judged([(1, 1)] * 3))["agreements"])
    assert (same["agreement"], same["agreement_binary"], same["overlap"]) == (1, 1, 1)
    assert {same[name] for name in same if name.startswith("kappa")} == {None}  # chance alone would agree
    apart = put(tmp_path / "apart.txt", ["q9 0 a 1"])
    (row,) = rows(evalsql.describe([sets["z"], apart])["agreements"])
    assert (row["judged_in_both"], row["queries_in_both"], row["relevant_in_either"]) == (0, 0, 4)
    assert row["agreement"] is row["kappa"] is row["overlap"] is None


def test_three_sets_are_compared_two_by_two(sets: dict[str, Path]) -> None:
    found = evalsql.describe(
        [sets["z"], sets["a"], pa.table({"query_id": ["q1"], "doc_id": ["a"], "relevance": [2.0]})]
    )
    names = [str(sets["z"]), str(sets["a"]), "set 3"]
    assert [row[0] for row in found["sets"].fetchall()] == names
    couples = [(names[0], names[1]), (names[0], names[2]), (names[1], names[2])]
    assert [row[:2] for row in found["agreements"].fetchall()] == couples


def test_subtopics_are_counted_where_there_are_any(tmp_path: Path) -> None:
    lines = ["q1 1 a 1", "q1 2 a 1", "q1 3 b 0", "q2 1 a 1", "q3 1 a 0"]
    with pytest.warns(UserWarning, match="treating iterations"):
        (row,) = rows(evalsql.describe(put(tmp_path / "q.txt", lines))["sets"])
    assert (row["queries"], row["judged"], row["relevant"], row["without_relevant"]) == (3, 4, 2, 1)
    assert [row[f"{each}_subtopics"] for each in ("with", "mean", "min", "max")] == [2, 1.5, 1, 2]


def test_tables_of_the_users_connection() -> None:
    connection = duckdb.connect()
    connection.execute("create table judged as select 'q' as query_id, 'd' as doc_id, 1 as relevance")
    found = evalsql.describe("judged", connection=connection)
    assert found["levels"].fetchall() == [("judged", 1, 1, 1, 1, 1)]
    assert connection.execute("show tables").fetchall() == [("judged",)]


def test_the_command_prints_all(sets: dict[str, Path]) -> None:
    printed = command.output("describe", *sets.values())
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    assert f"{sets['z']} 3 7 2.3 (1 to 4) 3 1.0 (0 to 2) 1" in lines
    assert f"{sets['z']} 0 4 1.3 (0 to 2)" in lines
    assert "kappa 0.2000" in lines
    assert lines[-5:] == ["relevance 2 1 0 unjudged", "2 1 0 0 0", "1 0 0 1 1", "0 0 1 1 2", "unjudged 1 1 0 -"]


def long_the_command_writes_and_prints_rows(sets: dict[str, Path], tmp_path: Path) -> None:
    expected = evalsql.describe(list(sets.values()))
    everything = json.loads(output("describe", *sets.values(), "--format", "json"))
    assert {name: [tuple(row.values()) for row in part] for name, part in everything.items()} == {
        name: relation.fetchall() for name, relation in expected.items()
    }
    file = tmp_path / "levels.parquet"
    printed = output("describe", *sets.values(), "--part", "levels", "-o", file, "--format", "csv")
    assert len(list(csv.reader(io.StringIO(printed)))) == 7
    assert duckdb.read_parquet(str(file)).fetchall() == expected["levels"].fetchall()


def test_what_cannot_be_described_is_refused(sets: dict[str, Path], tmp_path: Path) -> None:
    assert "rel must be a number" in refusal("describe", sets["z"], "--rel", "nan")
    assert f"duplicate input: {sets['z']}" in refusal("describe", sets["z"], sets["z"])
    assert "there is no such file" in refusal("describe", tmp_path / "none.txt")
    with pytest.raises(evalsql.InputError, match="no judgments were given"):
        evalsql.describe([])
    with pytest.raises(evalsql.InputError, match="subtopics must be auto, yes or no, not 'maybe'"):
        evalsql.describe(sets["z"], subtopics="maybe")
    with pytest.raises(evalsql.InputError, match="duplicate input: -; standard input can be read only once"):
        evalsql.describe({"a": "-", "b": "-"})


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason="../shared/data is absent")
def test_real_judgments() -> None:
    """Counted with nothing but Python."""
    file = COLLECTIONS / "covid_r1" / "qrels.txt"
    grades: dict[str, list[float]] = {}
    for line in file.read_text().splitlines():
        query, _, _, relevance = line.split()
        grades.setdefault(query, []).append(float(relevance))
    (row,) = rows(evalsql.describe(file)["sets"])
    relevant = [sum(grade >= 1 for grade in some) for some in grades.values()]
    assert (row["queries"], row["judged"]) == (len(grades), sum(map(len, grades.values())))
    assert (row["relevant"], row["min_relevant"], row["max_relevant"]) == (sum(relevant), min(relevant), max(relevant))
