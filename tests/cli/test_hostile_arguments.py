"""Texts that do something where they are taken for SQL or a template are not run, whatever option or argument has them.

Of --where and --init that is not asked: these are SQL of the user's. A command that is run is --compiler of `lib`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import hostile
import pytest
import typer
from command import evalsql
from hostile import COPIED, assert_nothing_was_run
from in_process import own_commands
from tiny import TINY

from evalsql import cli

RUNS, QRELS = str(TINY / "good.run"), str(TINY / "qrels.txt")
TWO = (RUNS, str(TINY / "poor.run"))
JUDGED = (*TWO, "--qrels", QRELS)
# what makes a command work, in which one text at a time is put elsewhere
WORKING: dict[str, tuple[str, ...]] = {
    "evaluate": (*JUDGED, "-m", "AP"),
    "suite": (str(TINY / "suite.toml"), "-m", "AP"),
    "verify": ("scores.csv", *JUDGED),
    "curve": (*JUDGED, "-m", "P", "--depth", "2"),
    "ideal": (QRELS,),
    "report": (*JUDGED, "-m", "AP", "-o", "r.html"),
    "gate": (RUNS, "--baseline", TWO[1], "--qrels", QRELS, "-m", "AP", "--margin", "0.1"),
    "compare": (*JUDGED, "-m", "AP", "--test", "sign"),
    "discriminate": (*JUDGED, "-m", "AP", "--method", "levels"),
    "correlate": (*JUDGED, "-m", "AP RR"),
    "overlap": TWO,
    "standardize": (*JUDGED, "-m", "AP"),
    "sweep": (*JUDGED, "-m", "RBP", "--over", "p=0.5,0.8"),
    "ties": (*JUDGED, "-m", "AP"),
    "explain": ("AP", RUNS, "--qrels", QRELS, "--query", "q1"),
    "reconcile": ("0.5", RUNS, "--qrels", QRELS, "-m", "AP"),
    "describe": (QRELS,),
    "pool": (*JUDGED, "-m", "AP", "--depth", "1"),
    "leave-out": (*JUDGED, "-m", "AP", "--depth", "1"),
    "subsample": (*JUDGED, "-m", "AP", "--queries", "1"),
    "queries": (*JUDGED, "-m", "AP"),
    "categories": (*JUDGED, "-m", "AP", "--best", "good"),
    "build": ("e.duckdb", *JUDGED, "-m", "AP"),
    "lib": ("l.sql",),
    "log": ("e.duckdb",),
    "metrics": ("AP",),
    "sql": ("AP",),
    "convert": (RUNS, "o.parquet"),
    "check": JUDGED,
    "spark": (*JUDGED, "-m", "AP"),
    "trec_eval": ("-m", "map", QRELS, RUNS),
}
# of options of spark, those that are read before it starts a JVM; trec_eval reads its line by itself
BEFORE_SPARK = {"measure", "sort", "slices", "queries"}
OF_TREC_EVAL = ((), ("-m",), ("-R",), ("-l",), ("-Z",))
BY_DESIGN = {"where", "init", "compiler"}
TEXTS = [
    f"'); copy (select 1) to '{COPIED}'; -- \"; copy (select 1) to '{COPIED}'; -- $$"
    " {{ 191 * 761 }}{% raw %}\nline\x1b[31m\x00",
    "' || getenv('EVALSQL_SECRET') || (select content from read_text('secret.txt')) || '",
]


def lines() -> Iterator[tuple[str, ...]]:
    """Each command with each of its parameters: one text by turns, or both where one command alone takes it."""
    with own_commands():
        cli.add_commands([])
        commands = dict(typer.main.get_command(cli.app).commands)
    assert set(WORKING) == set(commands)
    taken = Counter(each.name for command in commands.values() for each in command.params)
    seen: Counter[str] = Counter()
    for name in WORKING:
        for each in commands[name].params:
            tried = each.name not in BY_DESIGN and (name != "spark" or each.name in BEFORE_SPARK)
            if tried and name != "trec_eval" and not getattr(each, "is_flag", False):
                option = () if each.param_type_name == "argument" else tuple(each.opts)
                texts = TEXTS if taken[each.name] == 1 else [TEXTS[seen[each.name] % 2]]
                seen[each.name] += 1
                yield from ((name, *put_in(WORKING[name], option, text)) for text in texts)
    for option in OF_TREC_EVAL:
        yield from (("trec_eval", *put_in(WORKING["trec_eval"], option, text)) for text in TEXTS)


def put_in(given: tuple[str, ...], options: tuple[str, ...], text: str) -> tuple[str, ...]:
    """A line with a text in place of its first argument, or behind an option."""
    there = next((place + 1 for place, word in enumerate(given) if word in options), None if options else 0)
    return (*given, options[-1], text) if there is None else (*given[:there], text, *given[there + 1 :])


def assert_is_not_run(line: tuple[str, ...], folder: Path) -> None:
    """The line gives one sentence or a result, and nothing of its text is run."""
    hostile.set_traps(folder)
    (folder / "scores.csv").write_text("run,query_id,metric,value\ngood,q1,AP,0.9167\n")  # which verify reads
    done = evalsql(*line, cwd=folder)
    printed, said = done.stdout.decode(), done.stderr.decode()
    assert done.returncode in (0, 1, 2), said
    assert done.returncode != 2 or line[0] == "check" or re.fullmatch("((evalsql|trec_eval): .*\n)+", said), said
    assert "Traceback" not in said
    assert "\x1b" not in said + printed
    for text in TEXTS:
        printed, said = printed.replace(text, ""), said.replace(text, "")
    assert_nothing_was_run(folder, printed, said)
    for file in folder.iterdir():
        if file.suffix in (".html", ".sql", ".json"):
            assert_nothing_was_run(folder, file.read_text(encoding="utf-8"))
        if file.name != "secret.txt":
            file.unlink()


LINES = list(lines())


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)


def test_many_options_are_looked_at() -> None:
    assert len(LINES) > 500


def long_no_text_of_an_option_is_run(tmp_path: Path) -> None:
    for line in LINES[::13]:
        assert_is_not_run(line, tmp_path)


@pytest.mark.parametrize("command", WORKING)
def weekly_no_text_of_any_option_is_run(command: str, tmp_path: Path) -> None:
    for line in LINES:
        if line[0] == command:
            assert_is_not_run(line, tmp_path)
