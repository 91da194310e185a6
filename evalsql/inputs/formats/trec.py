"""TREC text: `query_id Q0 doc_id rank score run` and `query_id iteration doc_id relevance`, between any blanks.

Tabs, several blanks, fields that trail in runs, both ends of line and lines of comment (#) are all found in real files,
and are read by splitting lines into words. Runs without any of these are read twice as fast, by DuckDB's own reader.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import duckdb

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, first_line
from evalsql.errors import InputError, Problem
from evalsql.inputs.columns import refuse_chosen
from evalsql.inputs.expressions import expressions
from evalsql.inputs.fields import NUMBER, PREFERRED, SAMPLED, WORD, by_fields, find_line, number_of
from evalsql.inputs.names import One
from evalsql.inputs.raw import first_reject, found_in, holds, read_end, refuse_mixed_ends, refuse_nul
from evalsql.inputs.source import File, Row, Source, cleaned, read_start
from evalsql.inputs.swapped import refuse_text
from evalsql.sqltext import number_in, quote, sql_list
from evalsql.words import brief, more

NAME = __name__.rpartition(".")[2]
SUFFIXES = (".run", ".txt", ".trec", ".res", ".qrels", ".qrel")
TEXT = True
WITHIN = ()
COMMENT = re.compile(rb"\n#")
comments = True  # whether there are any; not to trec_eval 9, of which evalsql.trec_eval takes the place
TOGETHER = 500  # files; DuckDB copies a list of what is known of each for every 2,048 rows, or for every file
LINKED = False
SUFFIX_OF = {SAMPLED: "_sampled", PREFERRED: "_preferred"}  # of tables for lines of other fields

# The words of a line. Most lines have one blank or one tab between two words, which is ten times as fast to split.
WORDS = """
case
    when contains(line, '\r') or contains(line, '  ') or contains(line, '\t\t') or line[1] in (' ', '\t')
        or ends_with(line, ' ') or ends_with(line, '\t') or contains(line, '\t') and contains(line, ' ')
    then list_filter(string_split(translate(line, '\t\r', '  '), ' '), lambda each: each <> '')
    when contains(line, '\t') then string_split(line, '\t')
    else string_split(line, ' ')
