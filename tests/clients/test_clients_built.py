"""Clients that share nothing with the Python package open the built database, and use the library on their own data."""

import subprocess
import sys

import pytest
from asking import CALLS, CLIENTS, QRELS, RUNS, SELECT, Files, ask, attached, calls, check, own_tables, sources, told

pytestmark = [pytest.mark.clients, pytest.mark.parametrize("client", CLIENTS)]
COMPARED = (str(RUNS), "--qrels", str(QRELS), "-m", "nDCG@10", "-m", "AP")


def weekly_the_stored_macros_of_the_built_database(client: str, files: Files, expected: dict) -> None:
    check(ask(client, calls(""), database=files.built, files=sources(client, files)), expected)


def weekly_the_schema_live_of_the_built_database_through_attach(client: str, files: Files, expected: dict) -> None:
    setup = [f"attach '{files.built}' as e (read_only)", *own_tables(client, files)]
    statements = calls("e.live.", runs="my_runs", qrels="my_qrels")
    check(ask(client, statements, setup, files=sources(client, files)), expected)


def weekly_the_scores_of_the_built_database(client: str, files: Files, expected: dict) -> None:
    statements = [f"{SELECT} scores where metric = '{measure}'" for measure in CALLS]
    check(ask(client, statements, database=files.built, files=sources(client, files)), expected)


def weekly_the_library_over_the_clients_own_tables(client: str, files: Files, expected: dict) -> None:
    statements = calls("evalsql.", runs="my_runs", qrels="my_qrels")
    setup = [attached(files), *own_tables(client, files)]
    check(ask(client, statements, setup, files=sources(client, files)), expected)


@pytest.mark.parametrize("runs", ["runs", "part*"], ids=["path", "glob"])
def weekly_the_library_over_files(client: str, runs: str, files: Files, expected: dict) -> None:
    suffix = CLIENTS[client].suffix
    tables = {"runs": f'"{files.folder}/{runs}.{suffix}"', "qrels": f'"{files.folder}/qrels.{suffix}"'}
    answers = ask(client, calls("evalsql.", **tables), [attached(files)], files=sources(client, files))
    check(answers, expected)


def weekly_the_leaderboard(client: str, files: Files) -> None:
    printed = told("evaluate", *COMPARED)["leaderboard"]
    right = {
        (metric, row["run"]): (1 + sum(other[metric] > row[metric] for other in printed), row[metric])
        for row in printed
        for metric in ("nDCG@10", "AP")
    }
    statement = "select metric, run, place, value from leaderboard where metric in ('nDCG@10', 'AP')"
    (rows,) = ask(client, [statement], database=files.built, files=sources(client, files))
    assert {(metric, run): (place, value) for metric, run, place, value in rows} == right


@pytest.mark.parametrize("macros", ["stored", "library"])
def weekly_a_significance_test(client: str, macros: str, files: Files) -> None:
    if not CLIENTS[client].compares:
        pytest.skip("this test of significance needs DuckDB 1.3")
    right = {
        (row["metric"], *sorted((row["run"], row["other"]))): row["p_value"]
        for row in told("compare", *COMPARED, "--correction", "none")["comparisons"]
    }
    assert len(right) == 2 * 66
    pairs = of_scores(client, macros, files, "paired_t", "metric, run, other, p_value")
    assert {(metric, *sorted((run, other))): p for metric, run, other, p in pairs} == pytest.approx(right, rel=1e-9)


@pytest.mark.parametrize("macros", ["stored", "library"])
def weekly_a_rank_correlation(client: str, macros: str, files: Files) -> None:
    (right,) = told("correlate", *COMPARED, "--coefficient", "kendall")
    rows = of_scores(client, macros, files, "kendall", "metric, other, value, p_value")
    found = [tuple(values) for metric, other, *values in rows if {metric, other} == {"nDCG@10", "AP"}]
    assert found
    for values in found:
        assert values == pytest.approx((right["value"], right["p_value"]), rel=1e-9)


def of_scores(client: str, macros: str, files: Files, name: str, columns: str) -> list[list]:
    """What a macro over scores gives for two metrics, as the database has it or the library over a table."""
    where = "where metric in ('nDCG@10', 'AP')"
    setup = [attached(files), f"create temp table mine as from scores {where}"] if macros == "library" else []
    call = f"evalsql.{name}(scores := 'mine')" if macros == "library" else f"{name}()"
    statement = f"select {columns} from {call} {where}"
    (rows,) = ask(client, [statement], setup, database=files.built, files=sources(client, files))
    assert not isinstance(rows, str), rows
    return rows


WRONG = {
    "ndcg(k := 0)": ["evalsql: nDCG: k must be a whole number of at least 1, not 0"],
    "ndcg(k := 10.5)": ["evalsql: nDCG: k must be a whole number of at least 1, not 10.5"],
    "rbp(p := null)": ["evalsql: RBP: p must be a number in [0, 1), not null"],
    "ndcg(cutoff := 10)": ["ndcg", "cutoff", "k := "],
    "live.ndcg(runs := 'nowhere')": ["nowhere", "does not exist"],
    "live.ndcg(qrels := 'measures')": ["query_id"],
    "paired_t(scores := 'nowhere')": ["nowhere", "does not exist"],
}


def weekly_what_is_wrong_is_said(client: str, files: Files) -> None:
    answers = ask(client, [f"from {call}" for call in WRONG], database=files.built, files=sources(client, files))
    for (call, words), said in zip(WRONG.items(), answers, strict=True):
        assert isinstance(said, str), f"{call}: there is no error"
        assert [word for word in words if word.lower() not in said.lower()] == [], f"{call}: {said}"


def weekly_nothing_can_be_written_where_the_database_is_opened_read_only(client: str, files: Files) -> None:
    before = files.built.read_bytes()
    statements = ["delete from scores", "drop view leaderboard", "create table t as select 1 as one"]
    for said in ask(client, statements, database=files.built, files=sources(client, files)):
        assert isinstance(said, str)
        assert "read-only" in said
    assert files.built.read_bytes() == before


@pytest.mark.parametrize("mode", ["read", "written"])
def weekly_others_may_read_but_not_while_one_writes(client: str, mode: str, files: Files) -> None:
    if not CLIENTS[client].locks:
        pytest.skip("it is given the bytes of the file")
    hold = (
        "import duckdb, sys;"
        f"connection = duckdb.connect({str(files.built)!r}, read_only={mode == 'read'});"
        "sys.stdout.write('open\\n'); sys.stdout.flush(); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"open\n"
        (found,) = ask(client, ["select count(*) from leaderboard"], database=files.built)
    if mode == "read":
        assert found == [[12 * len(CALLS)]]
    else:
        assert "Conflicting lock is held" in found
