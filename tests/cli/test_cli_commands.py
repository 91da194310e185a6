"""Commands, their help, options and completion, and what people type in their first hour."""

import ast
import csv
import inspect
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import get_type_hints

import command
import duckdb
import in_process
import pytest
from command import TINY, TRACK, evalsql, output, process, refusal
from in_process import Done
from odd_commands import SLOW, assert_lines, broken, modules, prepare
from places import FIXTURES, ROOT

from evalsql import Evaluation, cli, evaluate
from evalsql.cli.help import GROUPS
from evalsql.comparing.methods import find
from evalsql.scoring.options import Conditions, Options, RankingOptions
from evalsql.words import in_one_spelling


def long_a_process_does_and_says_what_is_done_and_said_within_this_one() -> None:
    # tests of the command line start no process where it does not matter
    for words, status in (
        (("evaluate", *TINY, "-m", "AP", "-m", "RBP"), 0),
        (("evaluate", *TINY, "-m", "no such measure"), 2),
        (("check", *TINY), 0),
    ):
        own, within = process(*words), evalsql(*words)
        assert own.returncode == within.returncode == status
        assert (own.stdout, own.stderr) == (within.stdout, within.stderr)


def long_trec_text_to_parquet_and_back_gives_the_same_lines(tmp_path: Path) -> None:
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


def long_runs_of_many_files_go_into_one_and_keep_their_names(tmp_path: Path) -> None:
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


def long_check_says_every_problem_and_its_status(tmp_path: Path) -> None:
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
    for name in ("evaluate", "metrics", "sql", "convert", "check"):
        assert f"    evalsql {name} " in output(name, "--help")


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
def long_measure_names_complete_in_the_shell(typed: str, completed: str) -> None:
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


def test_the_options_of_a_question_are_those_of_an_evaluation():
    declared = inspect.signature(Evaluation).parameters
    of_its_own = {"runs", "qrels", "connection", "measures", "keep", "whole", "progress"}
    of_its_own |= {"depth", "strict", "judged_only"}
    assert set(declared) - of_its_own == set(Options.__annotations__)
    assert set(inspect.signature(evaluate).parameters) >= set(Options.__annotations__) - {"settings"}


def test_options_have_the_types_of_conditions_and_an_evaluation_documents_each():
    known = vars(import_module("evalsql.connections"))
    types = get_type_hints(RankingOptions, localns=known)
    assert types == get_type_hints(Conditions, localns=known)
    assert [name for name in types if f"\n    {name}: " not in inspect.getdoc(Evaluation)] == []


def long_no_function_takes_options_of_any_type():
    found = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in (ROOT / "evalsql").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and node.args.kwarg
        and node.args.kwarg.arg == "options"
        and not ast.unparse(node.args.kwarg.annotation).startswith("Unpack[")
    ]
    assert found == []


def test_the_help_has_every_command_in_a_group():
    modules = cli.load(each.name for each in iter_modules(cli.commands.__path__))
    assert {module.GROUP for module in modules.values()} == {*GROUPS}
    listed = re.findall(r"^  ([\w-]+)  ", output("--help").partition("Evaluate:")[2], re.MULTILINE)
    assert {name.replace("-", "_") for name in listed} == {*modules}


def long_commands_options_and_tests_go_by_both_spellings():
    few = ("compare", *command.TINY, "-m", "AP", "--resamples", "50", "--format", "csv")
    other = command.output(*few, "--standardize", "--test", "randomization")
    assert other == command.output(*few, "--standardise", "--test", "randomisation")
    assert other.count(",randomisation,") == 1
    assert command.output("standardise", "--help") == command.output("standardize", "--help")


def test_no_other_name_is_spelled_anew():
    assert in_one_spelling("--size") == "--size"
    assert in_one_spelling("normalized") == "normalized"


