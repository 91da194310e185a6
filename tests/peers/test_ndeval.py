"""ndeval of the TREC Web tracks: every value printed, per query and means, is ours under its convention.

test_agreement.py has those recorded of 2012.

Nothing of the collections may be copied into this repository, so the tests skip where they are absent.
"""

import csv
import gzip
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log2
from pathlib import Path
from typing import Any

import duckdb
import pytest
from places import COLLECTIONS

import evalsql

pytestmark = pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")

PRINTED = 0.51e-6  # six digits
GOLDEN = COLLECTIONS / "golden" / "ndeval"
WEB = COLLECTIONS / "web2012_div"
MEAN = "all"
RENAMED = {"strec": "StRecall", "MAP_IA": "AP_IA"}
WITHOUT_ALPHA = {"P_IA", "AP_IA", "StRecall"}
CUT = ("ERR_IA", "nERR_IA", "alpha_DCG", "alpha_nDCG", "P_IA", "StRecall")
MEASURES = {*(f"{name}@{k}" for name in CUT for k in (5, 10, 20)), "NRBP", "nNRBP", "AP_IA"}

Values = dict[tuple[str, str, str], float]  # by run, query_id and ndeval's name for a measure, as ours are written


@dataclass(frozen=True)
class Call:
    """A call of ndeval: what its output is filed under, and our settings for it."""

    name: str
    convention: str = "ndeval"
    parameters: Mapping[str, float] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


CALLS = [
    Call("default"),
    Call("M10", options={"depth": 10}),
    Call("alpha25.beta80", parameters={"alpha": 0.25, "beta": 0.8}),
    Call("alpha90", parameters={"alpha": 0.9}),
    Call("c", options={"population": "qrels"}),
    Call("traditional", "ndeval-traditional"),
]
RECORDED = {call.name: call for call in (Call("ndeval"), Call("ndeval -traditional", "ndeval-traditional"))}


def printed(run: str, call: Call) -> Values:
    """What ndeval printed of a run of the Web track of 2013."""
    file = GOLDEN / (f"out.{run}.csv" if call.name == "default" else f"out.{run}.{call.name}.csv")
    head, *rows = csv.reader(file.read_text().splitlines())
    names = []
    for said in head[2:]:
        name, _, cutoff = said.replace("-", "_").partition("@")
        names.append(RENAMED.get(name, name) + (f"@{cutoff}" if cutoff else ""))
    return {
        (run, MEAN if query == "amean" else query, name): float(value)
        for _, query, *values in rows
        for name, value in zip(names, values, strict=True)
    }


def recorded(call: Call) -> Values:
    """What ndeval said of the runs over the Web track of 2012."""
    rows = duckdb.execute(
        "select regexp_replace(run, '[.]run$', ''), query_id, measure, value"
        f" from '{WEB}/expected/other_tools.parquet' where trim(tool) = ?",
        [call.name],
    ).fetchall()
    return {(run, query, name): value for run, query, name, value in rows}


def text(name: str, parameters: Mapping[str, Any]) -> str:
    """Our measure for one of ndeval's, with the parameters that it takes."""
    metric, at, cutoff = name.partition("@")
    taken = {} if metric in WITHOUT_ALPHA else dict(parameters)
    if "NRBP" not in metric:
        taken.pop("beta", None)
    arguments = ",".join(f"{parameter}={value}" for parameter, value in taken.items())
    return metric + (f"({arguments})" if arguments else "") + at + cutoff


def score(
    runs: Path | list[Path], qrels: Path, texts: Mapping[str, str], convention: str | None = None, **options: Any
) -> Values:
    """Our values and means of measures, under ndeval's names for them."""
    evaluated = evalsql.Evaluation(runs, qrels, convention=convention, **options)
    board = evaluated.leaderboard(list(texts.values()))
    columns = dict(zip(board.columns[1:], texts, strict=True))  # they are in the order asked for
    found = {(row[0], MEAN, name): mean for row in board.fetchall() for name, mean in zip(texts, row[1:], strict=True)}
    for run, query, measure, value in evaluated.score(list(texts.values())).fetchall():
        found[run, query, columns[measure]] = value
    return found


