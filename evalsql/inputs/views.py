"""The one door: whatever the user gave, as views: evalsql_runs, evalsql_qrels, and those of tables beside."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from glob import glob
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import duckdb

from evalsql import faults, scratch
from evalsql.catalog.conventions import Duplicates
from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, fetch_one, first_line
from evalsql.errors import InputError
from evalsql.inputs import databases, objects, tables
from evalsql.inputs.checks.subtopics import Subtopics, recognize
from evalsql.inputs.columns import chosen_for, refuse_unknown_columns
from evalsql.inputs.duplicates import merge
from evalsql.inputs.expressions import expressions, over_ours
from evalsql.inputs.files import NUMBERS, TREC, called_run, expand, file_of, format_of, formats, make_plain
from evalsql.inputs.named_judgments import judgments_of
from evalsql.inputs.names import Named, call_as_said
from evalsql.inputs.remote import expand_url, fetch
from evalsql.inputs.source import File, Source
from evalsql.inputs.where import choose_rows, refuse_other
from evalsql.render import statements
from evalsql.sqltext import sql_list

Columns = Mapping[str, str] | None  # such as {"runs.run": "ranker"}


def read(
    connection: Connection,
    given: Any,
    kind: Kind,
    folder: Path,
    own: Connection | None = None,
    subtopics: Subtopics = "auto",
    columns: Columns = None,
    where: str | None = None,
    duplicates: Duplicates | None = None,
) -> list[Source]:
    """The sources of what the user gave, and the view evalsql_runs, evalsql_qrels and so on over them all."""
    sources, files = gather(connection, given, kind, folder, own, columns, where)
    sources += read_files(connection, files, kind)
    if kind == "qrels":
        sources = recognize(connection, sources, subtopics)
    if duplicates:
        sources = merge(connection, kind, sources, duplicates)
    put_view(connection, kind, sources)
    return sources


def gather(
    connection: Connection,
    given: Any,
    kind: Kind,
    folder: Path,
    own: Connection | None,
    columns: Columns = None,
    where: str | None = None,
) -> tuple[list[Source], list[File]]:
    """The tables and frames among what the user gave, as sources, and the files, unread; see `read`."""
    refuse_unknown_columns(columns)
    refuse_other(where)
    chosen = chosen_for(columns, kind)
    sources, files, nameless = [], [], []

    def put(table: Source, name: str | None, *, ordered: bool = False) -> None:
        named = [replace(file, called=name, where=where) for file in table.files]
        sources.append(call_as_said(connection, kind, replace(table, files=named, ordered=ordered)))

    if not listed(given):
        raise InputError(f"no {INPUTS[kind].several} were given")
    for place, (name, each) in enumerate(listed(given), start=1):
        if isinstance(each, PathLike):
            each = fspath(each)
        if isinstance(each, File):  # found before
            files.append(make_plain(replace(each, columns=chosen), folder))
        elif isinstance(each, tables.Unordered):
            put(tables.read(connection, each.table, each.label, "run", kind, chosen, tables.by_ids), name)
        elif not isinstance(each, str):
            label = name or f"{objects.called(each)} {place} of the {INPUTS[kind].several}"
            put(tables.read_object(connection, each, label, name, kind, chosen, where), name, ordered=True)
            if name is None and objects.own_name(each) is None and "run" not in sources[-1].columns:
                nameless.append(label)
        elif own is not None and not is_path(each) and (table := tables.find_own(own, connection, each)):
            put(tables.read(connection, table, each, name or each, kind, chosen, where=where), name)
        elif not each:
            raise InputError(f"an empty text was given where a path of {kind} was expected")
        elif "::" in each and not os.path.exists(each) and not glob(each, recursive=True):
            table = databases.attach(connection, each, folder)
            run = name or each.rpartition("::")[2]
            put(tables.read(connection, table, each, run, kind, chosen, where=where), name)
        elif kind == "qrels" and (judged := judgments_of(each)) is not None:
            put(tables.read_object(connection, judged, each, name, kind, chosen, where), name)
        else:
            files += find_files(connection, File(each, each, each, name, chosen, name, where), folder, own is not None)
    if kind in ("runs", "values") and nameless[1:]:
        raise InputError(
            f"{nameless[0]} and {nameless[1]} have no column run; name them, as in"
            ' {"bm25": ..., "dense": ...}, or give them a column run'
        )
    refuse_repeated([*(file for source in sources for file in source.files), *files])
    if chosen and (sources or any(format_of(file) != TREC for file in files)):
        # a choice of columns is for those that have names; beside them TREC text is read as it is
        files = [
            replace(file, columns=expressions(file.columns)) if format_of(file) == TREC else file for file in files
        ]
    return sources, files


def read_files(connection: Connection, files: Iterable[File], kind: Kind) -> list[Source]:
    sources = []
    for name, alike in by_format(files):
        found = formats()[name].read(connection, alike, kind)
        # lines of TREC text have no columns of their own
        if name == TREC:
            found = [over_ours(connection, kind, choose_rows(connection, each)) for each in found]
        sources += found
    return [call_as_said(connection, kind, source) for source in sources]


def find_files(connection: Connection, given: File, folder: Path, tables: bool) -> list[File]:
    """The files that an argument names, made plain."""
    argument, name = given.argument, given.run
    if "://" in argument:
        found = [
            replace(given, label=url, path=url, run=called_run(name, url)) for url in expand_url(connection, argument)
        ]
        for place, file in enumerate(found):  # of Parquet a part is read; of any other there is a plain copy
            if format_of(file) != "parquet":
                copy = fetch(connection, file, folder, next(NUMBERS))
                found[place] = make_plain(replace(file, path=str(copy)), folder)
        return found
    found = expand(argument, name, tables)
    return [make_plain(replace(file, columns=given.columns, where=given.where), folder) for file in found]


def by_format(files: Iterable[File]) -> list[tuple[str, list[File]]]:
    alike: dict[str, list[File]] = {}
    for file in files:
        alike.setdefault(format_of(file), []).append(file)
    return sorted(alike.items())


def put_view(connection: Connection, kind: Kind, sources: Iterable[Source]) -> None:
    """The view evalsql_runs, evalsql_qrels and so on over sources; a.run and A.run are two files in any collation."""
    rows = "\nunion all\n".join(source.rows for source in sources)
    connection.execute(
        f'create or replace temp view evalsql_{kind} as select * replace (file collate "binary" as file) from ({rows})'
    )


def read_what_can_be(read_one: Callable[[Any], list[Source]], given: Any) -> tuple[list[Source], list[InputError]]:
    """What `read_one` makes of all that can be read, and the refusals of the rest."""
    good, errors, seen = [], [], []
    for name, each in listed(given):
        each = objects.kept(each)  # an Arrow reader, or a generator, can be read only once
        try:
            one = each if name is None else {name: each}
            sources = read_one(one)
            if isinstance(each, str | PathLike):
                files = [file for source in sources for file in source.files]
                refuse_repeated([*seen, *files])
                seen += files
            good.append((name, each))
        except InputError as error:
            errors.append(error)
    try:
        readable = [each if name is None else Named(name, each) for name, each in good]
        return read_one(readable), errors
    except InputError as error:
        return [], errors or [error]


@contextmanager
def reading(connection: Connection, *, lasting: bool = True) -> Iterator[Path]:
    """A folder for plain copies of what is read; when done, that and all that was read is gone from the connection."""
    try:
        with scratch.folder() as folder:
            try:
                yield folder
            finally:
                # what was read first, since Windows removes no file that is open
                if lasting:
                    for kind in INPUTS:
                        connection.execute(f"drop view if exists evalsql_{kind}")
                    drop_tables(connection, "evalsql_input_")
                    views = "from duckdb_views() where temporary and starts_with(view_name, 'evalsql_input_')"
                    for (name,) in connection.execute(f"select view_name {views}").fetchall():
                        connection.unregister(name)
                databases.detach_all(connection)
    except (duckdb.OutOfMemoryException, InputError) as error:
        if not faults.starved(error):
            raise
        said = "select current_setting('memory_limit'), current_setting('temp_directory')"
        raise InputError(faults.out_of_memory(*fetch_one(connection, said))) from None
    except (duckdb.IOException, duckdb.InvalidInputException, duckdb.ConversionException) as error:
        hint = "; if --where compares it, quote the value" if isinstance(error, duckdb.ConversionException) else ""
        raise InputError(faults.sentence(error) or f"the input cannot be read: {first_line(error)}{hint}") from None


def refuse_two_readers(*given: Any) -> None:
    """Reject standard input for two inputs: runs, judgments and so on."""
    if sum(isinstance(each, str) and each == "-" for one in given for _, each in listed(one)) > 1:
        raise InputError("duplicate input: -; standard input can be read only once")


def keep_given(connection: Connection, kinds: Sequence[Kind], *, listed: bool) -> None:
    """Makes evalsql_given, the judgments with what gains and weights say, and evalsql_inputs, the rows of each file."""
    beside: dict[str, Any] = {"gains": "gains" in kinds, "weights": "weights" in kinds}
    connection.execute(statements.creation("given", listed=listed, **beside))
    count_inputs(connection, kinds)


def count_inputs(connection: Connection, kinds: Sequence[Kind]) -> None:
    """Makes evalsql_inputs, the rows of each file, and evalsql_digests, a hash of the rows of what is not a file."""
    connection.execute(statements.creation("inputs", kinds=kinds))
    labels = [label for (label,) in connection.execute("select distinct file from evalsql_inputs").fetchall()]
    tables = sql_list([label for label in labels if file_of(label) is None])
    connection.execute(statements.creation("digests", kinds=kinds, tables=tables))


def drop_tables(connection: Connection, start: str) -> None:
    names = "select table_name from duckdb_tables() where temporary and starts_with(table_name, ?)"
    for (name,) in connection.execute(names, [start]).fetchall():
        connection.execute(f"drop table {name}")


def refuse_repeated(files: Iterable[File]) -> None:
    seen: dict[str, str] = {}
    for file in files:
        said = file.written(file.label)
        if file.label in seen:
            raise InputError(f"duplicate input: {' and '.join(dict.fromkeys((seen[file.label], said)))}")
        seen[file.label] = said


def is_path(text: str) -> bool:
    """Whether a text names a file, and not in a way that a table could be named."""
    return os.path.isfile(text) and not text.isidentifier()


def listed(given: Any) -> list[tuple[str | None, Any]]:
    """Each thing given, with the run's name where a mapping says it."""
    if objects.is_one(given) or objects.is_array(given):
        return [(None, given)]
    if isinstance(given, Mapping):
        if "" in given:
            raise InputError("a run has an empty name; each run must have a name")
        return [(str(name), each) for name, each in given.items()]
    several = given if isinstance(given, list | tuple) else [given]
    return [(each.name, each.given) if isinstance(each, Named) else (None, each) for each in several]
