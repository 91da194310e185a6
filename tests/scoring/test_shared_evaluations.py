"""An evaluation that threads share, or that an interrupt or an error cut short, holds every score once."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import duckdb
import pytest
from tiny import GOOD_FILE, POOR_FILE, QRELS_FILE

import evalsql
from evalsql import Evaluation, InputError
from evalsql.scoring import values
from evalsql.scoring.values import Values

RETRIEVED = [("good", 16), ("poor", 14)]  # relevant documents, by NumRelRet


def in_threads(number: int, work: Callable[[int], Any]) -> list[Any]:
    """What work gives in each of so many threads that begin together, or the error that it raised."""
    found, together = [None] * number, threading.Barrier(number)

    def run(place: int) -> None:
        together.wait()
        try:
            found[place] = work(place)
        except Exception as error:
            found[place] = error

    threads = [threading.Thread(target=run, args=(place,)) for place in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.parametrize("own", [False, True])
def long_threads_that_share_an_evaluation_get_its_scores(own):
    connection = duckdb.connect() if own else None
    shared = Evaluation([GOOD_FILE, POOR_FILE], QRELS_FILE, connection=connection)
    assert in_threads(8, lambda _: shared.leaderboard("NumRelRet").fetchall()) == [RETRIEVED] * 8
    assert shared.leaderboard("NumRelRet").fetchall() == RETRIEVED


def long_each_thread_gets_what_it_asked_for():
    shared = Evaluation([GOOD_FILE, POOR_FILE], QRELS_FILE)
    ask = [
        lambda each: each.leaderboard("NumRelRet"),
        lambda each: each.score("P@5"),
        lambda each: each.curve("DCG@4", average=True),
        lambda each: each.curve("CG@4", baseline="good"),
        lambda each: each.reach("CG@9", 1.5),
        lambda each: each.reach("DCG@9", 2),
        lambda each: each.stopping_rank("CG@3"),
        lambda each: each.stopping_rank("CG@12"),
    ]
    before = Evaluation([GOOD_FILE, POOR_FILE], QRELS_FILE)
    alone = [one(before).fetchall() for one in ask]
    assert in_threads(8, lambda place: ask[place](shared).fetchall()) == alone


def test_threads_that_share_an_evaluation_get_its_warnings_once():
    shared = Evaluation([GOOD_FILE, POOR_FILE], QRELS_FILE)
    before = len(shared.warnings)
    in_threads(4, lambda _: shared.compute("nDCG(gains={1: 3, 2: 1})"))
    found = [problem.kind for problem in shared.warnings[before:]]
    assert found == ["relevance without a gain", "gains that fall"]


@pytest.mark.filterwarnings("ignore::UserWarning")
def long_evaluations_in_threads_without_a_connection_do_not_disturb_each_other():
    ask = partial(evalsql.evaluate, [GOOD_FILE, POOR_FILE], QRELS_FILE, "NumRelRet")
    found = in_threads(6, lambda _: ask().aggregate("run, sum(value)", "run").order("run").fetchall())
    assert found == [RETRIEVED] * 6


@pytest.mark.parametrize(
    ("measure", "table"), [("NumRelRet", "evalsql_scores"), ("DCG(discount='jk')@3", "evalsql_points")]
)
@pytest.mark.parametrize(("owner", "between"), [(Values, "put"), (values, "best_over_subtopics")])
def long_what_comes_between_computing_and_noting_doubles_nothing(monkeypatch, owner, between, measure, table):
    evaluation = Evaluation([GOOD_FILE, POOR_FILE], QRELS_FILE)
    ask = evaluation.compute if table == "evalsql_scores" else evaluation.compute_curves
    done = getattr(owner, between)

    def cut_short(*given: Any) -> None:
        done(*given)
        raise KeyboardInterrupt

    monkeypatch.setattr(owner, between, cut_short)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            ask(measure)
    monkeypatch.undo()
    ask(measure), ask(measure)
    fresh = Evaluation([GOOD_FILE, POOR_FILE], QRELS_FILE)
    (fresh.compute if table == "evalsql_scores" else fresh.compute_curves)(measure)
    rows, expected = (each.connection.execute(f"from {table} order by all").fetchall() for each in (evaluation, fresh))
    assert rows == expected
    assert len(rows) == 14 * (3 if table == "evalsql_points" else 1)
    assert evaluation.warnings == fresh.warnings


def test_a_measure_that_is_refused_leaves_no_scores_that_count(tmp_path):
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("q1 0 d1 1.5\nq1 0 d2 1\n")
    run = tmp_path / "a.run"
    run.write_text("q1 Q0 d1 1 2 a\nq1 Q0 d2 2 1 a\n")
    evaluation = Evaluation(run, qrels)
    for _ in range(2):
        with pytest.raises(InputError, match=r"the judgments have 1\.5"):
            evaluation.score("nDCG(gains='exp')")
    assert evaluation.score("NumRelRet").fetchall() == [("a", "q1", "NumRelRet", 2.0)]
