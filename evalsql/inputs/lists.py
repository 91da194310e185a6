"""Tables with one row per query, whose documents are a list: unnested, so that each document has a row."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError
from evalsql.inputs.columns import WEAKER, find_column, match_columns, spelled
from evalsql.inputs.expressions import BY_RANK, OF_A_SCAN, PLACE, expressed, expressions
from evalsql.inputs.source import Chosen
from evalsql.sqltext import NESTED, identifier
from evalsql.words import said

OF_OBJECTS = ("id", "_id", "chunk_id", "node_id")  # what documents are called among fields of theirs alone
OBJECTS = r"STRUCT\(.*\)\[\d*\]"  # a pattern of types that are lists of objects


@dataclass(frozen=True)
class Lists:
    """The columns of lists: of documents, and of their scores or relevances, if there is one."""

    documents: str
    numbers: str | None


def expressed_before(
    connection: Connection, table: str, kind: Kind, label: str, columns: Mapping[str, str], chosen: Chosen
) -> tuple[str, Mapping[str, str], Chosen, Chosen]:
    """A table with its expressions, as `expressed` gives it, and those that are over the documents of its lists."""
    try:
        return *expressed(connection, table, kind, label, columns, chosen), ()
    except InputError:
        late = tuple(each for each in expressions(chosen) if each[0] in ("doc_id", INPUTS[kind].number))
        others = tuple(each for each in chosen if each not in late)
        if not late or not find_lists(kind, label, parted(connection, table, kind, label, columns, others)[1], others):
            raise
        return *expressed(connection, table, kind, label, columns, others), late


def parted(
    connection: Connection, table: str, kind: Kind, label: str, columns: Mapping[str, str], chosen: Chosen
) -> tuple[str, Mapping[str, str]]:
    """What to read in place of a table that has a list of objects: lists of their documents and numbers; its columns.

    The documents of objects that have ranks and no scores are in the order of these.
    """
    rows = {spelled(name): name for name, type_ in columns.items() if re.fullmatch(OBJECTS, type_)}
    named = [rows[name] for name in INPUTS[kind].lists.get("rows", ()) if name in rows]
    others = [name for name in columns if name not in named]
    if not named or "doc_id" in dict(without_expressions(chosen, columns)) or find_column(kind, "doc_id", others):
        return table, columns
    lists = {spelled(name) for name in others if is_list(columns[name])}
    if not lists.isdisjoint(INPUTS[kind].lists["documents"]):
        return table, columns
    with_documents = {name: found for name in named if (found := fields_of(connection, table, kind, name))["doc_id"]}
    if not with_documents:
        return table, columns
    (several, found), *more = with_documents.items()
    for other, _ in more:
        raise InputError(
            f"{label}: {several} and {other} are lists of objects, and either may be the documents of a query; leave"
            " out one of them"
        )
    number, listed = INPUTS[kind].number, identifier(several)
    texts = {INPUTS[kind].lists["documents"][0]: f"each.{found['doc_id']}"}
    if found[number]:
        texts[INPUTS[kind].lists["numbers"][0]] = f"each.{found[number]}"
    elif found["rank"] and lists.isdisjoint(INPUTS[kind].lists["numbers"]):
        texts[INPUTS[kind].lists["numbers"][0]] = BY_RANK.format(f"each.{found['rank']}")
    made = ", ".join(f"[{text} for each in {listed}] as {name}" for name, text in texts.items())
    left_out = ", ".join(identifier(name) for name in columns if name == several or spelled(name) in texts)
    parts = f"(select * exclude ({left_out}), {made} from {table})"
    return parts, {name: type_ for name, type_, *_ in connection.execute(f"describe from {parts}").fetchall()}


def fields_of(connection: Connection, table: str, kind: Kind, column: str) -> dict[str, str | None]:
    """The fields of a list of objects that are their documents, numbers and ranks, as SQL writes them."""
    fields = connection.execute(f"describe select unnest({identifier(column)}[1]) from {table}").fetchall()
    there = {spelled(name): identifier(name) for name, type_, *_ in fields if not re.fullmatch(NESTED, type_)}
    names = INPUTS[kind].columns
    ids = [name for name in names["doc_id"] if name not in WEAKER["doc_id"]]
    return {
        "doc_id": first_of((*ids, *OF_OBJECTS, *WEAKER["doc_id"]), there),
        **{ours: first_of(names.get(ours, ()), there) for ours in (INPUTS[kind].number, "rank")},
    }


def as_texts(connection: Connection, table: str, columns: Mapping[str, str]) -> dict[str, str]:
    """The types by which a reader of JSON leaves ids and numbers as they are written, in lists and objects too."""
    types = {}
    for name, type_ in columns.items():
        if re.fullmatch(OBJECTS, type_):
            fields = connection.execute(f"describe select unnest({identifier(name)}[1]) from {table}").fetchall()
            single = (f"{identifier(each)} VARCHAR" for each, of, *_ in fields if not re.fullmatch(NESTED, of))
            types[name] = f"STRUCT({', '.join(single)})[]"
        else:
            types[name] = "VARCHAR[]" if is_list(type_) else "VARCHAR"
    return types


def find_lists(kind: Kind, label: str, columns: Mapping[str, str], chosen: Chosen) -> Lists | None:
    """The columns of a table that are lists of documents and of their numbers; None if no documents are."""
    if not INPUTS[kind].lists:
        return None
    there = {spelled(name): name for name, type_ in reversed(list(columns.items())) if is_list(type_)}
    others = {spelled(name) for name, type_ in columns.items() if not is_list(type_)}
    said_of = {ours: there.get(spelled(theirs)) for ours, theirs in without_expressions(chosen, columns)}
    number = INPUTS[kind].number
    documents = said_of.get("doc_id") if "doc_id" in said_of else first_of(INPUTS[kind].lists["documents"], there)
    if documents is None or ("doc_id" not in said_of and others & set(INPUTS[kind].columns["doc_id"])):
        return None
    numbers = said_of.get(number) if number in said_of else first_of(INPUTS[kind].lists["numbers"], there)
    if numbers is None and kind == "runs" and others & set(INPUTS[kind].columns[number]):
        raise InputError(f"{label}: {documents} is a list of documents; a list of their scores was expected beside it")
    if numbers is None:
        refuse_unknown_numbers(kind, label, documents, columns)
    return Lists(documents, numbers)


def refuse_unknown_numbers(kind: Kind, label: str, documents: str, columns: Mapping[str, str]) -> None:
    """Refuses a list of numbers beside one of documents, if its name does not say that it has their scores."""
    number = INPUTS[kind].number
    for name, type_ in columns.items():
        if name != documents and re.fullmatch(r"(U?\w*INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*)\[\]", type_):
            choice = f"{kind}.{number}"
            raise InputError(
                f"{label}: {name} is a list of numbers beside {documents}, the documents; if it has their {number}s,"
                f' say --columns {choice}={name} (in Python: columns={{"{choice}": "{name}"}}), else leave it out'
            )


def first_of(names: Sequence[str], there: Mapping[str, str]) -> str | None:
    return next((there[name] for name in names if name in there), None)


def is_list(type_: str) -> bool:
    """Whether a type of SQL is a list of single values."""
    inner = re.fullmatch(r"(.*)\[\d*\]", type_)
    return inner is not None and not re.fullmatch(NESTED, inner[1])


def without_lists(chosen: Chosen, kind: Kind) -> Chosen:
    """The user's choice of columns for a table that was unnested."""
    return tuple((ours, theirs) for ours, theirs in chosen if ours not in ("doc_id", INPUTS[kind].number))