def under_the_convention(runs: Path | list[Path], qrels: Path, call: Call) -> Values:
    """Our values of all that ndeval computes, as a call of it would."""
    texts = {name: text(name, call.parameters) for name in sorted(MEASURES)}
    return score(runs, qrels, texts, call.convention, **call.options)


def apart(ours: Values, theirs: Values) -> list[tuple]:
    """Where we differ, or have no value where ndeval has one, or have one where it has none."""
    return [
        (key, ours.get(key), theirs.get(key))
        for key in sorted(ours.keys() | theirs.keys())
        if key not in ours or key not in theirs or not abs(ours[key] - theirs[key]) <= PRINTED
    ]


SYNTHETIC = {"synth1": 50, "synth2": 45}  # the runs of 2013, and how many of 50 queries they answer
SYNTHETIC_QRELS = GOLDEN / "qrels.web.201-250.ndeval.txt.gz"


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_every_value_printed_of_the_web_track_of_2013_is_ours(call: Call) -> None:
    theirs = {key: value for run in SYNTHETIC for key, value in printed(run, call).items()}
    ours = under_the_convention([GOLDEN / f"{run}.run.gz" for run in SYNTHETIC], SYNTHETIC_QRELS, call)
    if call.name == "c":  # it divides by all queries, and prints those that the run answers
        unanswered = {key for key in ours if key not in theirs}
        assert len(unanswered) == 5 * len(MEASURES)
        assert {ours.pop(key) for key in unanswered} <= {0}
    assert apart(ours, theirs) == []
    assert len(theirs) == sum(queries + 1 for queries in SYNTHETIC.values()) * len(MEASURES)


# alpha-DCG is not divided by default, and is called by another name when it is
BY_DEFAULT = {name: name.replace("alpha_DCG", "alpha_DCG(divisor='best')") for name in sorted(MEASURES)}


def unlike_rank(files: Iterable[Path]) -> set[tuple[str, str]]:
    """The runs and queries whose documents stand in another order by rank than by score, equal ones by doc_id."""
    rankings: dict[tuple[str, str], list[tuple[int, float, str]]] = {}
    for file in files:
        content = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        for line in content.decode().splitlines():
            query, _, doc, rank, score, *_ = line.split()
            rankings.setdefault((file.name.removesuffix(".gz").removesuffix(".run"), query), []).append(
                (int(rank), float(score), doc)
            )
    by_score = {key: sorted(rows, key=lambda row: row[1:], reverse=True) for key, rows in rankings.items()}
    return {key for key, rows in by_score.items() if rows != sorted(rows)}


def test_without_the_convention_only_what_it_orders_by_rank_differs() -> None:
    ours = score(WEB / "runs", WEB / "qrels.diversity.txt", BY_DEFAULT)
    assert (
        apart(ours, recorded(RECORDED["ndeval -traditional"])) == []
    )  # -traditional, by score; nothing is above 1 here

    queries = {key for key in ours if key[1] != MEAN}
    theirs = {key: value for key, value in recorded(RECORDED["ndeval"]).items() if key[1] != MEAN}
    differing = [key for key, *_ in apart({key: ours[key] for key in queries}, theirs)]
    assert {(run, query) for run, query, _ in differing} <= unlike_rank((WEB / "runs").iterdir())
    # none of it crosses a cutoff, or P_IA and StRecall would see it
    assert Counter(name.partition("@")[0] for *_, name in differing) == {
        "AP_IA": 33,
        **dict.fromkeys(("ERR_IA", "nERR_IA", "alpha_DCG", "alpha_nDCG"), 12),
        **dict.fromkeys(("NRBP", "nNRBP"), 5),
    }


