"""SVMlight text, `label qid:query features`, as learners to rank read it; with a prediction before each line, a run.

A document is named by the number of its line, so that predictions put beside the lines of judgments fit these.
"""

import re
from collections.abc import Iterator, Sequence

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.inputs import tables
from evalsql.inputs.columns import refuse_chosen
from evalsql.inputs.frames import register
from evalsql.inputs.source import File, Source

SUFFIXES = (".svm", ".svmlight", ".libsvm")
TEXT = True
WITHIN = ()
LINKED = False
LINE = re.compile(r"(?:(?P<score>[^\s#]+)\s+)?(?P<relevance>[^\s#]+)\s+qid:(?P<query_id>[^\s#]+)(?:\s|$)")
FIRST = re.compile(rb"(?:\s*#[^\n]*\n)*\s*(?:[-+.\deE]+\s+)?[-+.\deE]+[ \t]+qid:[^\s#]")


def begins(start: bytes) -> bool:
    return FIRST.match(start) is not None


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    import pyarrow as pa

    sources = []
    for file in files:
        if kind not in ("runs", "qrels"):
            raise InputError(f"{file.label}: is SVMlight text, which holds runs or judgments")
        refuse_chosen(file.label, file.columns, "SVMlight text")
        columns = list(zip(*rows_of(file, kind), strict=True)) or [(), (), ()]
        named = zip(("query_id", "doc_id", INPUTS[kind].number), columns, strict=True)
        rows = pa.table({name: pa.array(column, pa.string()) for name, column in named})
        table = register(connection, rows, file.label)
        sources.append(tables.read_file(connection, table, file, kind, lambda _, row: f"line {row['doc_id']}"))
    return sources


def rows_of(file: File, kind: Kind) -> Iterator[tuple[str, str, str]]:
    """The query, line and number of each row."""
    number = INPUTS[kind].number
    expected = "prediction label qid:query" if kind == "runs" else "label qid:query"
    try:
        with open(file.path, encoding="utf-8-sig") as opened:
            for place, line in enumerate(opened, start=1):
                if not line.strip() or line.lstrip().startswith("#"):
                    continue
                if (found := LINE.match(line.lstrip())) is None or found[number] is None:
                    paste = f"; paste -d' ' PREDICTIONS {file.label} writes predictions before lines" if found else ""
                    raise InputError(f"{file.label}, line {place}: {expected} was expected{paste}")
                yield found["query_id"], str(place), found[number]
    except UnicodeDecodeError:
        raise InputError(f"{file.label}: not UTF-8 text") from None
    except OSError as error:
        raise InputError(f"{file.label}: cannot be read: {error.strerror}") from None
