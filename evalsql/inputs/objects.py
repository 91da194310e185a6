"""Objects of Python as tables of Arrow: {query: {document: score}}, lists of ScoredDoc or Qrel, runs of ranx."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from numbers import Number
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.errors import InputError
from evalsql.inputs.swapped import ORDER
from evalsql.words import said

if TYPE_CHECKING:
    import pyarrow as pa

# what {a: {b: number}} says, if it is not runs or scores
COLUMNS: Mapping[Kind, tuple[str, str, str]] = {
    "qrels": ("query_id", "doc_id", "relevance"),
    "gains": ("query_id", "relevance", "gain"),
    "weights": ("query_id", "subtopic", "weight"),
    "costs": ("query_id", "doc_id", "cost"),
}
OF_A_RUN = ("query_id", "doc_id", "score")
NUMBERS = ("score", "rank", "relevance", "gain", "weight", "probability", "cost", "value")


def is_one(given: Any) -> bool:
    """Whether a mapping or a list is one input: {query: {document: score}}, or records such as ScoredDoc."""
    if isinstance(given, Mapping):
        if given and all(isinstance(each, Mapping) and not each for each in given.values()):
            return True  # of queries without a document
        return of_lists(given) or any(
            isinstance(each, Mapping)
            and any(isinstance(number, str | bytes) or not hasattr(number, "__len__") for number in some(each))
            for each in given.values()
        )
    return isinstance(given, list | tuple) and bool(given) and is_record(given[0])


def of_lists(given: Mapping) -> bool:
    """Whether a mapping is {query: [documents]}, in the order of a ranking, or {query: {documents}}."""
    return bool(given) and all(
        isinstance(each, list | tuple | set | frozenset)
        and (each or len(given) > 1)  # an empty one may be a run
        and all(isinstance(one, str | int) and not isinstance(one, bool) for one in each)
        for each in given.values()
    )


def some(mapping: Mapping) -> list:
    return [next(iter(mapping.values()))] if mapping else []


def is_record(one: Any) -> bool:
    """Whether something is a row, as a ScoredDoc or a Qrel is; a frame may have such attributes too."""
    return not is_frame(one) and hasattr(one, "query_id") and hasattr(one, "doc_id")


def is_frame(one: Any) -> bool:
    """Whether something is a frame, a table or a relation; its columns are not asked for, which may take long."""
    return any(hasattr(type(one), name) for name in ("columns", "read_all", "__arrow_c_stream__", "__array__"))


def is_array(given: Any) -> bool:
    """Whether something is numbers without ids: a list of them, an array or a series."""
    if isinstance(given, list | tuple):
        return bool(given) and isinstance(given[0], Number)
    kind = type(given)
    if not hasattr(kind, "__array__") or hasattr(kind, "columns") or hasattr(kind, "schema"):
        return False
    fields = getattr(getattr(given, "dtype", None), "fields", None)  # of rows, as a struct is
    fields = fields or getattr(getattr(given, "type", None), "num_fields", 0)
    return not fields and len(getattr(given, "shape", ())) < 2


def is_of_spark(given: Any) -> bool:
    """Whether something is a DataFrame of Spark, classic or Connect; pyspark is not asked, which may not be there."""
    return type(given).__name__ == "DataFrame" and type(given).__module__.startswith("pyspark.sql.")


def collected(frame: Any, kind: Kind, label: str) -> Any:
    """The rows of a DataFrame of Spark, on this machine."""
    if kind == "runs":
        raise InputError(
            f"{label}: is a DataFrame of Spark; evalsql.spark.evaluate scores runs where they are, and .toArrow()"
            " (.toPandas() before Spark 4) brings those that fit to this machine"
        )
    return frame.toArrow() if hasattr(frame, "toArrow") else frame.toPandas()


def is_of_ranx(given: Any) -> bool:
    return not is_frame(given) and hasattr(given, "to_dict") and hasattr(given, "to_dataframe")


def called(given: Any) -> str:
    """The name of an object without one, in messages."""
    if is_array(given):
        return "array"
    return "dict" if isinstance(given, Mapping) or is_of_ranx(given) else "frame" if is_frame(given) else "list"


def own_name(given: Any) -> str | None:
    name = getattr(given, "name", None) if is_of_ranx(given) else None
    return name if isinstance(name, str) and name else None


def kept(given: Any) -> Any:
    """The input in a form that can be read repeatedly: an iterator becomes a list."""
    if hasattr(given, "read_all"):
        return given.read_all()
    return list(given) if hasattr(given, "__next__") else given


def as_table(given: Any, kind: Kind, label: str) -> "pa.Table | None":
    """The table of an object; None if it is neither of records nor a mapping of mappings."""
    if is_of_ranx(given):
        given = given.to_dict()
    if isinstance(given, Mapping):
        if of_lists(given):
            return table_of_lists(given, kind, label)
        shaped = not given or any(isinstance(each, Mapping) for each in given.values())
        return table_of_mapping(given, kind, label) if shaped else None
    if isinstance(given, str | bytes) or is_frame(given) or not isinstance(given, Iterable):
        return None
    rows = list(given)
    if not rows:
        return table_of_mapping({}, kind, label)
    return table_of_records(rows, kind, label) if is_record(rows[0]) else None


def table_of_mapping(given: Mapping, kind: Kind, label: str) -> "pa.Table":
    """The rows of {query: {document: score}}, or of what else a kind has in its place."""
    import numpy as np
    import pyarrow as pa

    one, other, number = COLUMNS.get(kind, OF_A_RUN)
    for key, each in given.items():
        if not isinstance(each, Mapping):
            shape = f"{{{one}: {{{other}: {number}}}}}"
            raise InputError(f"{label}: {key!r} has a {type(each).__name__}, {shape} was expected throughout")
    refuse_same_keys(given, label)
    counts = [len(each) for each in given.values()]
    keys = np.repeat(np.arange(len(counts)), counts)
    queries = list(given)
    columns = {
        one: ids(queries, one, lambda place: label).take(pa.array(keys)),
        other: ids(
            list(chain.from_iterable(given.values())),
            other,
            lambda place: f"{label}, query {said(str(queries[keys[place]]))}",
        ),
        number: numbers(list(chain.from_iterable(each.values() for each in given.values()))),
    }
    return pa.table(columns)


def refuse_same_keys(given: Mapping, label: str) -> None:
    if len(set(map(str, given))) < len(given):
        twice = next(key for key in given if sum(str(key) == str(each) for each in given) > 1)
        raise InputError(f"{label}: two of its keys are {str(twice)!r} as text, as 1 and '1' are; a query is one key")


def table_of_lists(given: Mapping, kind: Kind, label: str) -> "pa.Table":
    """The rows of {query: [documents]}, one row per query."""
    import pyarrow as pa

    if kind == "runs" and any(isinstance(each, set | frozenset) for each in given.values()):
        raise InputError(f"{label}: a set of documents has no order; a list was expected, the best document first")
    refuse_same_keys(given, label)
    queries = ids(list(given), "query_id", lambda place: label)
    documents = pa.array([[str(one) for one in each] for each in given.values()], pa.list_(pa.string()))
    return pa.table([queries, documents], ["query_id", INPUTS[kind].lists["documents"][0]])


def table_of_records(rows: Sequence, kind: Kind, label: str) -> "pa.Table":
    """A column for each attribute that the first record has and any input would read."""
    import pyarrow as pa

    known = dict.fromkeys(
        name for one in (kind, "runs", "qrels") for names in INPUTS[one].columns.values() for name in names
    )
    names = [name for name in known if hasattr(rows[0], name)]
    if kind == "qrels" and not set(names) & set(INPUTS["gains"].columns["relevance"]) and "score" in names:
        what = f"a list of {type(rows[0]).__name__}"
        raise InputError(f"{label}: looks like a run, {what}, where judgments were expected; {ORDER}")
    if len({type(row) for row in rows}) > 1:
        for place, row in enumerate(rows, start=1):
            lacking = "query_id" if is_frame(row) else next((each for each in names if not hasattr(row, each)), None)
            if lacking:
                kinds = f"{type(row).__name__} without {lacking}, where the first is a {type(rows[0]).__name__}"
                raise InputError(f"{label}, item {place}: a {kinds}; all must be alike")
    numeric = {name for ours in NUMBERS for each in INPUTS.values() for name in each.columns.get(ours, ())}
    columns = {name: list(map(attrgetter(name), rows)) for name in names}

    def item(place: int) -> str:
        return f"{label}, item {place + 1}"

    return pa.table(
        {name: numbers(values) if name in numeric else ids(values, name, item) for name, values in columns.items()}
    )


def ids(values: list, column: str, called: Callable[[int], str]) -> "pa.Array":
    """Ids as text."""
    import pyarrow as pa

    found = array_of(values)
    if found is not None and pa.types.is_string(found.type):
        return found
    if found is not None and (pa.types.is_integer(found.type) or pa.types.is_binary(found.type)):
        with suppress(pa.ArrowInvalid):  # bytes that are not text
            return found.cast(pa.string())
    for place, value in enumerate(values):
        if isinstance(value, Collection) and not isinstance(value, str | bytes):
            what = f"{column} is {value!r}, a {type(value).__name__}"
            raise InputError(f"{called(place)}: {what}; a text or a number was expected")
        if isinstance(value, bytes) or array_of([str(value)]) is None:
            raise InputError(f"{called(place)}: {column} is {value!r}, which is not valid UTF-8")
    return texts(values)


def numbers(values: list) -> "pa.Array":
    """Numbers as they are, all of them true and false as 1 and 0; or as text where one of them is something else."""
    import numpy as np
    import pyarrow as pa

    # Arrow would make 1 of true beside a float
    types = () if bool in set(map(type, values)) else (None, pa.float64())
    if set(map(type, values)) <= {bool, np.bool_, type(None)} and (found := array_of(values)) is not None:
        return found.cast(pa.int8())  # as a column of booleans is read; among numbers it is a mistake
    for type_ in types:
        found = array_of(values, type_)
        if found is not None and pa.types.is_float16(found.type):  # which DuckDB does not read
            found = found.cast(pa.float32())
        if found is not None and any(
            is_kind(found.type)
            for is_kind in (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_string)
        ):
            return found
    return texts(values)


def array_of(values: Any, type_: "pa.DataType | None" = None, *, from_pandas: bool = False) -> "pa.Array | None":
    """Values as an array of one type; None if no type has them all."""
    import pyarrow as pa

    try:
        return pa.array(values, type_, from_pandas=from_pandas)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        return None


def texts(values: list) -> "pa.Array":
    """Values as Python writes them; what is not there stays so."""
    import pyarrow as pa

    written = [None if value is None else str(value) for value in values]
    try:
        return pa.array(written, pa.string())
    except UnicodeEncodeError as error:
        raise InputError(f"{error.object!r} cannot be encoded in UTF-8") from None
