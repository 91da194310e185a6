"""Lines of every command with options that hypothesis draws, fit and unfit, and the law that holds of each."""

import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import typer
from generated import SAME
from hypothesis import given, settings
from hypothesis import strategies as st
from in_process import Done, own_commands, whole
from places import FIXTURES
from readers import DUCKDBS

from evalsql import cli

TINY = FIXTURES / "tiny"
SCORED = ["good.run", "poor.run", "--qrels", "qrels.txt"]
LINES = {
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
FILES = [
    "good.run",
    "qrels.txt",
    "nosuch.txt",
    "",
    ".",
    "empty.txt",
    "odd.csv",
    "kept.duckdb",
    "kept.duckdb::scores",
    "*",
]
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
OUTPUTS = [
    "new.csv",
    "new.parquet",
    "new.txt",
    "nosuch/new.csv",
    "new",
    "new.html",
    "new.md",
    ".",
    "new.svg",
    "new.json",
]
POOLS = {
    "N": NUMBERS,
    "MM": NUMBERS,
    "<float>": NUMBERS,
    "<int>": NUMBERS,
    "MEASURE": MEASURES,
    "FILE": FILES,
    "TABLE": FILES,
    "QUERIES": FILES,
    "QRELS": FILES,
    "RUN": TEXTS,
}


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
    """The words that a type allows."""
    if get_origin(hint) is Literal:
        return tuple(map(str, get_args(hint)))
    return tuple(word for part in get_args(hint) for word in choices(part))


@st.composite
def lines(draw: st.DrawFn, command: str) -> list[str]:
    """A line of a command that is fit, with up to three options more."""
    words = [command.replace("_", "-"), *LINES.get(command, SCORED)]
    for name, values in draw(st.lists(st.sampled_from(options(command)), max_size=3)):
        words += [name, draw(st.sampled_from(values))] if values else [name]
    return words


def prepare(folder: Path) -> None:
    """Puts into a folder what lines name."""
    for path in TINY.iterdir():
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
    """What is in the files of a folder."""
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