def test_without_the_convention_queries_without_an_answer_count() -> None:
    files = [GOLDEN / f"{run}.run.gz" for run in SYNTHETIC]
    assert unlike_rank(files) == set()
    ours = score(files, SYNTHETIC_QRELS, BY_DEFAULT)
    theirs = {key: value for run in SYNTHETIC for key, value in printed(run, CALLS[0]).items()}
    differing = apart(ours, theirs)
    per_query = [(run, value, theirs) for (run, query, _), value, theirs in differing if query != MEAN]
    assert per_query == [("synth2", 0, None)] * (5 * len(MEASURES))
    assert len(differing) - len(per_query) == len(MEASURES)  # the means
    means = {key: value for run in SYNTHETIC for key, value in only_means(run).items()}
    assert apart({key: value for key, value in ours.items() if key[1] == MEAN}, means) == []


def only_means(run: str) -> Values:
    """The means that ndeval -c printed."""
    return {key: value for key, value in printed(run, CALLS[4]).items() if key[1] == MEAN}


def one_query(ranking: list[list[str]], missed: Iterable[list[str]] = ()) -> tuple[Any, Any]:
    """A ranking of documents, each a list of the subtopics that it is relevant to, as tables."""
    rows = duckdb.connect()
    rows.execute("create table runs (run varchar, query_id varchar, doc_id varchar, rank integer, score double)")
    rows.execute("create table qrels (query_id varchar, doc_id varchar, subtopic varchar, relevance integer)")
    for rank, subtopics in enumerate([*ranking, *missed], start=1):
        if rank <= len(ranking):
            rows.execute("insert into runs values ('r', 'q', ?, ?, ?)", [f"d{rank}", rank, -rank])
        for subtopic in subtopics:
            rows.execute("insert into qrels values ('q', ?, ?, 1)", [f"d{rank}", subtopic])
    return rows.table("runs").to_arrow_table(), rows.table("qrels").to_arrow_table()


def values(
    convention: str | None, measures: Iterable[str], ranking: list[list[str]], missed: Iterable[list[str]] = ()
) -> list[float]:
    """The values of measures of the ranking of one query."""
    asked = [str(evalsql.parse_measure(measure, convention=convention)) for measure in measures]
    rows = evalsql.Evaluation(*one_query(ranking, missed), convention=convention).score(asked).fetchall()
    found = {measure: value for _, _, measure, value in rows}
    return [found[measure] for measure in asked]


def test_at_the_first_rank_ndeval_divides_by_nothing() -> None:
    ranking = [["1", "2"], ["3"]]
    names = ("alpha_DCG(divisor='best')", "ERR_IA")
    usual = values(None, [f"{name}@{k}" for name in names for k in (1, 2)], ranking)
    theirs = values("ndeval", [f"{name.partition('(')[0]}@{k}" for name in names for k in (1, 2)], ranking)
    assert usual[::2] == pytest.approx([2 / 3, 2 / 3], rel=1e-15)
    assert theirs[::2] == [2, 2]
    assert theirs[1::2] == usual[1::2]


UNCAPPED = {
    "alpha_nCG(alpha=1)@2": (4 + 4) / (4 + 2),
    "alpha_nDCG(alpha=1)@2": (4 + 4 / log2(3)) / (4 + 2 / log2(3)),
    "nERR_IA(alpha=1)@2": (4 + 4 / 2) / (4 + 2 / 2),
    "nNRBP(alpha=1)": (4 + 4 / 2) / (4 + 2 / 2 + 2 / 4),
}


def test_ndeval_shows_how_far_a_run_outdoes_the_greedy_ideal() -> None:
    # of three documents that gain 4 greedy takes the highest doc_id, and each other one then gains 2
    ranking, missed = [["1", "2", "3", "4"], ["5", "6", "7", "8"]], [["1", "2", "5", "6"]]
    assert values("ndeval", UNCAPPED, ranking, missed) == pytest.approx(list(UNCAPPED.values()), rel=1e-15)
    assert values(None, UNCAPPED, ranking, missed) == [1] * 4
