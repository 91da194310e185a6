"""Which nugget was met at which rank, by subtopic and by document: in Python and on the command line."""

import csv
import io

import pytest
from command import refusal
from in_process import output
from places import FIXTURES

import evalsql

CLARKE = FIXTURES / "papers" / "clarke_2008"
GIVEN = (str(CLARKE / "example.run"), "--qrels", str(CLARKE / "qrels.txt"))
# table 2 of Clarke et al., alpha .5: rank, document, nugget, how often it was met above
MET = [
    (1, "a", "2", 0),
    (1, "a", "4", 0),
    (2, "b", "2", 1),
    (3, "c", "2", 2),
    (5, "e", "1", 0),
    (5, "e", "6", 0),
    (6, "f", "1", 1),
    (7, "g", "3", 0),
    (8, "h", "1", 2),
]
GAINS = {"a": 2, "b": 0.5, "c": 0.25, "e": 2, "f": 0.5, "g": 1, "h": 0.25}


@pytest.fixture(scope="module")
def example() -> evalsql.Evaluation:
    return evalsql.Evaluation(CLARKE / "example.run", CLARKE / "qrels.txt")


def test_every_sight_of_a_nugget_of_table_2(example: evalsql.Evaluation) -> None:
    rows = example.sightings("alpha_G", "subtopic")
    assert rows.columns == ["run", "query_id", "metric", "rank", "doc_id", "subtopic", "seen", "gain"]
    assert rows.fetchall() == [("example", "C", "alpha_G", *met, 0.5 ** met[3]) for met in MET]


def test_the_documents_of_table_2(example: evalsql.Evaluation) -> None:
    rows = example.sightings("alpha_G", "document")
    assert rows.columns == ["run", "query_id", "metric", "rank", "doc_id", "subtopics", "new", "gain"]
    found = {doc: (rank, nuggets, new, gain) for *_, rank, doc, nuggets, new, gain in rows.fetchall()}
    assert {doc: gain for doc, (*_, gain) in found.items()} == GAINS
    assert found["a"] == (1, "2, 4", "2, 4", 2)
    assert found["f"] == (6, "1", "", 0.5)
    assert "d" not in found


def test_several_curves_each_with_its_alpha_and_last_rank(example: evalsql.Evaluation) -> None:
    rows = example.sightings(["alpha_G(alpha=0.8)@2", "alpha_DCG(alpha=1)@3"], "document").fetchall()
    assert [(row[2], row[3], row[-1]) for row in rows] == [
        ("alpha_G(alpha=0.8)@2", 1, 2),
        ("alpha_G(alpha=0.8)@2", 2, pytest.approx(0.2)),
        ("alpha_DCG(alpha=1)@3", 1, 2),
        ("alpha_DCG(alpha=1)@3", 2, 0),
        ("alpha_DCG(alpha=1)@3", 3, 0),
    ]


def long_the_gains_by_subtopic_add_up_to_the_curve_over_a_track() -> None:
    track = FIXTURES / "track"
    evaluation = evalsql.Evaluation(track / "runs.parquet", track / "subtopics.parquet")
    curve = {(row[0], row[1], row[3]): row[4] for row in evaluation.curve("alpha_G@30").fetchall() if row[4] > 0}
    sums = dict.fromkeys(curve, 0.0)
    for run, query, _, rank, *_, gain in evaluation.sightings("alpha_G@30", "subtopic").fetchall():
        sums[run, query, rank] += gain
    assert len(sums) > 1000
    assert sums == pytest.approx(curve, rel=0, abs=1e-12)


def test_what_has_no_nuggets_is_refused(example: evalsql.Evaluation) -> None:
    with pytest.raises(evalsql.InputError, match="nDCG has no nuggets to show; ask for a curve of alpha gain"):
        example.sightings("nDCG", "subtopic")
    with pytest.raises(evalsql.InputError, match="alpha_nDCG_reversed has no nuggets to show"):
        example.sightings("alpha_nDCG_reversed", "subtopic")
    with pytest.raises(evalsql.InputError, match="by must be subtopic or document, not 'rank'"):
        example.sightings("alpha_G", "rank")
    plain = evalsql.Evaluation(FIXTURES / "tiny" / "good.run", FIXTURES / "tiny" / "qrels.txt")
    with pytest.raises(evalsql.InputError, match=r"alpha_G needs subtopic judgments, but .*has none"):
        plain.sightings("alpha_G", "subtopic")


def test_the_command_prints_a_row_a_nugget() -> None:
    lines = [line.split() for line in output("curve", *GIVEN, "--nuggets", "subtopic", "--depth", "3").splitlines()]
    assert lines[0] == ["alpha_G@3"]
    assert lines[1] == ["run", "query_id", "rank", "doc_id", "subtopic", "seen", "gain"]
    assert lines[2] == ["example", "C", "1", "a", "2", "new", "1.0000"]
    assert lines[4] == ["example", "C", "2", "b", "2", "1", "0.5000"]
    assert lines[-1] == ["Nuggets", "over", "1", "judged", "query."]


def test_the_command_gives_the_rows_as_csv_with_all_digits() -> None:
    rows = csv.DictReader(io.StringIO(output("curve", *GIVEN, "--nuggets", "document", "--format", "csv")))
    assert {row["doc_id"]: float(row["gain"]) for row in rows} == GAINS


@pytest.mark.parametrize("option", [["--per-query"], ["--baseline", "example"], ["--reach", "3"]])
def test_what_is_about_all_queries_is_refused_beside_it(option: list[str]) -> None:
    said = refusal("curve", *GIVEN, "--nuggets", "subtopic", *option)
    assert said == f"evalsql: --nuggets and {option[0]} do not go together; leave one out\n"