end
"""


def begins(start: bytes) -> bool:
    """Whether the start of a file shows it: never, so that TREC text is what is taken for nothing else."""
    return False


def read(connection: Connection, files: Sequence[File], kind: Kind) -> list[Source]:
    """Sources of all the files: one for the regular runs with each blank, and one for everything else."""
    for file in files:
        named = tuple(each for each in file.columns if each not in expressions(file.columns))
        refuse_chosen(file.label, named, "TREC text")
        refuse_text(file, kind)
    if not INPUTS[kind].trec:
        columns = ", ".join(INPUTS[kind].columns)
        raise InputError(f"{files[0].label}: no header; {INPUTS[kind].several} are a table of {columns}")
    sources, others = [], list(files)
    looks = {file: look(file) for file in files} if kind == "runs" else {}
    for blank, called in ((" ", "spaces"), ("\t", "tabs")):
        regular = {file: seen for file in files if (seen := looks.get(file)) and seen.blank == blank}
        table = f"evalsql_input_{kind}_{NAME}_{called}"
        if regular and (read_so := read_fields(connection, regular, blank, table)):
            sources.append(read_so)
            others = [file for file in others if file not in regular]
    if kind == "qrels":
        five, others = by_fields(others)
        sources = [read_words(connection, some, kind, fields) for fields, some in five.items()]
    return [*sources, read_words(connection, others, kind)] if others else sources


@dataclass(frozen=True)
class Look:
    """What a regular run looks like."""

    blank: str  # the one blank between two fields
    tag: str | None  # its tag, or None where it has several
    plain: bool  # whether DuckDB takes no field of it for a number that is none: it has no underscore or plus anywhere
    comments: bool  # whether a line of it may be a comment


def look(file: File) -> Look | None:
    """What a file looks like from its first and last lines, or None where it cannot be a regular run.

    What DuckDB's reader would take for part of a field is looked for in all of the file.
    """
    if "://" in file.path:
        return None
    first, _, _ = read_start(file).partition(b"\n")
    end = read_end(file)
    blank, other = (b"\t", b" ") if b"\t" in first else (b" ", b"\t")
    fields, last = first.split(blank), end.rstrip(b"\n").rpartition(b"\n")[2].split(blank)
    whole = len(fields) == len(last) == len(INPUTS["runs"].trec)
    if not whole or first.startswith(b"\xef\xbb\xbf"):
        return None
    one = fields[-1] == last[-1]
    # another tag in a line without an end may be one cut short; one run without a name is called as its last tag
    unnamed = file.run is None and isinstance(file.called, One)
    if not one and (unnamed or not end.endswith(b"\n")):
        return None
    held = found_in(file, [other, b"\r", b"\0", b"_", b"+", b"#"])
    if held & {other, b"\r", b"\0"}:
        return None
    tag = fields[-1].decode("utf-8", "replace") if one else None
    return Look(blank.decode(), tag, not held & {b"_", b"+"}, b"#" in held)


def read_fields(connection: Connection, looks: Mapping[File, Look], blank: str, table: str) -> Source | None:
    """The source of regular runs with this blank between two fields, or None where a line turns out irregular."""
    files = [
        file if seen.tag is not None or isinstance(file.called, One) else replace(file, run=None)
        for file, seen in looks.items()
    ]
    seen = list(looks.values())
    # numbers as they are read, a tenth faster; as text where a file has what DuckDB would take for one, or is none
    types = ["DOUBLE", "VARCHAR"] if all(each.plain for each in seen) else ["VARCHAR"]
    for number in types:
        try:
            read_in_turn(
                connection, table, len(files), lambda some, number=number: fields_of(files, seen, some, blank, number)
            )
        except duckdb.InterruptException:
            raise
        except duckdb.Error:
            connection.execute(f"drop table if exists {table}")
            continue
        columns = 'run::varchar collate "binary" as run, query_id, doc_id, score, rank'
        return source(connection, table, files, "runs", columns, proved=True)
    return None


def read_in_turn(connection: Connection, table: str, count: int, rows_of: Callable[[slice], str]) -> None:
    """Read so many files into a table, some of them after the others; `rows_of` is a query for the rows of some."""
    for start in range(0, count, TOGETHER):
        into = f"insert into {table}" if start else f"create or replace temp table {table} as"
        connection.execute(f"{into} {rows_of(slice(start, start + TOGETHER))}")


def fields_of(files: Sequence[File], looks: Sequence[Look], some: slice, blank: str, number: str) -> str:
    """Select the rows of some regular runs, scores and ranks as DOUBLE or VARCHAR; an irregular line is an error."""
    names, tags = [file.run for file in files], [seen.tag for seen in looks]
    run = f"{sql_list(names[some])}[place]"
    if None in names:
        run = f"coalesce({run}, run)"
    elif some.start == 0:  # which makes the table: names that are known beforehand take a byte a row instead of a text
        run = f"({sql_list(names[some])}::enum({', '.join(map(quote, dict.fromkeys(filter(None, names))))})[])[place]"
    score = "score" if number == "DOUBLE" else number_in("score")
    # where a line has a blank too many and lacks a field, an empty field is null
    irregular = [f"{name} is null" for name in INPUTS["runs"].trec]
    irregular.append(f'run collate "binary" <> {sql_list(tags[some])}[place]')
    if any(seen.comments for seen in looks[some]):
        irregular.append("starts_with(query_id, '#')")
    return f"""
        select
            {run} as run,
            query_id collate "binary" as query_id,
            doc_id collate "binary" as doc_id,
            {score} as score,
            try_cast(rank as double) as rank,
            place + {some.start} as file
        from (select *, file_index::integer + 1 as place from {columns(files[some], blank, number)})
        where case when {" or ".join(irregular)} then error('an irregular line')::boolean else true end
    """


def columns(files: Sequence[File], blank: str, number: str) -> str:
    """A scan of regular runs, one column per field, scores and ranks of a type."""
    types = ", ".join(
        f"{quote(name)}: {quote(number if name in ('rank', 'score') else 'VARCHAR')}" for name in INPUTS["runs"].trec
    )
    return (
        f"read_csv({sql_list([file.pattern for file in files])}, columns = {{{types}}}, delim = {quote(blank)},"
        " quote = '', escape = '', new_line = '\\n', header = false, auto_detect = false)"
    )


def read_words(connection: Connection, files: Sequence[File], kind: Kind, expected: Sequence[str] = ()) -> Source:
    """The source of files of any kind, whose lines are split into words."""
    table = f"evalsql_input_{kind}_{NAME}{SUFFIX_OF.get(tuple(expected), '')}"
    expected = expected or INPUTS[kind].trec
    fields = {name: f"field[{place}]" for place, name in enumerate(expected, start=1)}
    fields[INPUTS[kind].number] = number_of(kind, expected)

    def words_of(some: slice) -> str:
        return f"""
            select {cleaned(kind, fields, fields[expected[-1]])}, file_index::integer + 1 + {some.start} as file
            from (select file_index, {WORDS} as field from {lines(files[some])})
            where len(field) > 0 {"and not starts_with(field[1], '#')" if comments else ""}
        """

    try:
        read_in_turn(connection, table, len(files), words_of)
    except duckdb.OutOfMemoryException:  # which says nothing of the file
        raise
    except duckdb.Error as error:
        raise unreadable(connection, files, error) from None
    refuse_nul(files)
    refuse_mixed_ends(files)
    doubts = [each for file in files if comments for each in commented_out(file, kind, expected)]
    if kind == "qrels":
        columns = "query_id, doc_id, relevance, gain, subtopic, iteration, weight, probability, stratum"
        files = [replace(file, run=None) for file in files]
        return source(connection, table, files, kind, columns, fields=expected, doubts=doubts)
    names = run_names(connection, table, files)
    # a line without its last field has no tag, and so no run
    columns = f"case when run is not null then coalesce({sql_list(names)}[file], run) end as run"
    named = [replace(file, run=name) for file, name in zip(files, names, strict=True)]
    return source(connection, table, named, kind, f"{columns}, query_id, doc_id, score, rank", doubts=doubts)


def commented_out(file: File, kind: Kind, expected: Sequence[str]) -> Iterator[Problem]:
    """Find the comments of a file that would be rows, as all lines of a query called #1 are."""
    if "://" in file.path or not (read_start(file, 1) == b"#" or holds(file, COMMENT, 2)):
        return
    number = expected.index(INPUTS[kind].number)
    with open(file.path, encoding="utf-8-sig", errors="replace") as opened:
        lines = [(place, WORD.findall(line)) for place, line in enumerate(opened, start=1) if line.startswith("#")]
    rows = [
        (at, row) for at, row in lines if len(row) == len(expected) and row[0] != "#" and NUMBER.fullmatch(row[number])
    ]
    for place, row in rows[:1]:
        text = f"{file.label}, line {place}: {brief(' '.join(row))} is a comment, since it begins with #, and not a row"
        yield Problem("warning", "rows in comments", text + more(len(rows), "line"), len(rows))


