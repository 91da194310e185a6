"""Sources, the output of every reader: files, and the rows in them as DuckDB reads them."""

import glob
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.errors import InputError, Problem
from evalsql.sqltext import NESTED, holds_text, number_of, number_or_nan

Column = Literal["subtopic", "iteration"]  # of judgments, that names subtopics
Chosen = tuple[tuple[str, str], ...]  # columns of ours, and which of a source's the user says they are


@dataclass(frozen=True)
class File:
    """A file to read: what messages call it, where its plain bytes are, the argument that named it, and its run.

    The run is None if the rows name it. The user may have said which of its columns is which of ours. The run is
    `called` so where the user says that, whatever the rows say. Only rows are read that `where`, an expression of SQL,
    is true of.
    """

    label: str
    path: str
    argument: str
    run: str | None
    columns: Chosen = ()
    called: str | None = None
    where: str | None = None

    @property
    def pattern(self) -> str:
        """The path as DuckDB takes it, which would read more into *, ? and [."""
        return self.path if "://" in self.path else glob.escape(self.path)

    def written(self, text: str) -> str:
        """Its label or its argument as the user wrote it, after the name that a run was given: bm25=nightly.run."""
        return f"{self.called}={text}" if type(self.called) is str and self.called != text else text


START = 4096  # bytes of a file that show what it is
ZIP = b"PK\x03\x04"  # how zip archives begin, and with them workbooks and logs of Inspect


def read_start(file: File, size: int = START) -> bytes:
    try:
        with open(file.path, "rb") as opened:
            return opened.read(size)
    except OSError as error:
        raise InputError(f"{file.label}: cannot be read: {error.strerror}") from None


def once(file: File, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON in which no key appears twice (Python would take the last one)."""
    each = dict(pairs)
    if len(each) < len(pairs):
        names = [name for name, _ in pairs]
        again = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{file.label}: {again!r} appears twice in one object of JSON")
    return each


@dataclass(frozen=True)
class Row:
    """A row as it stands in its source, for a message: its place, and its text by column of ours.

    Of TREC text it has the line too, and how many fields that has if they are too many.
    """

    place: str
    values: Mapping[str, str | None]
    line: str | None = None
    surplus: int | None = None


@dataclass(frozen=True)
class Source:
    """Rows of runs or judgments that DuckDB can read."""

    # a select of our columns (run, query_id, doc_id, score, rank, or query_id, doc_id, relevance, gain, subtopic,
    # iteration, weight, probability, stratum) and of file and row, which say where each row came from. A value that
    # is not a number is null, or nan if null means a missing value
    rows: str
    files: Sequence[File]  # what may stand in the column file
    find: Callable[[str, int], Row]  # the row of a file as it stands there
    columns: Collection[str]  # which of our columns it has
    subtopic: Column | None = None  # which of them names the subtopics of judgments
    # how many documents are judged for several subtopics, if that is why its iteration field is taken to name
    # them
    several: int = 0
    # of runs, a select of n, run, query_id, doc_id, score, rank: the same rows, not yet checked, where n numbers
    # them. It is the same in every read, one more in each next row of a file, and begins at 2^40 times the place of
    # the file among `files`
    numbered: str = ""
    proved: bool = False  # whether every row has a doc_id, as the statistics of the files prove, or the reader has seen
    ordered: bool = True  # whether its rows have an order of the user's, which `numbered` says
    unused: Collection[str] = ()  # columns that were not read, though by their names they say what rows belong together
    retrieved: bool = False  # whether judgments are of documents that some ranking retrieved, and of no others
    empty: Collection[str] = ()  # the runs that it names and has no rows of
    doubts: Sequence[Problem] = ()  # what looked wrong as it was read


def source_of(sources: Sequence[Source], file: str) -> Source:
    return next(source for source in sources if any(each.label == file for each in source.files))


def named(sources: Sequence[Source]) -> str:
    """The files of sources in a sentence: the first, and how many others there are."""
    first, *others = [file.label for source in sources for file in source.files]
    return first + (f" and {len(others)} other{'s' if others[1:] else ''}" if others else "")


def types_of(kind: Kind, label: str, matched: Mapping[str, str], types: Mapping[str, str]) -> dict[str, str]:
    """The SQL type of each of our columns, from those of a source's columns."""
    for ours in INPUTS[kind].ids:
        if re.fullmatch(NESTED, types.get(matched.get(ours, ""), "")):
            raise InputError(
                f"{label}: {ours} is a list or a struct, {types[matched[ours]]}; a text or a number was expected"
            )
    return {ours: types[theirs] for ours, theirs in matched.items()}


def cleaned(kind: Kind, columns: Mapping[str, str], run: str, types: Mapping[str, str] | None = None) -> str:
    """The select list of our columns."""
    given = {**dict.fromkeys(INPUTS[kind].optional, "null"), "run": run, **columns}
    # a blank id is not an id; ids are compared by their bytes, whatever collation the user has set
    parts = [f"nullif({given[each]}::varchar, '') collate \"binary\" as {each}" for each in INPUTS[kind].ids]
    texts = {
        "qrels": ("subtopic", "iteration", "stratum"),
        "costs": ("query_id",),
        "values": ("convention", "evaluated_at"),
    }
    for each in texts.get(kind, ()):
        text = f"{given[each]}::varchar"
        if each == "subtopic" and "subgroup" in columns:  # from which the relation opinions takes it again
            text = f"({text} || coalesce(chr(9) || nullif(trim({given['subgroup']}::varchar), ''), ''))"
        parts.append(f"case when trim({text}) <> '' then {text} end collate \"binary\" as {each}")
    number = INPUTS[kind].number
    if not number:
        return ", ".join(parts)
    texts_of = {each for each in columns if holds_text((types or {}).get(each, "VARCHAR"))}
    optional = {"qrels": ("gain", "weight", "probability"), "gains": ("relevance",), "values": (number,)}.get(kind, ())
    if number not in optional:
        parts.append(f"{number_of(given[number], number in texts_of)} as {number}")
    if kind == "runs":
        parts.append(f"try_cast({given['rank']} as double) as rank")
    parts += [f"{number_or_nan(given[each], each in texts_of)} as {each}" for each in optional]
    return ", ".join(parts)


def plain(columns: Mapping[str, str], run: str, types: Mapping[str, str]) -> str:
    """The select list of run, query_id, doc_id, score and rank as they are, for `Source.numbered`."""
    given = {"run": run, "rank": "null", **columns}
    parts = [f'{given[each]}::varchar collate "binary" as {each}' for each in INPUTS["runs"].ids]
    score = given["score"] if types["score"] == "DOUBLE" else number_of(given["score"], holds_text(types["score"]))
    parts.append(f"{score} as score")
    parts.append(f"try_cast({given['rank']} as double) as rank")
    return ", ".join(parts)
