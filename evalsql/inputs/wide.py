"""Tables of scores with one row per query and a column for each metric, as tools that judge answers write them."""

import re
from collections.abc import Collection, Iterator, Mapping

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, fetch_one
from evalsql.errors import Problem
from evalsql.inputs.columns import spelled
from evalsql.inputs.source import Chosen
from evalsql.sqltext import identifier, quote
from evalsql.words import brief

NUMBER = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*|BOOLEAN")
COUNTS = (
    "",
    "index",
    "unnamed:_0",
    "level_0",
    "rank",
    "seed",
    "file_row_number",
)  # columns of numbers that are not metrics


def is_wide(kind: Kind, columns: Collection[str], chosen: Chosen) -> bool:
    """Whether a table is of scores, and has neither metrics and values in its rows nor documents."""
    said = {ours for ours, _ in chosen}
    there = {spelled(name) for name in columns}
    of_rows = {*INPUTS["values"].columns["metric"], "value", *INPUTS["runs"].columns["doc_id"]} - {"document", "doc"}
    return kind == "values" and not said & {"metric", "value"} and not there & of_rows


def as_metrics(columns: Mapping[str, str], chosen: Chosen) -> dict[str, str]:
    """The types by which columns of a text are read: of metrics as numbers, and of all others as they are written."""
    ids = {name for each in ("run", "query_id", "convention") for name in INPUTS["values"].columns[each]}
    ids |= {*COUNTS, *(spelled(theirs) for _, theirs in chosen)}
    return {
        name: type_ if NUMBER.fullmatch(type_) and spelled(name) not in ids else "VARCHAR"
        for name, type_ in columns.items()
    }


def melted(table: str, kind: Kind, columns: Mapping[str, str], chosen: Chosen) -> tuple[str, Mapping[str, str]]:
    """What to read in place of a table of scores with a column for each metric: a row for each; and its columns.

    Columns of numbers, and of true and false, are metrics. What is not a number (nan) is a query without a value.
    """
    numbers = [name for name, type_ in as_metrics(columns, chosen).items() if type_ != "VARCHAR"]
    if not numbers or not is_wide(kind, columns, chosen):
        return table, columns
    others = [name for name in columns if name not in numbers and spelled(name) not in ("metric", "value")]
    values = ", ".join(
        f"struct_pack(metric := {quote(name)}, value := nullif({identifier(name)}::double, 'nan'::double))"
        for name in numbers
    )
    kept = "".join(f"{identifier(name)}, " for name in others)
    rows = (
        f"(select {kept}each.metric as metric, each.value as value from {table}, (select unnest([{values}]) as each))"
    )
    types = {name: columns[name] for name in others} | {"metric": "VARCHAR", "value": "DOUBLE"}
    return rows, types


def unread_metrics(connection: Connection, table: str, label: str, columns: Mapping[str, str]) -> Iterator[Problem]:
    """Warn of columns of text that may be metrics, since most of their values are numbers, and of one that is not."""
    ids = {name for each in ("run", "query_id", "convention") for name in INPUTS["values"].columns[each]}
    for name, type_ in columns.items():
        text = identifier(name)
        if type_ != "VARCHAR" or spelled(name) in {*ids, *COUNTS}:
            continue
        number = f"isfinite(try_cast({text} as double))"
        numbers, others, first = fetch_one(
            connection,
            f"select count(*) filter ({number}), count({text}) filter ({number} is not true), min({text}) filter"
            f" ({number} is not true) from {table}",
        )
        if numbers > others > 0:
            found = f"{label}: column {name} is not read as a metric, since {brief(first)} in it is not a number"
            yield Problem("warning", "column not a metric", found)
