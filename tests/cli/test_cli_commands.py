"""The other commands, help and completion as a user meets them: real files, and real processes where these matter."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import duckdb
import in_process
import pytest
from command import TINY, TRACK, evalsql, output, process, refusal
from places import FIXTURES


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("evaluate", *TINY, "-m", "AP", "-m", "RBP"), 0),
        (("lib", "no-such-folder/lib.sql"), 2),
    ],
    ids=lambda given: " ".join(given[:1]) if isinstance(given, tuple) else str(given),
)
def test_a_process_does_and_says_what_is_done_and_said_within_this_one(words: tuple[str, ...], status: int) -> None:
    # tests of the command line start no process where it does not matter
    own, within = process(*words), evalsql(*words)
    assert own.returncode == within.returncode == status
    assert own.stdout == within.stdout
    assert own.stderr == within.stderr


def test_trec_text_to_parquet_and_back_gives_the_same_lines(tmp_path: Path) -> None:
    for name in ("good.run", "qrels.txt"):
        there, back = tmp_path / f"{name}.parquet", tmp_path / f"back-{name}"
        in_process.output("convert", FIXTURES / "tiny" / name, there)
        in_process.output("convert", there, back)
        before = [line.split() for line in (FIXTURES / "tiny" / name).read_text().splitlines()]
        after = [line.split() for line in back.read_text().splitlines()]
        assert {key(line) for line in after} == {key(line) for line in before}
        assert len(after) == len(before)


def key(line: list[str]) -> tuple:
    """A line of TREC text without what may be written in several ways."""
    return (line[0], line[2], *map(float, line[3:5]), *line[5:])


def test_runs_of_many_files_go_into_one_and_keep_their_names(tmp_path: Path) -> None:
    good, poor = FIXTURES / "tiny" / "good.run", FIXTURES / "tiny" / "poor.run"
    in_process.output("convert", good, poor, tmp_path / "both.run.gz")
    qrels = FIXTURES / "tiny" / "qrels.txt"
    assert in_process.output("evaluate", tmp_path / "both.run.gz", "--qrels", qrels) == in_process.output(
        "evaluate", *TINY
    )


def test_convert_refuses_what_its_output_cannot_hold(tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("query_id,doc_id,score\n1,two words,3\n")
    said = refusal("convert", tmp_path / "run.csv", tmp_path / "out.run")
    assert "doc_id 'two words' has a blank in it" in said
    assert os.listdir(tmp_path) == ["run.csv"]


def test_check_says_every_problem_and_its_status(tmp_path: Path) -> None:
    (tmp_path / "bad.run").write_text("q1 Q0 d1 1 high tag\n")
    qrels = FIXTURES / "tiny" / "qrels.txt"
    done = evalsql("check", tmp_path / "bad.run", "no-such.run", "--qrels", qrels, "--format", "json")
    problems = json.loads(done.stdout)
    assert done.returncode == 2
    levels = [problem["level"] for problem in problems]
    assert levels.count("error") == 2
    assert levels == sorted(levels)
    assert {"no-such.run: there is no such file"} < {problem["text"] for problem in problems}
    assert evalsql("check", *TINY).returncode == 0
    assert "0 errors, 3 warnings" in output("check", *TINY)


def test_the_sql_of_a_measure_gives_its_scores() -> None:
    runs, _, qrels = TRACK
    text = in_process.output("sql", "RBP(p=0.9)@10", "--runs", runs, "--qrels", qrels)
    pasted = duckdb.execute(text.rstrip().rstrip(";")).fetchall()
    printed = csv.reader(
        io.StringIO(in_process.output("evaluate", *TRACK, "-m", "RBP(p=0.9)@10", "--per-query", "--format", "csv"))
    )
    assert [(*row[:3], f"{row[3]!r}") for row in pasted] == [tuple(row) for row in list(printed)[1:]]


def test_the_page_of_a_metric_says_all_of_its_head() -> None:
    page = in_process.output("metrics", "RBP")
    for said in (
        "Rank-biased precision",
        "Σ g(i) p^(i - 1)",
        "[0, 1)",
        "Moffat and Zobel",
        "0.766121",
        "pow($p",
    ):
        assert said in page


def test_every_metric_is_listed() -> None:
    from evalsql import metrics

    listed = in_process.output("metrics")
    assert all(f"  {name}" in listed for name in metrics())


def test_help_has_examples_for_every_command() -> None:
    for command in ("evaluate", "metrics", "sql", "convert", "check"):
        assert f"    evalsql {command} " in output(command, "--help")


def test_help_before_a_command_lists_them_all() -> None:
    assert output("--help", "compare") == output("--help")


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['evalsql', '--help']\n"
        "from evalsql.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(sorted({'duckdb', 'pyarrow', 'jinja2', 'numpy', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(("typed", "completed"), [("nD", "nDCG"), ("nd", "ndcg@10"), ("R", "RBP")])
def test_measure_names_complete_in_the_shell(typed: str, completed: str) -> None:
    environment = {
        **os.environ,
        "_EVALSQL_COMPLETE": "complete_bash",
        "COMP_WORDS": f"evalsql evaluate -m {typed}",
        "COMP_CWORD": "3",
    }
    done = subprocess.run(
        [str(Path(sys.executable).parent / "evalsql")], env=environment, capture_output=True, text=True, timeout=60
    )
    assert completed in done.stdout.split()


def test_the_version_is_printed() -> None:
    assert output("--version").startswith("evalsql 0.")


def test_convert_refuses_a_damaged_file_with_a_sentence(tmp_path: Path) -> None:
    whole = (FIXTURES / "track" / "runs.parquet").read_bytes()
    (tmp_path / "bad.parquet").write_bytes(whole[:2000] + bytes(4000) + whole[6000:])
    assert "cannot be read" in in_process.refusal("convert", tmp_path / "bad.parquet", tmp_path / "out.run")
    assert os.listdir(tmp_path) == ["bad.parquet"]