def source(
    connection: Connection,
    table: str,
    files: Sequence[File],
    kind: Kind,
    columns: str,
    *,
    fields: Sequence[str] = (),
    proved: bool = False,
    doubts: Sequence[Problem] = (),
) -> Source:
    """The source of files that were read into a table; its column file says the place of each among them."""

    fields = fields or INPUTS[kind].trec

    def find(label: str, row: int) -> Row:
        # by what it says, since the user may have told DuckDB not to keep rows in the order of lines
        said = ("query_id", "doc_id", INPUTS[kind].number)
        values = connection.execute(
            f"select {', '.join(said)}, file from {table} where rowid = ? - 1", [row]
        ).fetchall()
        *ids, number, place = values[0]
        same = " and ".join(f"{each} is not distinct from ?" for each in (*said, "file"))
        counted = f"select count(*) from {table} where {same} and rowid < ? - 1"
        ((nth,),) = connection.execute(counted, [*ids, number, place, row]).fetchall()

        @cache
        def fits(text: str | None) -> bool:
            test = f"select {number_in('text')} is not distinct from ? from (select ?::varchar as text)"
            return connection.execute(test, [number, text]).fetchall()[0][0]

        return find_line(files[place - 1], ids, fits, nth, kind, fields)

    labels = sql_list([file.label for file in files])
    rows = f"select {columns}, {labels}[file] as file, rowid + 1 as row from {table}"
    numbered = f"select ((file - 1)::bigint << 40) + rowid as n, {columns} from {table}" if kind == "runs" else ""
    return Source(rows, files, find, fields, numbered=numbered, proved=proved, doubts=doubts)


def lines(files: Sequence[File]) -> str:
    """A scan of text files, one row per line."""
    return (
        f"read_csv({sql_list([file.pattern for file in files])}, columns = {{'line': 'VARCHAR'}}, delim = chr(0),"
        " quote = '', escape = '', header = false, auto_detect = false, strict_mode = false)"
    )


def run_names(connection: Connection, table: str, files: Sequence[File]) -> list[str | None]:
    """For each file the name of its run, or None if its tags name it; of one run without a name, its last tag."""
    tags: dict[int, dict[str, int]] = {}
    for place, tag, count in connection.execute(
        f'select file, run collate "binary", count(*) from {table} where run is not null group by all'
        " order by max(rowid) asc"
    ).fetchall():
        tags.setdefault(place, {})[tag] = count
    names = []
    for place, file in enumerate(files, start=1):
        own = tags.get(place, {})
        cut = [tag for tag, count in own.items() if count == 1 and any(o != tag and o.startswith(tag) for o in own)]
        if cut and read_end(file, 1) not in b"\r\n":
            raise InputError(f"{file.label}: cut short in its last line, whose run is {cut[0]!r}")
        several = (file.run or list(own)[-1]) if isinstance(file.called, One) and own else None
        names.append(several if len(own) > 1 else file.run)
    return names


def unreadable(connection: Connection, files: Sequence[File], error: duckdb.Error) -> InputError:
    """The refusal of the first file that is not text."""
    for file in files:
        try:
            connection.execute(f"select count(*) from {lines([file])}").fetchall()
        except duckdb.OutOfMemoryException:
            raise
        except duckdb.Error as own:
            reject = first_reject(lines([file]))
            if reject is not None:
                return InputError(f"{file.label}, line {reject.line}: {reject.reason}")
            return InputError(f"{file.label}: not readable as TREC text: {first_line(own)}")
    return InputError(f"{files[0].label}: not readable as TREC text: {first_line(error)}")
