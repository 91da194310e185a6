"""Slices: the scored queries by their attributes in a table of queries."""

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalsql.catalog.inputs import INPUTS
from evalsql.connections import Connection, cursor_of, fetch_all
from evalsql.errors import InputError, Problem
from evalsql.inputs import attributes, views
from evalsql.inputs.attributes import Queries
from evalsql.inputs.checks.problems import alike
from evalsql.inputs.columns import not_read, refuse_unknown_columns, spelled
from evalsql.render import statements
from evalsql.sqltext import Sql, quote
from evalsql.words import either, first_few, plural, said

By = str | Sequence[str]
PARTS = {"halves": 2, "thirds": 3, "quartiles": 4, "quintiles": 5, "deciles": 10}
LENGTH = "length"  # of a text, in words, if no attribute is called so
HINT = "; numbers can be cut, such as --by length:quartiles (in Python: by)"
SMALL = 10  # a slice of fewer queries says little
NUMBER = re.compile(r"\s*[-+.\d]")
OF_ATTRIBUTES = {"attribute": "varchar", "query_id": "varchar", "value": "varchar", "number": "double"}
WORDS = Sql(r"len(regexp_extract_all(text, '\S+'))::varchar")


@dataclass(frozen=True)
class Cut:
    """An attribute that slices are asked of."""

    text: str  # how it was asked for
    name: str  # what it is called without how it is cut
    column: str  # what holds it in evalsql_input_queries
    listed: bool  # whether that is a list
    parts: int | None = None  # into how many parts of about as many queries it is cut; None if it is not cut so
    borders: tuple[float, ...] = ()  # the numbers from which a part begins; none if it is not cut so

    @property
    def hint(self) -> str:
        """A hint if every query is a slice of its own."""
        if self.parts is None and not self.borders:
            return f"numbers can be cut: {self.name}:quartiles"
        if self.parts == 2:
            return "more queries with a value were expected"
        return f"fewer parts were expected, such as {self.name}:halves"

    @property
    def written(self) -> dict[str, Any]:
        """What templates ask of it, as SQL writes it."""
        borders = ", ".join(f"{number!r}::double" for number in self.borders)
        return {
            "text": quote(self.text),
            "column": self.column,
            "listed": self.listed,
            "parts": "null" if self.parts is None else self.parts,
            "borders": Sql(f"[{borders}]") if borders else "null",
        }


