"""`evalsql verify`: scores that were written before, in every form that -o writes, beside those computed now."""

import csv
import io
import json
import math
from pathlib import Path

import duckdb
import pytest
from built import macros_of
from command import TINY, TRACK, evalsql, output, refusal

from evalsql.files.write import ROWS

FORMS = [*(f"scores{suffix}" for suffix in ROWS), "scores.csv.gz", "scores.jsonl.zst"]


def differing(*arguments: str | Path) -> list[dict[str, str]]:
    done = evalsql("verify", *arguments, "--format", "csv", "--quiet")
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    assert done.returncode == bool(rows), done.stderr.decode()
    return rows


def altered(scores: Path, select: str) -> Path:
    """A copy of a table of scores that a query makes of it."""
    path = scores.with_name("altered.parquet")
    duckdb.execute(f"copy (with scores as (from '{scores}') {select}) to '{path}'")
    return path


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The scores of the tiny collection by two measures."""
    path = tmp_path / "scores.parquet"
    output("evaluate", *TINY, "-m", "AP", "-m", "nDCG@10", "-o", path, "--quiet")
    return path


def long_what_was_written_is_the_same_to_the_bit_in_every_form(tmp_path: Path) -> None:
    output("evaluate", *TRACK, "-m", "nDCG@10", "-m", "RBP(p=0.95)", "-o", tmp_path / "track.parquet", "--quiet")
    printed = output("verify", tmp_path / "track.parquet", *TRACK, "--quiet")
    assert printed == f"{tmp_path / 'track.parquet'}: 1,200 of 1,200 values equal to the bit\n"
    for name in FORMS:
        output("evaluate", *TINY, "-m", "nDCG@10", "-m", "RBP(p=0.95)", "-o", tmp_path / name, "--quiet")
        printed = output("verify", tmp_path / name, *TINY, "--quiet")
        assert printed == f"{tmp_path / name}: 28 of 28 values equal to the bit\n"


def long_a_built_database_is_the_same_to_the_bit(tmp_path: Path) -> None:
    with macros_of("AP"):
        output("build", tmp_path / "e.duckdb", *TINY, "-m", "AP", "-m", "P@5", "--quiet")
    for name in ("e.duckdb", "e.duckdb::scores"):
        assert "28 of 28 values equal to the bit" in output("verify", tmp_path / name, *TINY, "--quiet")


CHANGED = """
    select if(one and query_id = 'q7', 'stranger', run) as run, query_id, metric,
        case
            when not one then value
            when query_id = 'q6' then value + 1.1102230246251565e-16 -- the next double
            when query_id = 'q4' then null
            when query_id = 'q3' then -0.0::double -- an unlike zero
            else value
        end as value
    from (select *, metric = 'AP' and run = 'poor' as one from scores)
"""


def test_what_differs_in_a_bit_is_said(written: Path) -> None:
    select = f"select query_id, value from '{written}' where metric = 'AP' and run = 'poor'"
    value = dict(duckdb.execute(select).fetchall())
    columns = ("run", "query_id", "metric", "written", "computed", "difference")
    assert {tuple(row[name] for name in columns) for row in differing(altered(written, CHANGED), *TINY)} == {
        ("poor", "q3", "AP", "-0.0", "0.0", "other value"),
        ("poor", "q4", "AP", "", "0.0", "other value"),
        ("poor", "q6", "AP", str(math.nextafter(value["q6"], 1)), str(value["q6"]), "other value"),
        ("poor", "q7", "AP", "", str(value["q7"]), "not written"),
        ("stranger", "q7", "AP", str(value["q7"]), "", "not computed"),
    }


def long_the_table_shows_the_first_and_counts_all_and_json_has_every_row(written: Path) -> None:
    changed = altered(
        written, "select * replace (if(metric = 'AP', 2.0, value) as value) from scores where query_id <> 'q1'"
    )
    asked = ("verify", changed, *TINY, "--quiet")
    done = evalsql(*asked, "--top", "2")
    lines = done.stdout.decode().splitlines()
    columns = ["run", "query_id", "metric", "written", "computed", "difference"]
    assert done.returncode == 1
    assert lines[0].split() == columns
    assert [line.split()[:3] for line in lines[1:3]] == [["good", "q1", "AP"], ["good", "q2", "AP"]]
    assert lines[3] == "... 14 more differences; --top 16 shows all"
    assert lines[-1] == f"{changed}: 12 of 24 values equal to the bit; 12 have other values, 4 more are computed"
    rows = json.loads(evalsql(*asked, "--format", "json").stdout)
    assert (len(rows), list(rows[0])) == (16, columns)
    assert {row["written"] for row in rows} == {2.0, None}


def long_measures_are_those_of_the_file_unless_some_are_asked_for(written: Path) -> None:
    changed = altered(written, "select * replace (2.0 as value) from scores where metric = 'AP' union all"
                      " select * replace ('ndcg_cut_10' as metric) from scores where metric <> 'AP'")  # fmt: skip
    assert len(differing(changed, *TINY)) == 14
    assert differing(changed, *TINY, "-m", "nDCG@10") == []
    assert refusal("verify", changed, *TINY, "-m", "RR") == (
        f"evalsql: {changed}: has no scores of RR; it has AP, nDCG@10\n"
    )


def long_the_options_of_the_evaluation_hold(tmp_path: Path) -> None:
    given = (*TINY, "--depth", "2", "--convention", "ndeval")
    output("evaluate", *given, "-m", "AP", "-m", "nDCG@10", "-o", tmp_path / "s.csv", "--quiet")
    assert differing(tmp_path / "s.csv", *given) == []
    assert differing(tmp_path / "s.csv", *TINY) != []


TWICE = "from scores union all select * replace ('map' as metric) from scores where metric = 'AP'"
UNKNOWN = {
    "mine": "unknown measure 'mine'",
    # a name of several measures is none, and no file is read
    "@other.csv": "'@other.csv' is not a measure",
    "official": "unknown measure 'official'; official is a set of measures",
    "P_5,10": "'P_5,10' is not a measure",
    "AP RR": "'AP RR' is not a measure",
}


def long_what_cannot_be_verified_is_refused(tmp_path: Path, written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no such file" in refusal("verify", tmp_path / "none.parquet", *TINY)
    assert "where scores were expected" in refusal("verify", TRACK[0], *TINY)
    monkeypatch.chdir(written.parent)
    written.with_name("other.csv").write_text("AP\n", encoding="utf-8")
    for metric, why in UNKNOWN.items():
        changed = altered(written, f"select * replace ('{metric}' as metric) from scores where metric = 'AP'")
        assert f"{metric} cannot be computed: {why}" in refusal("verify", changed, *TINY)
    assert "has AP under two names" in refusal("verify", altered(written, TWICE), *TINY)


def long_a_history_of_several_evaluations_is_refused_until_a_view_chooses_one(tmp_path: Path) -> None:
    path = tmp_path / "history.duckdb"
    for label in ("monday", "tuesday"):
        output("evaluate", *TINY, "-m", "AP", "-o", path, "--append", "--label", label, "--quiet")
    assert refusal("verify", path, *TINY).endswith(
        "; the scores of one evaluation were expected, such as a view of the database that chooses one\n"
    )
    with duckdb.connect(path) as connection:
        connection.execute("create view monday as from scores where label = 'monday'")
    assert "14 of 14 values equal" in output("verify", f"{path}::monday", *TINY, "--quiet")