def without_expressions(chosen: Chosen, columns: Mapping[str, str]) -> Chosen:
    """The user's choice but for expressions over fields of documents, which are not columns yet."""
    of_fields = expressions(chosen)
    return tuple(each for each in chosen if each not in of_fields or each[1] in columns)


def unnested(table: str, lists: Lists, kind: Kind, columns: Mapping[str, str]) -> str:
    """A query, in brackets, for a table with one row per document; the order of a list is its ranking, from rank 1."""
    number, names = INPUTS[kind].number, INPUTS[kind].columns
    ours = {"doc_id"} | ({"rank"} if kind == "runs" else set()) | ({number} if lists.numbers else set())
    taken = {lists.documents, lists.numbers, PLACE}
    others = [name for name in columns if name not in taken and not any(spelled(name) in names[each] for each in ours)]
    listed = [f"unnest({identifier(lists.documents)}) as doc_id"]
    listed.append(f"unnest(range(1, len({identifier(lists.documents)}) + 1)) as {PLACE}")
    given = [*map(identifier, others), "doc_id", PLACE]
    if lists.numbers:
        listed.append(f"unnest({identifier(lists.numbers)}) as {number}")
        given.append(number)
    elif kind == "runs":
        given += [f"-{PLACE}::double as score", f"{PLACE} as rank"]
    elif not any(spelled(name) in names[number] for name in others):
        given.append("1 as relevance")
    return f"(select {', '.join(given)} from (select {', '.join([*map(identifier, others), *listed])} from {table}))"


def refuse_uneven(
    connection: Connection, table: str, lists: Lists, kind: Kind, label: str, columns: Mapping[str, str], chosen: Chosen
) -> None:
    """Refuses lists of documents and of numbers that are not of the same length."""
    if lists.numbers is None:
        return
    ours = ("doc_id", INPUTS[kind].number)
    taken = {name for each in ours for name in INPUTS[kind].columns[each]}
    others = [
        column
        for column in columns
        if spelled(column) not in taken and column not in (lists.documents, lists.numbers, *OF_A_SCAN)
    ]
    query = match_columns(kind, label, [*others, *ours], without_lists(chosen, kind))["query_id"]
    documents, numbers = (f"coalesce(len({identifier(each)}), 0)" for each in (lists.documents, lists.numbers))
    counts = f"select {identifier(query)}::varchar, {documents}, {numbers} from {table}"
    for name, one, other in fetch_all(connection, f"{counts} where {documents} <> {numbers} limit 1"):
        raise InputError(
            f"{label}: query {said(name or '')} has {one} in {lists.documents} and {other} in {lists.numbers};"
            " as many were expected"
        )


def place_of(values: Mapping[str, str | None], place: int) -> str:
    """The place of a document of a list, for a message."""
    return f"query {said(values.get('query_id') or '')}, place {place} of its list"
