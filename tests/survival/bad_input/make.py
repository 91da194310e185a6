"""Short ways to say a kind: a file in the place of the runs or of the judgments, a table, an option, a line."""

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from bad_input.clean import JUDGED, RANKINGS, run_lines
from bad_input.kind import Content, Expected, Kind


def run(
    name: str, content: Content, *says: str, file: str = "bad.run", expected: Expected = "refused", **more: Any
) -> Kind:
    return Kind(name, expected, says, files={file: content}, inputs={"runs": file}, **more)


def qrels(
    name: str, content: Content, *says: str, file: str = "bad.txt", expected: Expected = "refused", **more: Any
) -> Kind:
    return Kind(name, expected, says, files={file: content}, inputs={"qrels": file}, **more)


def rows(name: str, *says: str, expected: Expected = "refused", measures: Sequence[str] = (), **tables: Any) -> Kind:
    """Tables in the place of runs or judgments, and perhaps values and unlike."""
    more = {each: tables.pop(each) for each in ("values", "unlike", "entries") if each in tables}
    chosen = {"measures": measures} if measures else {}
    return Kind(name, expected, says, tables=tables, **chosen, **more)


def option(name: str, *says: str, expected: Expected = "refused", **options: Any) -> Kind:
    more = {each: options.pop(each) for each in ("files", "inputs", "entries", "values", "unlike") if each in options}
    return Kind(name, expected, says, options=options, **more)


def line(name: str, text: str, *says: str, files: Mapping[str, Content] | None = None, **more: Any) -> Kind:
    return Kind(name, more.pop("expected", "refused"), says, line=text.split(" "), files=files or {}, **more)


def measure(name: str, text: str, *says: str, **more: Any) -> Kind:
    return Kind(name, more.pop("expected", "refused"), says, measures=[text], **more)


def call(name: str, function: Any, *says: str, **more: Any) -> Kind:
    return Kind(name, more.pop("expected", "refused"), says, call=function, entries=("python",), **more)


def second(text: str) -> list[str]:
    lines = run_lines()
    return [lines[0], text, *lines[2:]]


def with_cell(rows: list[tuple], place: int, column: int, value: Any) -> list[tuple]:
    return [
        tuple(value if (i, j) == (place, column) else old for j, old in enumerate(row)) for i, row in enumerate(rows)
    ]


def ranked(place: int, column: int, value: Any) -> list[tuple]:
    return with_cell(RANKINGS, place, column, value)


def graded(place: int, column: int, value: Any) -> list[tuple]:
    return with_cell(JUDGED, place, column, value)


def texts(table: pa.Table) -> pa.Table:
    return pa.table({name: table[name].cast(pa.string()) for name in table.column_names})
