"""Stored scores that were measured differently are not compared without a word."""

import re

import duckdb
import pytest
from built import macros_of
from in_process import invoke
from written import put

import evalsql

RUNS = {
    "a.run": "".join(f"{query} Q0 d1 1 3 x\n{query} Q0 d2 2 2 x\n" for query in "1234"),
    "b.run": "".join(f"{query} Q0 {'d1' if query == '4' else 'd2'} 1 3 x\n" for query in "1234"),
}
JUDGED = {
    "q.txt": "".join(f"{query} 0 d1 1\n" for query in "1234"),
    "r.txt": "".join(f"{query} 0 d2 1\n" for query in "1234"),
}
MARGIN = ("--margin", "0.9")


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A folder with a history of three evaluations: the second by other judgments, the third of first documents."""
    folder = tmp_path_factory.mktemp("stored")
    for name, text in {**RUNS, **JUDGED}.items():
        put(folder / name, text)
    for label, qrels, more in (("one", "q.txt", ()), ("two", "r.txt", ()), ("cut", "q.txt", ("--depth", "1"))):
        scored = ("evaluate", folder / "a.run", folder / "b.run", "-q", folder / qrels, "-m", "RR", *more)
        assert invoke(*scored, "-o", folder / "h.duckdb", "--append", "--label", label).exit_code == 0
    return folder


@pytest.fixture(autouse=True)
def _there(monkeypatch, stored):
    monkeypatch.chdir(stored)


def said_of(*line: str) -> list[str]:
    shown = invoke(*line)
    assert shown.exit_code == 0, shown.stderr
    return re.findall(r"(?:run|whether run) .*(?: other | has the ).*, with which it is compared.*", shown.stderr)


def against(label: str) -> tuple[str, str, str, str]:
    return "--baseline", "h.duckdb::scores", "--baseline-where", f"label = '{label}'"


OTHER_JUDGMENTS = "run b has other judgments than run a, with which it is compared"
OTHER_DEPTH = "run b has other decisions (depth) than run a, with which it is compared"
MIXED = "label = 'one' and run = 'a' or label = 'two' and run = 'b'"
STORED = ("h.duckdb::scores", "--where", "label = 'one'", "--run", "b")
MADE_NOW = ("b.run", "-q", "q.txt", "-m", "RR")


@pytest.mark.parametrize("new", [STORED, MADE_NOW], ids=["stored", "made now"])
def test_a_gate_against_stored_scores_says_how_they_differ(new):
    line = ("gate", *new, *MARGIN, "--baseline-run", "a")
    found = {label: said_of(*line, *against(label)) for label in ("one", "two", "cut")}
    assert found == {"one": [], "two": [OTHER_JUDGMENTS], "cut": [OTHER_DEPTH]}


def test_runs_of_one_table_are_compared_as_they_were_evaluated():
    assert said_of("compare", "h.duckdb::scores", "--where", MIXED) == [OTHER_JUDGMENTS]
    assert said_of("compare", "h.duckdb::scores", "--where", "label = 'two'") == []
    line = ("gate", "h.duckdb::scores", "--run", "b", "--baseline", "h.duckdb::scores", "--baseline-run", "a")
    assert said_of(*line, *MARGIN, "--where", MIXED) == [OTHER_JUDGMENTS]


@macros_of("RR", "comparisons")
def long_scores_of_built_databases_are_compared_as_they_were_evaluated():
    for name, qrels, more in (
        ("q", "q.txt", ()),
        ("r", "r.txt", ()),
        ("n", "q.txt", ("--convention", "trec_eval-9")),
        ("d", "q.txt", ("--depth", "1")),
    ):
        assert invoke("build", f"{name}.duckdb", "a.run", "b.run", "-q", qrels, "-m", "RR", *more).exit_code == 0
    line = ("gate", "q.duckdb::scores", "--run", "b", *MARGIN, "--baseline-run", "a", "--baseline")
    found = {name: said_of(*line, f"{name}.duckdb::scores") for name in "qrnd"}
    assert found == {
        "q": [],
        "r": [OTHER_JUDGMENTS],
        "n": [
            "run a has other conventions (trec_eval-9) than run b (none named), with which it is compared",
            "run b has other decisions (population) than run a, with which it is compared",
        ],
        "d": [OTHER_DEPTH],
    }
    stored = ("gate", "d.duckdb::scores", "--run", "b", *MARGIN, *against("cut"), "--baseline-run", "a")
    assert said_of(*stored) == []


def test_judgments_of_python_and_in_a_table_have_no_hash_and_may_be_others():
    options = {"measures": ["RR"], "margin": 0.9, "baseline_run": "a", "baseline_where": "label = 'one'"}
    unknown = "it is not known whether run b has the judgments of run a, with which it is compared"
    with duckdb.connect() as own:
        own.execute("create table judged as select unnest(['1', '2', '3', '4']) as query_id, 'd1' as doc_id, 1 as rel")
        for judged, connection in (({query: {"d1": 1} for query in "1234"}, None), ("judged", own)):
            with pytest.warns(evalsql.InputWarning, match=unknown):
                evalsql.gate("b.run", "h.duckdb::scores", judged, connection=connection, **options)


def test_tables_of_a_connection_are_compared_as_they_were_evaluated():
    with duckdb.connect("h.duckdb") as own, pytest.warns(evalsql.InputWarning, match=OTHER_JUDGMENTS):
        evalsql.compare("scores", connection=own, where=MIXED)
    with duckdb.connect() as own:
        own.execute("attach 'h.duckdb' as h (read_only)")
        with pytest.warns(evalsql.InputWarning, match=OTHER_JUDGMENTS):
            evalsql.compare("h.scores", connection=own, where=MIXED)


@pytest.mark.filterwarnings("error:.*with which it is compared")
def test_a_table_of_the_users_own_that_is_called_so_says_nothing(tmp_path):
    given = "select unnest(['a', 'b']) as run, '1' as query_id, 'RR' as metric, 1 as value"
    for evaluations in ("table evaluations as select 1 as one", "view evaluations as from read_text('h*')"):
        place = tmp_path / f"{evaluations.split()[0]}.duckdb"
        with duckdb.connect(place) as own:
            own.execute(f"create table scores as {given}; create {evaluations}")
        assert evalsql.compare(f"{place}::scores").fetchall()
