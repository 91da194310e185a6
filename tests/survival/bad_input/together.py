"""Many kinds in one call: `check` says a sentence of each file or frame, and an evaluation scores many runs."""

import contextlib
import os
import re
import stat
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from written import put

import evalsql
from bad_input.clean import put_clean, qrels_table, run_table, table
from bad_input.entries import Outcome, noticed
from bad_input.kind import Content, Kind
from evalsql import InputError, scratch

FILE = re.compile(r"(bad)((?:\.\w+)+(?:::.+)?)|folder(?:/.*)?", re.DOTALL)
PLACES = {"runs": "the runs", "qrels": "the judgments"}
Said = dict[str, Outcome]  # by the names of kinds


def held(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path in folder.rglob("*"):
        plain = not path.is_symlink() and stat.S_ISREG(path.stat().st_mode)
        found[os.fsdecode(os.path.relpath(path, folder))] = path.read_bytes() if plain else None
    return found


def put_all(files: Mapping[str, Content], folder: Path) -> None:
    for name, content in files.items():
        content(folder / name) if callable(content) else put(folder / name, content)


def side_of(kind: Kind) -> str:
    """Which input is spoiled, where one is and nothing else."""
    if kind.options or kind.words or kind.line or kind.call or kind.sql or kind.unlike:
        return ""
    sides = [*kind.tables] or [*kind.inputs]
    return sides[0] if len(sides) == 1 and sides[0] in PLACES else ""


def is_file(kind: Kind) -> bool:
    """Whether the spoiled input is a file that can be called otherwise, or that is in a folder of its own."""
    given = kind.inputs.get(side_of(kind))
    return isinstance(given, str) and FILE.fullmatch(given) is not None and kind.entries in ((), ("python",))


@contextlib.contextmanager
def unchanged(folder: Path) -> Iterator[None]:
    """Nothing in a folder may be made or changed meanwhile."""
    before = held(folder)
    yield
    scratch.remove_all()
    assert held(folder) == before


def renamed(kind: Kind, place: int) -> tuple[dict[str, Any], str]:
    """The files of a kind with a number in the name, so that their runs differ, and which of them is given."""
    given = kind.inputs[side_of(kind)]
    if given.startswith("bad") and f"bad{place}" not in given:
        files = {name.replace("bad", f"bad{place}", 1): content for name, content in kind.files.items()}
        return files, given.replace("bad", f"bad{place}", 1)
    return dict(kind.files), given


def put_files(kinds: Sequence[Kind], folder: Path) -> dict[str, str]:
    """The files of kinds, each in a folder of its own, and the input that each stands for."""
    given = {}
    for place, kind in enumerate(kinds):
        within = folder / f"k{place}"
        within.mkdir()
        if kind.tables:
            side = side_of(kind)
            files, name = {f"{side}.parquet": numbered(kind.tables[side], place)}, f"{side}.parquet"
        else:
            files, name = renamed(kind, place)
        put_all(files, within)
        given[kind.name] = f"k{place}/{name}"
    return given


def numbered(rows: pa.Table, place: int) -> pa.Table:
    if "run" not in rows.column_names:
        return rows
    names = [each if each is None else each and f"{each}{place}" for each in rows["run"].to_pylist()]
    return rows.set_column(rows.column_names.index("run"), "run", pa.array(names, rows["run"].type))


def refused(kinds: Sequence[Kind], side: str, given: Mapping[str, Any], entry: str) -> Said:
    """What `check` says of each of the spoiled inputs of one side; nothing of those that it says nothing certain of.

    Args:
        kinds: kinds that are refused.
        side: runs or qrels.
        given: what stands for that side, by the names of kinds.
        entry: what the answers are an answer of.
    """
    whole = {"runs": "clean.run", "qrels": "qrels.txt"}
    first = [{"runs": run_table, "qrels": qrels_table}[side]()] if entry == "python" else []  # so that frame 1 is none
    try:
        problems = evalsql.check(**whole | {side: [*first, *(given[kind.name] for kind in kinds)]})
    except InputError:  # of one of them, which ends all
        half = len(kinds) // 2
        parts = (kinds[:half], kinds[half:]) if half else ()
        return {name: said for part in parts for name, said in refused(part, side, given, entry).items()}
    if entry == "python" and any(each.kind.startswith("unreadable") for each in problems):
        raise AssertionError(f"a frame cannot be read, and so those behind it are counted otherwise: {problems}")
    found: Said = {}
    marks = [marks_of(place, side, given[kind.name]) for place, kind in enumerate(kinds)]
    for problem in problems:
        about = [place for place, mark in enumerate(marks) if mark.search(problem.text)]
        of_all = "twice" in problem.text or "more such" in problem.text  # where all there are were counted
        if len(about) == 1 and problem.level == "error" and not of_all:
            said = as_alone(problem.text, about[0], given[kinds[about[0]].name])
            found.setdefault(kinds[about[0]].name, Outcome(entry, "refused", (said,)))
    return found


def number_of(given: Any, place: int) -> str:
    """The number in the name of an input: that of a file's folder, or the place of a frame."""
    return given.partition("/")[0].removeprefix("k") if isinstance(given, str) else str(place)


def marks_of(place: int, side: str, given: Any) -> re.Pattern:
    """What a sentence about an input has: its folder, its frame, or its run."""
    number = number_of(given, place)
    return re.compile(rf"\bk{number}/|\bframe {place + 2} of {PLACES[side]}|\brun (?:x|bad){number}\b")


def as_alone(text: str, place: int, given: Any) -> str:
    """A sentence as it is said of an input alone, under its own name."""
    number = number_of(given, place)
    text = (
        text.replace(f"k{number}/", "").replace(f"bad{number}.", "bad.").replace(f"frame {place + 2} of", "frame 1 of")
    )
    return re.sub(rf"\brun (x|bad){number}\b", r"run \1", text)


def of_files(kinds: Sequence[Kind], folder: Path) -> Said:
    return by_side(kinds, folder, "evaluate", lambda chosen, _: put_files(chosen, Path.cwd()))


def has_columns(rows: pa.Table, side: str) -> bool:
    """Whether a table has rows and the columns that it needs, of single values."""
    needed = {"query_id", "doc_id", *{"runs": ("run", "score"), "qrels": ("relevance",)}[side]}
    nested = any(pa.types.is_nested(each) for each in rows.schema.types)
    return needed <= {*rows.column_names} and rows.num_rows > 0 and not nested


def of_frames(kinds: Sequence[Kind], folder: Path) -> Said:
    """What comes of kinds that are refused, as tables of Arrow that can be read: the others are not counted."""
    kinds = [kind for kind in kinds if has_columns(kind.tables[side_of(kind)], side_of(kind))]

    def given(chosen: Sequence[Kind], side: str) -> dict[str, Any]:
        return {kind.name: numbered(kind.tables[side], place) for place, kind in enumerate(chosen)}

    return by_side(kinds, folder, "python", given)


def by_side(
    kinds: Sequence[Kind], folder: Path, entry: str, give: Callable[[Sequence[Kind], str], Mapping[str, Any]]
) -> Said:
    found: Said = {}
    for side in PLACES:
        if chosen := [kind for kind in kinds if side_of(kind) == side]:
            with fresh(folder) as place:
                given = give(chosen, side)
                with unchanged(place):
                    found |= refused(chosen, side, given, entry)
    return found


@contextlib.contextmanager
def fresh(within: Path) -> Iterator[Path]:
    """A folder with the clean collection, which is the working directory."""
    folder = within / f"together{len(os.listdir(within))}"
    folder.mkdir()
    put_clean(folder)
    with contextlib.chdir(folder):
        yield folder


def right(kinds: Sequence[Kind], folder: Path) -> Said:
    """The scores of runs that are odd and fit to be used, all in one evaluation; nothing where anything is said."""
    found: Said = {}
    with fresh(folder) as place:
        given = put_files(kinds, place)
        by_measures = defaultdict(dict)
        for kind in kinds:
            by_measures[tuple(kind.measures)][kind.name] = given[kind.name]
        with unchanged(place):
            for measures, runs in by_measures.items():
                found |= scored(runs, "qrels.txt", measures)
    return found


def scored(runs: Mapping[str, Any], qrels: Any, measures: Sequence[str]) -> Said:
    with noticed() as said:
        try:
            rows = evalsql.evaluate(dict(runs), qrels, list(measures)).fetchall()
        except InputError:
            return {}
    if said:
        return {}
    return {name: Outcome("python", "right", (), {row[1:3]: row[3] for row in rows if row[0] == name}) for name in runs}


def can_be_apart(kind: Kind) -> bool:
    """Whether the tables of a kind are of the same columns and types as the clean ones."""
    clean = {"runs": run_table(), "qrels": qrels_table()}
    return len(kind.tables) == 2 and all(rows.schema == clean[side].schema for side, rows in kind.tables.items())


def apart(kinds: Sequence[Kind]) -> Kind:
    """Kinds of tables as one, the queries of each below a name of their own."""
    tables = {}
    for side in PLACES:
        rows = [
            tuple(f"{place}~{value}" if name == "query_id" else value for name, value in row.items())
            for place, kind in enumerate(kinds)
            for row in kind.tables[side].to_pylist()
        ]
        tables[side] = table(tuple(kinds[0].tables[side].column_names), rows)
    return Kind("all at once", "right", tables=tables, measures=kinds[0].measures)


def parted(kinds: Sequence[Kind], outcome: Outcome) -> Said:
    """What came of each of the kinds that were made one; nothing where anything was said."""
    found: Said = {}
    for place, kind in enumerate(kinds if outcome.did == "right" and outcome.values else ()):
        mark = f"{place}~"
        mine = {(q.removeprefix(mark), m): value for (q, m), value in outcome.values.items() if q.startswith(mark)}
        found[kind.name] = Outcome(outcome.entry, "right", (), mine)
    return found
