"""Commands, their help, options and completion, what people type in their first hour, and lines that are drawn."""

import ast
import csv
import inspect
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Literal, get_args, get_origin, get_type_hints

import duckdb
import in_process
import pytest
import typer
from command import TINY, TRACK, evalsql, output, process, refusal
from generated import SAME
from hypothesis import given, settings
from hypothesis import strategies as st
from in_process import Done, own_commands, whole
from places import FIXTURES, ROOT
from readers import DUCKDBS

from evalsql import Evaluation, cli, evaluate, metrics
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
    both = in_process.output("evaluate", tmp_path / "both.run.gz", *TINY[2:])
    assert both == in_process.output("evaluate", *TINY)


def test_convert_refuses_what_its_output_cannot_hold_and_a_damaged_file(tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("query_id,doc_id,score\n1,two words,3\n")
    whole = (FIXTURES / "track" / "runs.parquet").read_bytes()
    (tmp_path / "bad.parquet").write_bytes(whole[:2000] + bytes(4000) + whole[6000:])
    for name, said in (("run.csv", "doc_id 'two words' has a blank in it"), ("bad.parquet", "cannot be read")):
        assert said in refusal("convert", tmp_path / name, tmp_path / "out.run")
    assert sorted(os.listdir(tmp_path)) == ["bad.parquet", "run.csv"]


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
    printed = in_process.output("evaluate", *TRACK, "-m", "RBP(p=0.9)@10", "--per-query", "--format", "csv")
    _, *rows = csv.reader(io.StringIO(printed))
    assert [[*row[:3], f"{row[3]!r}"] for row in pasted] == rows


def test_every_metric_is_listed_and_its_page_says_all_of_its_head() -> None:
    listed, page = in_process.output("metrics"), in_process.output("metrics", "RBP")
    assert [name for name in metrics() if f"  {name}" not in listed] == []
    head = ("Rank-biased precision", "Σ g(i) p^(i - 1)", "[0, 1)", "Moffat and Zobel", "0.766121", "pow($p")
    assert [said for said in head if said not in page] == []
    parameters = [line.split()[0] for line in page.split("Parameters\n")[1].split("\n\n")[0].splitlines()]
    assert parameters == ["p", "rel", "top", "scale", "gains", "@k"]


def test_help_has_examples_and_before_a_command_lists_them_all() -> None:
    for name in ("evaluate", "metrics", "sql", "convert", "check"):
        assert f"    evalsql {name} " in output(name, "--help")
    assert re.search("\nArguments:\n  RUNS  .*\nOptions:\n", output("compare", "--help"), re.DOTALL)
    assert output("--help", "compare") == output("--help")
    assert output("--version").startswith("evalsql 0.")


@pytest.mark.parametrize(("typed", "completed"), [("nD", "nDCG"), ("nd", "ndcg@10"), ("R", "RBP")])
def long_measure_names_complete_in_the_shell(typed: str, completed: str) -> None:
    told = {"_EVALSQL_COMPLETE": "complete_bash", "COMP_WORDS": f"evalsql evaluate -m {typed}", "COMP_CWORD": "3"}
    program = Path(sys.executable).parent / "evalsql"
    done = subprocess.run([program], env=os.environ | told, capture_output=True, text=True, timeout=60)
    assert completed in done.stdout.split()


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
    few = ("compare", *TINY, "-m", "AP", "--resamples", "50", "--format", "csv")
    other = output(*few, "--standardize", "--test", "randomization")
    assert other == output(*few, "--standardise", "--test", "randomisation")
    assert other.count(",randomisation,") == 1
    assert output("standardise", "--help") == output("standardize", "--help")


@pytest.mark.parametrize("name", ["sweep", "discriminate", "standardize", "queries", "correlate", "curve", "compare"])
def test_a_file_that_cannot_be_written_is_refused_before_any_work(name):
    further = ("-m", "RBP", "--over", "p=0.5,0.8") if name == "sweep" else ()
    said = in_process.refusal(name, "no_such_run.parquet", "--qrels", "no_such_file", *further, "-o", "here.docx")
    assert said.startswith("here.docx: unsupported output format '.docx'; supported: .parquet, ")


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


def test_tests_and_corrections_have_the_names_of_other_tools_and_no_other_name_is_spelled_anew() -> None:
    assert [in_one_spelling(name) for name in ("--size", "normalized")] == ["--size", "normalized"]
    assert {name: find("significance", name) for name in TESTS} == TESTS
    assert {name: find("corrections", name) for name in CORRECTIONS} == CORRECTIONS


SCORED = ["good.run", "poor.run", "--qrels", "qrels.txt"]
FIT_LINES = {
    "build": ["new.duckdb", *SCORED],
    "check": SCORED,
    "convert": ["good.run", "good.parquet"],
    "curve": SCORED,
    "describe": ["qrels.txt"],
    "explain": ["nDCG@3", "good.run", "--qrels", "qrels.txt", "--query", "q1"],
    "gate": ["good.run", "--baseline", "poor.run", "--qrels", "qrels.txt"],
    "ideal": ["qrels.txt"],
    "leave_out": [*SCORED, "--depth", "2"],
    "lib": ["new.sql"],
    "log": ["kept.duckdb"],
    "metrics": [],
    "overlap": SCORED[:2],
    "reconcile": ["0.5", "good.run", "--qrels", "qrels.txt", "--measure", "AP"],
    "report": [*SCORED, "--output", "new.html"],
    "sql": ["AP"],
    "subsample": [*SCORED, "--queries", "1"],
    "sweep": [*SCORED, "--measure", "RBP", "--over", "p=0.5,0.8"],
}
SLOW = {"build", "report", "lib"}  # seconds each
# what would stop or change more than the line
LEFT_OUT = {"--install-completion", "--show-completion", "--master", "--threads", "--memory-limit"}
LEFT_OUT |= {"--set", "--plot", "--progress", "--init", "--resamples", "--subsets"}
NUMBERS = ["0", "1", "2", "10", "-1", "0.5", "1.5", "nan", "inf", "1e400", "1e-300", "", "x", "1,2", "0x10", "½", "1_0"]
MEASURES = ["AP", "nDCG@2", "P(rel=2)@5", "RBP(p=2)", "nDCG@0", "nDCG@-1", "nosuch", "", "AP(", "all", "alpha_nDCG@5"]
MEASURES += ["AP,RR", "nDCG(gains='0-1')", "RBP(p=nan)", "map", "ndcg_cut_10", "P@1e3", "RR@99999999999999999999", "@5"]
FILES = ["good.run", "qrels.txt", "nosuch.txt", "", ".", "empty.txt", "odd.csv", "kept.duckdb", "*"]
FILES += ["kept.duckdb::scores"]
TEXTS = [
    "",
    "x",
    "good",
    "poor",
    "é\n",
    "'",
    '"',
    "a=b",
    "=",
    "\x1b[31m",
    "--",
    "%s",
    "{}",
    "$1",
    "q1",
    "1=1",
    ")",
    "AP",
]
OUTPUTS = ["new.csv", "new.parquet", "new.txt", "nosuch/new.csv", "new", "new.html", "new.md", ".", "new.svg"]
OUTPUTS += ["new.json"]
POOLS = dict.fromkeys(("N", "MM", "<float>", "<int>"), NUMBERS) | {"MEASURE": MEASURES, "RUN": TEXTS}
POOLS |= dict.fromkeys(("FILE", "TABLE", "QUERIES", "QRELS"), FILES)


@cache
def modules() -> dict[str, Any]:
    """Each command that runs on this machine alone, and reads its line as the others do: its module."""
    names = {each.name for each in cli.iter_modules(cli.commands.__path__)}
    return cli.load(sorted(names - {"spark", "trec_eval"}))


@cache
def options(command: str) -> list[tuple[str, tuple[str, ...]]]:
    """The options of a command: how each is spelled, and what it may be given, fit and unfit; nothing, a flag."""
    function = getattr(modules()[command], command)
    app = typer.Typer()
    app.command()(function)
    with own_commands():
        parameters = typer.main.get_command(app).params
    hints = get_type_hints(function)
    found = []
    for each in parameters:
        name = each.opts[0]
        if each.param_type_name == "argument" or name in LEFT_OUT:
            continue
        fit = choices(hints.get(each.name))
        number = {int, float} & {hints.get(each.name), *get_args(hints.get(each.name))}
        pool = NUMBERS if number else POOLS.get(each.metavar or "", [*TEXTS, *NUMBERS[:4]])
        pool = OUTPUTS if name in ("--output", "--also") else pool
        found.append((name, () if each.is_flag else (*fit, *fit, *pool)))
    return found


def choices(hint: Any) -> tuple[str, ...]:
    if get_origin(hint) is Literal:
        return tuple(map(str, get_args(hint)))
    return tuple(word for part in get_args(hint) for word in choices(part))


@st.composite
def lines(draw: st.DrawFn, command: str) -> list[str]:
    """A line of a command that is fit, with up to three options more."""
    words = [command.replace("_", "-"), *FIT_LINES.get(command, SCORED)]
    for name, values in draw(st.lists(st.sampled_from(options(command)), max_size=3)):
        words += [name, draw(st.sampled_from(values))] if values else [name]
    return words


def prepare(folder: Path) -> None:
    for path in (FIXTURES / "tiny").iterdir():
        shutil.copy(path, folder / path.name)
    (folder / "empty.txt").write_bytes(b"")
    (folder / "odd.csv").write_text("query_id,kind\nq1,a\nq2,é\n")
    done = whole(["evaluate", *SCORED, "-m", "AP", "-o", "kept.duckdb"], folder)
    assert done.status == 0, done.said


def assert_lines(folder: Path, command: str, examples: int) -> None:
    """So many lines of a command are done, or refused in a sentence, in a folder that is prepared."""
    before = contents(folder)

    @settings(SAME, max_examples=examples)
    @given(lines(command))
    def law(words: list[str]) -> None:
        assert wrong(words, folder, before, DUCKDBS) is None, words

    law()


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def wrong(words: Sequence[str], folder: Path, before: dict[str, bytes], words_of_duckdb: Sequence[str]) -> str | None:
    """How what a line does breaks the law, or None."""
    try:
        done = whole(words, folder)
    except Exception as error:  # which a user would see as a traceback
        return f"{type(error).__name__}: {error}"
    after = contents(folder)
    for name in after.keys() - before.keys():
        (folder / name).unlink()
    changed = [name for name in before if after.get(name) != before[name]]
    for name in changed:
        (folder / name).write_bytes(before[name])
    return broken(words, done, changed, sorted(after.keys() - before.keys()), words_of_duckdb)


def broken(
    words: Sequence[str], done: Done, changed: list[str], new: list[str], words_of_duckdb: Sequence[str]
) -> str | None:
    """How an outcome breaks the law, or None: a status that is known, a sentence, and nothing written where it is 2."""
    if done.status not in (0, 1, 2):
        return f"status {done.status}"
    if changed:
        return f"changed {changed}"
    refusals = [line for line in done.said.splitlines() if line.startswith("evalsql: ")]
    if done.status == 2:
        if new or (done.output and words[0] != "check"):  # which lists what is wrong
            return f"refused, and wrote {new or done.output[:80]!r}"
        if not refusals and words[0] != "check":
            return f"no sentence: {done.said[-200:]!r}"
    said = next((word for word in words_of_duckdb if any(word in line for line in refusals)), None)
    return f"words of DuckDB, {said}: {refusals}" if said else None


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


@pytest.mark.parametrize("command", ["check", "compare", "convert", "describe", "evaluate", "sql"])  # weekly all
def long_any_line_is_done_or_refused_in_a_sentence(tmp_path: Path, command: str) -> None:
    prepare(tmp_path)
    assert_lines(tmp_path, command, 3)


@pytest.mark.parametrize("command", modules())
def weekly_any_line_is_done_or_refused_in_a_sentence(tmp_path: Path, command: str) -> None:
    prepare(tmp_path)
    assert_lines(tmp_path, command, 10 if command in SLOW else 50)