@pytest.mark.parametrize("name", ["sweep", "discriminate", "standardize", "queries", "correlate", "curve", "compare"])
def test_a_file_that_cannot_be_written_is_refused_before_any_work(name):
    further = ("-m", "RBP", "--over", "p=0.5,0.8") if name == "sweep" else ()
    said = in_process.refusal(name, "no_such_run.parquet", "--qrels", "no_such_file", *further, "-o", "here.docx")
    assert said.startswith("here.docx: unsupported output format '.docx'; supported: .parquet, ")


def test_each_way_to_break_the_law_is_named() -> None:
    listed, refused, said = Done(2, "a list", ""), Done(2, "", "evalsql: no such run\n"), ["Binder"]
    assert broken(["evaluate"], refused, [], [], said) is None
    assert broken(["check"], listed, [], [], said) is None
    assert broken(["evaluate"], refused._replace(said="Usage: ..."), [], [], said) == "no sentence: 'Usage: ...'"
    assert broken(["evaluate"], refused._replace(output="half a table"), [], [], said) == (
        "refused, and wrote 'half a table'"
    )
    assert broken(["check"], listed, [], ["scores.csv"], said) == "refused, and wrote ['scores.csv']"
    assert broken(["evaluate"], refused, ["runs.csv"], [], said) == "changed ['runs.csv']"
    assert broken(["evaluate"], Done(-11, "", ""), [], [], said) == "status -11"
    done = Done(2, "", "evalsql: Binder Error\n")
    assert broken(["evaluate"], done, [], [], said) == "words of DuckDB, Binder: ['evalsql: Binder Error']"


LINES = tomllib.loads((ROOT / "tests" / "data" / "habits.toml").read_text(encoding="utf-8"))
TESTS = {
    **dict.fromkeys(("t", "student", "t-test", "ttest", "paired_t_test", "ttest_rel"), "paired_t"),
    **dict.fromkeys(("fisher", "permutation", "randomization"), "randomisation"),
    **dict.fromkeys(("hsd", "Tukey-HSD"), "tukey"),
    "wilcoxon_signed_rank": "wilcoxon",
}

CORRECTIONS = {
    **dict.fromkeys(("benjamini-hochberg", "bh", "fdr", "fdr_bh", "BH"), "benjamini_hochberg"),
    **dict.fromkeys(("by", "fdr_by"), "benjamini_yekutieli"),
    **{"bonf": "bonferroni", "Holm": "holm", "none": "none", "holm-sidak": "holm_sidak", "HS": "holm_sidak"},
}


@pytest.mark.parametrize(("typed", "printed"), LINES["works"])
def long_it_works(typed: str, printed: str, first_hour: Path) -> None:
    done = in_process.whole(shlex.split(typed), first_hour)
    assert done.status == 0, done.said
    assert printed in done.output


def long_it_is_refused_with_one_sentence(first_hour: Path) -> None:
    before = sorted(first_hour.rglob("*"))
    for typed, said in LINES["refused"]:
        done = in_process.whole(shlex.split(typed), first_hour)
        assert (done.status, done.output) == (2, ""), typed
        assert said in done.said, typed
        assert done.said.startswith("evalsql: "), typed
        assert done.said.count("\n") == 1, typed
        assert sorted(first_hour.rglob("*")) == before, typed


def test_tests_and_corrections_have_the_names_of_other_tools() -> None:
    assert {name: find("significance", name) for name in TESTS} == TESTS
    assert {name: find("corrections", name) for name in CORRECTIONS} == CORRECTIONS


@pytest.mark.parametrize("command", ["check", "compare", "convert", "describe", "evaluate", "sql"])  # weekly all
def long_any_line_is_done_or_refused_in_a_sentence(tmp_path: Path, command: str) -> None:
    prepare(tmp_path)
    assert_lines(tmp_path, command, 3)


@pytest.mark.parametrize("command", modules())
def weekly_any_line_is_done_or_refused_in_a_sentence(tmp_path: Path, command: str) -> None:
    prepare(tmp_path)
    assert_lines(tmp_path, command, 10 if command in SLOW else 50)