@dataclass(frozen=True)
class Sliced:
    """The table of queries, before it is known which are scored."""

    label: str  # what messages call the table
    cuts: Sequence[Cut]  # the attributes that slices are asked of
    # whether these were named; those of a table are left out if they do not make slices
    named: bool
    rows: Sequence[tuple]  # sql/scores/slices/attributes.sql of them
    texts: Sequence[tuple]  # sql/scores/slices/texts.sql of them
    ids: Sequence[tuple]  # the queries themselves
    doubts: Sequence[Problem] = ()  # what looks wrong about the files

    def put(self, connection: Connection, of: str = "scores") -> list[Problem]:
        """Make evalsql_texts, and evalsql_slices of the queries in evalsql_scores or _points; say what looks wrong."""
        put_rows(connection, "attributes", OF_ATTRIBUTES, self.rows)
        put_rows(connection, "texts", {"query_id": "varchar", "text": "varchar"}, self.texts)
        put_rows(connection, "ids", {"query_id": "varchar"}, self.ids)
        self.refuse_strangers(connection, of)
        asked = [cut.written for cut in self.cuts]
        connection.execute(statements.table("slices", statements.comparison("scores", "slices", asked=asked, of=of)))
        found = {
            attribute: (slices, most)
            for attribute, slices, most in fetch_all(
                connection,
                "select attribute, count(distinct slice), max(queries) from evalsql_slices"
                " where slice <> '(null)' group by attribute",
            )
        }
        empty = [cut.text for cut in self.cuts if cut.text not in found]
        alone = [cut for cut in self.cuts if found.get(cut.text, (0, 0))[0] > 1 and found[cut.text][1] == 1]
        if self.named:
            for each in empty:
                raise InputError(f"{self.label}: no scored query has a value of {each}")
            for each in alone:
                raise InputError(
                    f"{self.label}: {each.text} has {found[each.text][0]:,} values for as many queries, each of which"
                    f" would be a slice of its own; {each.hint}"
                )
        elif self.cuts and len(empty) + len(alone) == len(self.cuts) and not self.texts:
            raise InputError(f"{self.label}: no attribute has a value that several queries share{HINT}")
        for each in [*empty, *(cut.text for cut in alone)]:
            connection.execute("delete from evalsql_slices where attribute = ?", [each])
        doubts = [*self.doubts, *self.unmet(connection, of, {*empty, *(cut.text for cut in alone)})]
        if alone:
            text = f"{self.label}: {first_few([cut.text for cut in alone])}: every query has a value of its own"
            text += f", so that there are no slices of it{HINT}"
            doubts.append(Problem("warning", "attribute not used", text, len(alone)))
        return doubts

    def refuse_strangers(self, connection: Connection, of: str) -> None:
        if fetch_all(connection, f"select 1 from evalsql_ids semi join evalsql_{of} using (query_id) limit 1"):
            return
        ((theirs, ours),) = fetch_all(
            connection, f"select (select min(query_id) from evalsql_ids), (select min(query_id) from evalsql_{of})"
        )
        raise InputError(
            f"{self.label}: none of its queries is scored; it has {said(theirs)}, and scored is {said(ours or 'none')}"
        )

    def unmet(self, connection: Connection, of: str, gone: Collection[str]) -> Iterator[Problem]:
        """Slices none of whose queries is scored, and queries whose ids look like those of scored ones."""
        slices = "select attribute || '=' || value as slice, min(query_id), count(*) over () from evalsql_attributes"
        whole = [each.text for each in self.cuts if not (each.parts or each.borders or each.text in gone)]
        lost = f"having not bool_or(query_id in (select query_id from evalsql_{of})) order by slice asc limit 1"
        chosen = f"where list_contains(?::varchar[], attribute) group by slice {lost}"
        for slice, query, count in fetch_all(connection, f"{slices} {chosen}", [whole]):
            text = f"{self.label}: {plural(count, 'slice')} without a scored query"
            yield Problem("warning", "slices not met", f"{text} (first: {said(slice)}, of query {said(query)})", count)
        ids = {"answered": Sql("(select '' as run, query_id from evalsql_ids)"), "judged": f"evalsql_{of}"}
        found = "select change, count(distinct query_id), min((query_id, judged_as)) from"
        pairs = f"{found} ({statements.ranking('queries_alike', **ids)}) group by all order by all"
        for change, count, (query, scored) in fetch_all(connection, pairs):
            text = f"{self.label}: {plural(count, 'query')} would be scored if ids were compared {change}"
            yield Problem("warning", "ids look alike", f"{text} (first: {alike(query, scored, 'scored')})", count)


def put_rows(connection: Connection, name: str, columns: dict[str, str], rows: Sequence[tuple]) -> None:
    """Makes the table evalsql_<name> of rows, by the columns and their types."""
    lists = {column: [row[place] for row in rows] for place, column in enumerate(columns)}
    select = ", ".join(f"unnest(${column}::{type_}[]) as {column}" for column, type_ in columns.items())
    connection.execute(statements.table(name, f"select {select}"), lists)


def keep_slice(connection: Connection, wanted: str) -> None:
    """Leave in evalsql_scores the queries of one slice only, such as "language=de"."""
    there = [
        f"{attribute}={slice}"
        for attribute, slice, *_ in fetch_all(
            connection,
            "select distinct attribute, slice, attribute_place, place from evalsql_slices"
            " order by attribute_place asc, place asc",
        )
    ]
    if wanted not in there:
        raise InputError(f"there is no slice {said(str(wanted))}; there are {first_few(there)}")
    kept = "select query_id from evalsql_slices where attribute || '=' || slice = ?"
    connection.execute(f"delete from evalsql_scores where query_id not in ({kept})", [wanted])


