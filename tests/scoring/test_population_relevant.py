"""Population relevant leaves out queries without a relevant document, wherever a population is chosen."""

import duckdb
import pytest
from built import macros_of
from in_process import invoke, refusal
from written import put

from evalsql import Evaluation, evaluate
from evalsql.catalog.conventions import CONVENTIONS, decisions

RUN = {"1": {"b": 2.0, "a": 1.0}, "2": {"a": 1.0}, "4": {"a": 1.0}}
QRELS = {"1": {"a": 1}, "2": {"a": 0}, "3": {"a": 2}, "5": {"a": -1}}


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def test_queries_without_a_relevant_document_are_left_out():
    chosen = Evaluation(RUN, QRELS, measures=["AP"], population="relevant")
    assert {row[1]: row[3] for row in chosen.score("AP").fetchall()} == {"1": 0.5, "3": 0.0}
    assert str(chosen.coverage).startswith("over 2 judged queries with a relevant document; 1 run/query pair without")
    every = evaluate(RUN, QRELS, "AP").fetchall()
    assert [row for row in every if row[1] in ("1", "3")] == evaluate(
        RUN, QRELS, "AP", population="relevant"
    ).fetchall()
    for name in CONVENTIONS:
        assert decisions(name, population="relevant").relevant


def test_a_database_and_the_command_line_know_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "r.run", "1 Q0 b 1 2 x\n1 Q0 a 2 1 x\n2 Q0 a 1 1 x\n")
    put(tmp_path / "q.txt", "1 0 a 1\n2 0 a 0\n")
    line = ("r.run", "--qrels", "q.txt", "-m", "AP", "--population", "relevant")
    assert invoke("evaluate", *line, "--format", "csv").stdout.splitlines()[1] == "r,0.5"
    put(tmp_path / "s.run", "1 Q0 a 1 1 y\n2 Q0 c 1 1 y\n")
    with macros_of("AP", "paired_t"):
        invoke("build", "e.duckdb", *line)
        invoke("build", "e.duckdb", "s.run", "--add")
    with duckdb.connect("e.duckdb", read_only=True) as database:
        assert database.execute("from scores").fetchall() == [("r", "1", "AP", 0.5), ("s", "1", "AP", 1.0)]
    put(tmp_path / "q.txt", "1 0 a 0\n2 0 a 0\n")
    assert "and population relevant leaves out those without one" in refusal("evaluate", *line)
