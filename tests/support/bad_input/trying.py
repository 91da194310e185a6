"""Each kind given to each entry, in a folder of its own, and what is wrong with what came of it."""

import contextlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from written import put

from bad_input import clean, entries
from bad_input.entries import Outcome
from bad_input.kind import Kind
from evalsql import scratch

COMMANDS = ("evaluate", "gate", "report", "line")
WRITTEN = {"scores.parquet": b"", "page.html": b"<p>a page that was there</p>"}  # what a command is to write
# words of DuckDB, Arrow and Python that no sentence of ours has
FOREIGN = re.compile(
    r"Traceback|\b(CSV|Conversion|Parser|Binder|Catalog|Invalid Input|IO|INTERNAL|Out of Range|Type|Value|Key) Error\b"
    r"|std::|INTERNAL|\w+Exception\b|Possible fixes|LINE 1|Candidate|struct_pack|_duckdb|/evalsql-|evalsql_"
    r"|0x[0-9a-f]{9}"
)


@dataclass(frozen=True)
class Tried:
    """What came of a kind: what each entry did, and what is wrong with that."""

    kind: Kind
    outcomes: tuple[Outcome, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True)
class Bench:
    """What kinds are tried with: a folder for all, a library of macros, a session of Spark where there is one."""

    folder: Path
    library: Path
    spark: Any = None

    def try_kind(self, kind: Kind, only: tuple[str, ...] = ()) -> Tried:
        """Gives a kind to every entry that takes it.

        Args:
            kind: the kind.
            only: the entries to give it to; all where none is named.
        """
        known = ("evaluate", "line", "python", "gate", "report", "macro", *["spark"] * (self.spark is not None))
        chosen = [each for each in known if entries.takes(kind, each) and (not only or each in only)]
        if kind.expected != "refused" and len(chosen) > 1 and "report" in chosen and "report" not in kind.entries:
            chosen.remove("report")  # which takes long, and reads by the same door
        outcomes, wrong = [], []
        for entry in chosen:
            with place(kind, self.folder) as (folder, scraps):
                outcome = self.answer(entry, kind, folder)
                outcomes.append(without(outcome, folder, self.library))
                wrong += [f"{entry}: {each}" for each in (*told(kind, outcomes[-1]), *left(kind, outcome, scraps))]
        return Tried(kind, tuple(outcomes), tuple(wrong))

    def answer(self, entry: str, kind: Kind, folder: Path) -> Outcome:
        """What an entry does."""
        if entry == "macro":
            return entries.of_macros(entry, kind, self.library)
        if entry == "spark":
            return entries.of_spark(entry, kind, self.spark)
        return (entries.of_python if entry == "python" else entries.of_command)(entry, kind, folder)


@dataclass
class Scraps:
    """What a folder and the folder of temporary files held before, and what they hold now."""

    folder: Path
    temporary: Path
    before: Mapping[str, Any]

    def new(self) -> list[str]:
        """What is there, or is another, and was not."""
        now = held(self.folder)
        names = sorted(name for name in {*now, *self.before} if now.get(name) != self.before.get(name))
        return [*names, *(f"temporary {name}" for name in os.listdir(self.temporary))]


@contextlib.contextmanager
def place(kind: Kind, within: Path) -> Iterator[tuple[Path, Scraps]]:
    """A folder with all that a kind is made of, which is the working directory meanwhile."""
    with tempfile.TemporaryDirectory(dir=within) as name:
        folder, temporary = Path(name) / "given", Path(name) / "temporary"
        folder.mkdir(), temporary.mkdir()
        clean.put_clean(folder)
        put(folder / "page.html", WRITTEN["page.html"])
        for table, rows in kind.tables.items():
            put(folder / f"{table}.parquet", rows)
        for file, content in kind.files.items():
            content(folder / file) if callable(content) else put(folder / file, content)
        before, tempfile.tempdir = tempfile.tempdir, str(temporary)
        try:
            with contextlib.chdir(folder):
                yield folder, Scraps(folder, temporary, held(folder))
        finally:
            tempfile.tempdir = before
            scratch.remove_all()


def held(folder: Path) -> dict[str, Any]:
    """What is in a folder: names, and what the files hold."""
    found: dict[str, Any] = {}
    for path in folder.rglob("*"):
        plain = not path.is_symlink() and stat.S_ISREG(path.stat().st_mode)
        found[os.fsdecode(os.path.relpath(path, folder))] = path.read_bytes() if plain else None
    return found


def without(outcome: Outcome, folder: Path, library: Path) -> Outcome:
    """An outcome that says paths as from the folder."""

    def shorter(text: str) -> str:
        for path in (str(folder), os.path.realpath(folder)):
            text = text.replace(f"{path}/", "").replace(path, ".")
        text = text.replace(f"{os.path.expanduser('~')}/", "~/")
        return text.replace(str(library), "library.duckdb").strip()

    said = tuple(shorter(line) for line in outcome.said)
    return Outcome(outcome.entry, outcome.did, said, outcome.values, outcome.verdicts)


def told(kind: Kind, outcome: Outcome) -> Iterator[str]:
    """What is wrong with what an entry said."""
    expected = kind.expected_of(outcome.entry)
    if kind.own_words and outcome.did == "broke":
        return
    if outcome.did != expected:
        yield f"{outcome.did}, where {expected} was expected: {' / '.join(outcome.said)[:300]}"
        return
    if expected == "refused":
        if len(outcome.said) != 1:
            yield f"{len(outcome.said)} lines in place of one: {' / '.join(outcome.said)[:300]}"
        yield from (f"passes on {found[0]!r}: {said}" for said in outcome.said if (found := FOREIGN.search(said)))
    if outcome.entry in kind.unlike:
        return
    said = " / ".join(outcome.said)
    yield from (f"does not say {each!r}: {said[:300]}" for each in kind.says if not says(said, each))
    if expected != "refused" and outcome.values is not None:
        yield from unlike(outcome.values, {**clean_scores(tuple(kind.measures)), **kind.values})


def says(said: str, wanted: str) -> bool:
    """Whether a sentence has these words, or, where they are several parted by |, one of them."""
    return any(each in said for each in wanted.split("|"))


@cache
def clean_scores(measures: tuple[str, ...]) -> dict[tuple[str, str], float]:
    """The scores of the clean collection by measures."""
    from evalsql import evaluate

    runs, qrels = clean.run_table(), clean.qrels_table()
    known = [each for each in measures if each in entries.MACROS]
    rows = evaluate(runs, qrels, known).fetchall() if known else []
    return {(query, measure): value for _, query, measure, value in rows}


def unlike(found: Mapping, right: Mapping) -> Iterator[str]:
    """Each score that is not the right one to the last bit."""
    for key in sorted({*found, *right}):
        if found.get(key) != right.get(key):
            yield f"{key[1]} of {key[0]} is {found.get(key)}, where {right.get(key)} is right"


def left(kind: Kind, outcome: Outcome, scraps: Scraps) -> Iterator[str]:
    """What is wrong with what an entry left behind."""
    scratch.remove_all()
    new = scraps.new()
    wanted = {"evaluate": {"scores.parquet"}, "report": {"page.html"}}.get(outcome.entry, set())
    if outcome.entry == "line" and outcome.did != "refused":
        return  # which writes what it says
    if outcome.did == "refused" or outcome.entry not in COMMANDS:
        wanted = set()
    if set(new) - wanted:
        yield f"leaves {', '.join(map(repr, new))}"
    elif outcome.did in ("right", "warned") and wanted - set(new):
        yield f"writes no {', '.join(wanted)}"