def read_slices(
    given: Any,
    by: By = (),
    options: Mapping[str, Any] | None = None,
    *,
    connection: Connection | None = None,
    texts: bool = False,
) -> Sliced | None:
    """Reads queries and which of their attributes slices are asked of; None if no queries are given."""
    settings, columns = ((options or {}).get(name) for name in ("settings", "columns"))
    refuse_unknown_columns(columns)
    if given is None:
        if by:
            raise InputError("by names attributes of queries; slices says which table has them (--slices)")
        for problem in not_read(columns, INPUTS.keys() - {"queries"}):
            raise InputError(f"{problem.text} (--slices, in Python: slices)")
        return None
    own = cursor_of(connection, settings)
    with views.reading(own, lasting=connection is not None) as folder:
        queries = attributes.read(own, given, folder, connection, columns)
        cuts = [] if texts and queries.text and not by and not queries.attributes else choose(queries, by)
        refuse_uncut(own, queries, cuts)
        asked = [cut.written for cut in cuts]
        rows = fetch_all(own, statements.ranking("attributes", "scores", asked=asked)) if asked else []
        said_there = fetch_all(own, statements.ranking("texts", "scores", text=queries.text))
        ids = fetch_all(own, "select distinct query_id from evalsql_input_queries")
    return Sliced(queries.label, cuts, bool(by), rows, said_there, ids, queries.doubts)


def choose(queries: Queries, by: By) -> list[Cut]:
    """Choose the attributes that slices are asked of."""
    if not isinstance(by, str) and not (isinstance(by, Sequence) and all(isinstance(each, str) for each in by)):
        raise InputError(f"by must name attributes, such as 'language' or 'length:quartiles', not {by!r}")
    texts = [by] if isinstance(by, str) else list(by)
    named = [part for text in texts for part in ([text] if text in queries.attributes else split(text))]
    if by and not named:
        raise InputError("by names no attribute")
    if not named and not queries.attributes:
        text = "; --by length:quartiles cuts their texts by length (in Python: by)" if queries.text else ""
        raise InputError(f"{queries.label}: the queries have no attribute{text}")
    return list(dict.fromkeys(cut_of(queries, each) for each in named or queries.attributes))


def split(text: str) -> list[str]:
    """The parts of "language,length:5,10", where the borders of an attribute stay with it."""
    parts: list[str] = []
    for part in text.split(","):
        if parts and NUMBER.match(part) and ":" in parts[-1]:
            parts[-1] += f",{part.strip()}"
        elif part.strip():
            parts.append(part.strip())
    return parts


def cut_of(queries: Queries, text: str) -> Cut:
    """An attribute as it was asked for."""
    there = {spelled(name): each for name, each in reversed(list(queries.attributes.items()))}
    if text in queries.attributes:
        name, cut = text, ""
    else:
        name, _, cut = text.rpartition(":") if ":" in text else (text, "", "")
    found = queries.attributes.get(name) or there.get(spelled(name))
    if found is None and not (spelled(name) == LENGTH and queries.text):
        has = first_few(list(queries.attributes)) or "none"
        raise InputError(f"{queries.label}: no attribute {said(name)}; it has {has}")
    column, listed = (found.column, found.listed) if found else (WORDS, False)
    called = found.name if found else LENGTH
    if not cut and ":" not in text[len(name) :]:
        return Cut(called, called, column, listed)
    if cut in PARTS:
        return Cut(f"{called}:{cut}", called, column, listed, parts=PARTS[cut])
    return Cut(f"{called}:{cut}", called, column, listed, borders=borders_of(text, cut))


def borders_of(text: str, cut: str) -> tuple[float, ...]:
    """Read the numbers of a cut, which ends a text."""
    try:
        borders = tuple(map(float, cut.split(",")))
    except ValueError:
        borders = ()
    if not borders or not all(map(math.isfinite, borders)) or list(borders) != sorted(set(borders)):
        raise InputError(
            f"by {text}: after the colon {either(list(PARTS))} was expected, or numbers that rise, such as"
            f" {text.removesuffix(cut).removesuffix(':')}:5,10"
        )
    return borders


def refuse_uncut(connection: Connection, queries: Queries, cuts: Sequence[Cut]) -> None:
    """Refuse to cut what is not a number."""
    for cut in cuts:
        if cut.parts is None and not cut.borders:
            continue
        relation = statements.ranking("attributes", "scores", asked=[cut.written])
        found = fetch_all(
            connection,
            f"select query_id, value from ({relation}) where number is null order by query_id asc, value asc limit 1",
        )
        for query, value in found:
            raise InputError(
                f"{queries.label}: {cut.text} cuts numbers, and query {said(query)} has {said(value)} there"
            )
