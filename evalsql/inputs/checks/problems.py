"""The problems of inputs: those that the checks of sql/checks find, and those of files, columns and rows.

A problem is an error, which refuses the input, or a warning, which is counted and said. `evalsql evaluate` stops at the
first error; `evalsql check` shows them all.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import normalize

from evalsql.catalog.checks import OPTIONAL, SLOT, checks
from evalsql.catalog.gains import BOUNDS, GAINS_RULE
from evalsql.catalog.inputs import Kind
from evalsql.catalog.templates import expand
from evalsql.connections import Connection, fetch_all
from evalsql.errors import Problem
from evalsql.inputs.checks.rows import empty_runs, not_used, rows_of, runs_without_rows
from evalsql.inputs.checks.subtopics import announced, by_subtopic, without_subtopic
from evalsql.inputs.source import Source, named, source_of
from evalsql.render.statements import ranking
from evalsql.sqltext import Sql, number_text, quote
from evalsql.words import brief, more, plural, said, some

JUDGED = Sql("semi join evalsql_qrels using (query_id, doc_id)")  # among which rows a document is looked for twice


def problems_alone(
    connection: Connection, kind: Kind, sources: Sequence[Source], all_rows: bool = True
) -> Iterator[Problem]:
    """The problems that runs, judgments or a table have alone. Rows without an id are a problem of their own only."""
    yield from rows_of(connection, kind, sources)
    yield from not_used(kind, sources)
    if kind == "qrels":
        yield from without_subtopic(connection, sources)
    elif kind == "runs":
        yield from empty_runs(runs_without_rows(connection, sources))
        yield from run_in_two_files(connection, sources)
    yield from find(connection, kind, sources, among=Sql("") if all_rows else JUDGED)
    if kind == "qrels":
        yield from announced(sources)


def tied_ranks(connection: Connection, sources: Sequence[Source]) -> Iterator[Problem]:
    """Warn of ranks that appear twice in a ranking without scores, whose order they are."""
    if any(doubt.kind == "order of ranks" for source in sources for doubt in source.doubts):
        yield from (replace(each, level="warning") for each in find(connection, "ranks", sources))


def problems_of_weights(
    connection: Connection, weights: Sequence[Source], qrels: Sequence[Source]
) -> Iterator[Problem]:
    """The problems of a table of weights, by itself and beside the judgments, which must be by subtopic."""
    yield from problems_alone(connection, "weights", weights)
    if by_subtopic(qrels):
        yield from find(connection, "weights and judgments", weights)
        return
    text = f"{named(weights)}: weights of subtopics were given, and the judgments name no subtopics"
    if any("iteration" in source.columns for source in qrels):
        text += '; --subtopics yes, or subtopics="yes", takes their iteration field for it'
    yield Problem("error", "weights without subtopics", text)


def find(connection: Connection, of: str, sources: Sequence[Source] = (), **values: Any) -> Iterator[Problem]:
    """The problems that the checks of something find; their templates and sentences ask for the values."""
    for check in checks().get(of, ()):
        if check.column and not any(check.column in source.columns for source in sources):
            continue
        asked = {"of": Sql(of), "in_macro": False, **values}
        if check.suspect and not fetch_all(connection, f"{expand(check.suspect, **asked)} limit 1"):
            continue
        rows = connection.execute(expand(check.body, **asked))
        columns = [name for name, *_ in rows.description]
        for row in rows.fetchall():
            found = Found(dict(zip(columns, row, strict=True)), sources, values)
            if found.row["count"]:
                yield Problem(check.level, check.kind, found.sentence(check.sentence), found.row["count"])


@dataclass(frozen=True)
class Found:
    """What a check found, from which its sentence is filled."""

    row: Mapping[str, Any]
    sources: Sequence[Source]
    values: Mapping[str, Any]

    def sentence(self, template: str) -> str:
        """The sentence; of its optional parts, those that can be filled."""

        def filled(part: re.Match) -> str:
            return part[1] * all(self.row.get(slot["name"], "") is not None for slot in SLOT.finditer(part[1]))

        return SLOT.sub(self.text, OPTIONAL.sub(filled, template))

    def text(self, slot: re.Match) -> str:
        """What stands in a slot."""
        name, form = slot["name"], slot["form"] or ""
        if name in ("row", "where", "given", "hint"):
            return self.of_rows(name, slot["part"] or form)
        if name == "more":
            return more(self.row["count"], form)
        if name == "files":
            return named(self.sources)
        if name not in self.row:
            return str({"bounds": BOUNDS, "gains_rule": GAINS_RULE, **self.values}[name])
        value = self.row[name]
        if "|" in form:
            return form.split("|")[value != 1]
        forms = {"": said, "text": str, "number": number_text, "list": some, "alike": lambda pair: alike(*pair)}
        return forms[form](value) if form in forms else plural(value, form)

    def of_rows(self, name: str, part: str) -> str:
        """Where rows stand, each place once; the text of a column of the first; or how to choose one of them."""
        places = [(each["file"], each["row"]) for each in self.row["places"]]
        rows = [(file, source_of(self.sources, file).find(file, row)) for file, row in places]
        if name == "given":
            values = rows[0][1].values
            return brief(values[part]) if part in values else "not there" if part == "rank" else brief(None)
        places = [f"{file}, {row.place}" for file, row in rows]
        where = " and ".join(dict.fromkeys(places))  # the same of rows that are told by their ids
        if name == "hint":
            files = {file.label: file for source in self.sources for file in source.files}
            apart = len({files[label].argument for label, _ in rows}) > 1  # rows of two arguments are not merged
            return "" if apart else duplicates_hint(where, part)
        return places[int(part) - 1] if part else where


def alike(one: str, other: str, how: str = "judged") -> str:
    """Two ids in a sentence, in which they look different."""
    if normalize("NFC", one) == normalize("NFC", other):
        one, other = ascii(one)[1:-1], ascii(other)[1:-1]
    return f"{said(one)}, {how} as {said(other)}"


def duplicates_hint(where: str, column: str) -> str:
    """How to read one part of a lake, if runs are in folders of a hive, dt=1 and dt=2, that differ; or else one row."""
    values: dict[str, list[str]] = {}
    for key, value in re.findall(r"(?:^|[/\\\\(\s])([^/\\\\=\s(]+)=([^/\\\\]+)[/\\\\]", where):
        values.setdefault(key, []).append(value)
    key = next((key for key, found in values.items() if len(set(found)) > 1), None)
    if key is None or column != "score":  # --where is for runs
        return f"; 'evalsql evaluate --duplicates best' keeps the one of the highest {column}"
    return f'; one of them is read by --where "{key} = {quote(values[key][0])}"'


def note_contradicting_ranks(connection: Connection) -> None:
    """Adds to evalsql_contradicting the rankings of evalsql_runs whose rank column says another order than scores."""
    connection.execute(f"insert into evalsql_contradicting {ranking('contradicting', pass_=True)}")


def run_in_two_files(connection: Connection, runs: Sequence[Source]) -> Iterator[Problem]:
    """Two files with the same run, unless they are parts that one pattern or folder names and a column says the run."""
    files = {file.label: file for source in runs for file in source.files}
    rows = "select distinct run, file from evalsql_runs where run is not null"
    twice = f"select run, list_sort(list(file)) from ({rows}) group by run having count(*) > 1 order by run asc"
    for run, labels in fetch_all(connection, twice):
        one, other, *_ = (files[label] for label in labels)
        parts = len({files[label].argument for label in labels}) == 1
        if not parts or (one.run is not None and one.called is None):
            yield Problem("error", "run in two files", both_hold(run, one.label, other.label), len(labels))


def both_hold(run: str, one: str, other: str) -> str:
    return (
        f"{one} and {other} both hold a run called {said(run)}; give one another name, NAME=path on the"
        " command line, or"
        " give the parts of one run as a folder or a quoted pattern, NAME='pattern'"
    )
