"""Kinds given to entries, together or each in a folder of its own, and what is wrong with what came of them."""

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from written import put

from bad_input import clean, entries, together
from bad_input.entries import Outcome
from bad_input.kind import Group, Kind
from evalsql import scratch

# kinds of tables that a driver of Spark refuses before there is any task
ON_DRIVER = (
    "documents that are lists",
    "judged queries that are structs",
    "no column query_id",
    "the judgments in the place of the runs",
)
# kinds that are known to be answered otherwise than they should be
OPEN = Path(__file__).with_name("open.txt")
KNOWN = ("evaluate", "line", "python", "gate", "report", "macro", "spark")
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

    def try_all(self, kinds: Sequence[Kind]) -> list[Tried]:
        """Gives each kind to every door that it can come in by; as many as can be in one call."""
        said = [
            *self.together(kinds),
            *self.apart([each for each in kinds if each.expected == "right"], ("python", "macro")),
        ]
        return [
            self.try_kind(each, doors(each), [part[each.name] for part in said if each.name in part]) for each in kinds
        ]

    def together(self, kinds: Sequence[Kind]) -> list[together.Said]:
        """What comes of those kinds that can be in one call: files, tables in files, frames, runs that are right."""
        refused = [each for each in kinds if each.expected == "refused" and together.side_of(each)]
        right = [each for each in kinds if each.expected == "right" and together.side_of(each) == "runs"]
        tables = [each for each in refused if each.tables and each.entries in ((), ("python",))]
        return [
            together.of_files([each for each in refused if together.is_file(each)], self.folder),
            together.of_files([each for each in tables if not each.entries], self.folder),
            together.of_frames(tables, self.folder),
            together.right([each for each in right if together.is_file(each)], self.folder),
        ]

    def apart(self, kinds: Sequence[Kind], chosen: Sequence[str]) -> list[dict[str, Outcome]]:
        """What entries do with tables that are fit to be used, those of all kinds in one."""
        kinds = [each for each in kinds if together.can_be_apart(each)]
        whole = together.apart(kinds) if kinds else None
        return [together.parted(kinds, self.answer(entry, whole, self.folder)) for entry in chosen if whole]

    def on_tasks(self, kinds: Sequence[Kind]) -> list[Tried]:
        """Gives each kind that is tables to tasks as Spark has them, without Spark."""
        kinds = [each for each in kinds if entries.takes(each, "spark") and each.tables and each.name not in ON_DRIVER]
        (known,) = self.apart([each for each in kinds if each.expected == "right"], ("tasks",)) or [{}]
        return [self.try_kind(each, ("tasks",), [known[each.name]] if each.name in known else ()) for each in kinds]

    def try_kind(self, kind: Kind, chosen: Sequence[str], known: Sequence[Outcome] = ()) -> Tried:
        """Gives a kind to entries.

        Args:
            kind: the kind.
            chosen: the entries.
            known: what came of it together with other kinds.
        """
        given = {each.entry: each for each in known}
        same = ("python",) if "evaluate" in given and not kind.tables else ()  # what `check` says of a file
        wrong = [f"{each.entry}: {text}" for each in known for text in told(kind, each)]
        for entry in chosen:
            if entry.replace("tasks", "spark") not in given and entry not in same:
                with place(kind, self.folder) as (folder, scraps):
                    outcome = self.answer(entry, kind, folder)
                    given[outcome.entry] = said = without(outcome, folder, self.library)
                    wrong += [f"{entry}: {each}" for each in (*told(kind, said), *left(kind, outcome, scraps))]
        return Tried(kind, tuple(given[entry] for entry in KNOWN if entry in given), tuple(wrong))

    def answer(self, entry: str, kind: Kind, folder: Path) -> Outcome:
        if entry == "macro":
            return entries.of_macros(entry, kind, self.library)
        if entry == "tasks":
            return entries.of_tasks("spark", kind)
        if entry == "spark":
            return entries.of_spark(entry, kind, self.spark)
        return (entries.of_python if entry == "python" else entries.of_command)(entry, kind, folder)


def doors(kind: Kind) -> list[str]:
    """Entries behind which a kind is read in ways of their own; what others say is that of one of these."""
    can = [each for each in KNOWN if each != "spark" and entries.takes(kind, each)]
    if kind.tables and kind.expected == "refused":
        wanted = ("evaluate", "python", "macro")  # a file, a frame, a table
    elif kind.tables:
        wanted = ("python", "macro")
    elif kind.options:
        wanted = ("evaluate", "python")
    else:
        wanted = next(((each,) for each in ("line", "python", *KNOWN) if each in can), ())
    return [each for each in can if each in (*wanted, *kind.unlike)] or can[:1]


@dataclass
class Scraps:
    """What a folder and the folder of temporary files held before, and what they hold now."""

    folder: Path
    temporary: Path
    before: Mapping[str, Any]

    def new(self) -> list[str]:
        now = together.held(self.folder)
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
        together.put_all(kind.files, folder)
        before, tempfile.tempdir = tempfile.tempdir, str(temporary)
        try:
            with contextlib.chdir(folder):
                yield folder, Scraps(folder, temporary, together.held(folder))
        finally:
            tempfile.tempdir = before
            scratch.remove_all()


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


def known() -> dict[str, str]:
    lines = [line for line in OPEN.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return dict(line.split(" | ", 1) for line in lines)


def name_of(group: Group, kind: Kind) -> str:
    return f"{group.name}: {kind.name}"


def wrong_in(group: Group, tried: Sequence[Tried], listed: bool = False) -> dict[str, tuple[str, ...]]:
    """The kinds of a group that were answered wrongly, and how; those of the list only where they are asked for."""
    wrong = {name_of(group, each.kind): each.wrong for each in tried if each.wrong}
    return {name: how for name, how in wrong.items() if (name in known()) == listed}
