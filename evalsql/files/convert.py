"""Runs or judgments from one format into another."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, Settings, cursor_of, fetch_one
from evalsql.errors import InputError, Problem, refuse
from evalsql.files.write import suffix_of, write
from evalsql.inputs import views
from evalsql.inputs.checks.problems import find, note_contradicting_ranks, problems_alone
from evalsql.inputs.checks.subtopics import Subtopics
from evalsql.inputs.columns import not_read
from evalsql.inputs.formats import trec
from evalsql.inputs.source import Source
from evalsql.inputs.swapped import SwappedError
from evalsql.render.statements import creation

JUDGED = ("gain", "subtopic", "iteration", "weight", "probability", "stratum")  # columns that judgments may lack


def convert(
    given: list[str],
    output: Path,
    progress: Callable[[str], None],
    *,
    subtopics: Subtopics = "auto",
    where: str | None = None,
    columns: views.Columns = None,
    settings: Settings | None = None,
) -> tuple[Kind, int, list[Problem]]:
    """Reads runs or judgments, checks every row and writes them."""
    connection = cursor_of(None, settings)
    with views.reading(connection) as folder:
        progress("reading")
        kind, sources = read_either(connection, given, folder, subtopics, columns, where)
        progress("checking")
        warnings = refuse(iter([*problems_alone(connection, kind, sources), *idle(kind, subtopics, columns)]))
        if any("rank" in source.columns for source in sources):
            connection.execute(creation("contradicting"))
            note_contradicting_ranks(connection)
            warnings += refuse(find(connection, "contradicting ranks"))  # ranks are recomputed
        progress("writing")
        (count,) = fetch_one(connection, f"select count(*) from evalsql_{kind}")
        warnings += save(connection, kind, output)
    return kind, count, warnings


def save(connection: Connection, kind: Kind, output: Path) -> list[Problem]:
    """Writes the rows of evalsql_runs or evalsql_qrels into a file, in the format of its suffix."""
    table, written, warnings = f"evalsql_{kind}", INPUTS[kind].written, []
    filled = filled_columns(connection) if kind == "qrels" else []
    if suffix_of(output)[0] in trec.SUFFIXES:
        # TREC text has the stratum before the relevance if some relevance is -1, by which it is known
        negative = "stratum" in filled and fetch_one(connection, "select bool_or(relevance = -1) from evalsql_qrels")[0]
        strata, second = ["stratum"] * bool(negative), "subtopic" if "subtopic" in filled else "iteration"
        warnings += refuse(unlike_trec(connection, filled, [second, *strata], output))
        ids = (*INPUTS[kind].ids, second, *strata) if kind == "qrels" else INPUTS[kind].ids
        refuse_ids(connection, kind, ids, output)
        options = "format csv, header false, delimiter ' ', quote '', escape ''"
        fields = written["fields"].replace("doc_id,", "doc_id, stratum,") if strata else written["fields"]
        write(connection, f"select {fields} from {table} {written['order']}", output, options)
    else:
        columns = ", ".join([written["columns"], *filled])
        write(connection, f"select {columns} from {table} {written['order']}", output)
    return warnings


def filled_columns(connection: Connection) -> list[str]:
    """The optional columns of judgments that carry information; a constant iteration does not."""
    counts = fetch_one(
        connection,
        f"select {', '.join(f'count({column})' for column in JUDGED)},"
        " min(iteration) <> max(iteration) or count(iteration) < count(*) from evalsql_qrels",
    )
    return [
        column
        for column, count in zip(JUDGED, counts[:-1], strict=True)
        if count and (column != "iteration" or counts[-1])
    ]


def unlike_trec(connection: Connection, filled: list[str], held: Sequence[str], output: Path) -> Iterator[Problem]:
    """The warnings about what TREC text has no field for, beside what it holds."""
    lost = [column for column in filled if column not in held]
    if lost:
        columns = " and ".join([", ".join(lost[:-1]), lost[-1]] if lost[1:] else lost)
        text = f"{output}: TREC text cannot hold {columns}, which {'were' if lost[1:] else 'was'} left out"
        yield Problem("warning", "left out", text, len(lost))
    if "subtopic" in filled and not any(find(connection, "documents of several subtopics")):
        text = f"{output}: no document is judged for several subtopics; read it with --subtopics yes"
        yield Problem("warning", "subtopics not to be seen", text)


def read_either(
    connection: Connection,
    given: list[str],
    folder: Path,
    subtopics: Subtopics,
    columns: views.Columns,
    where: str | None,
) -> tuple[Kind, list[Source]]:
    """The sources of runs or of judgments, whichever these are: runs have a score, and in TREC text six fields."""

    def judgments() -> tuple[Kind, list[Source]]:
        return "qrels", views.read(connection, given, "qrels", folder, None, subtopics, columns, where)

    try:
        sources = views.read(connection, given, "runs", folder, columns=columns, where=where)
        rows, named = fetch_one(connection, "select count(*), count(run) from evalsql_runs")
    except InputError as error:
        if isinstance(error, SwappedError) and INPUTS["qrels"].one in error.found:
            return judgments()  # which may have other warnings
        with suppress(InputError):
            return judgments()
        raise
    return ("runs", sources) if named or not rows else judgments()


def idle(kind: Kind, subtopics: Subtopics, columns: views.Columns) -> Iterator[Problem]:
    """What was chosen of the other kind of input, or of judgments if there are runs."""
    yield from not_read(columns, [kind])
    if kind == "runs" and subtopics != "auto":
        yield Problem("warning", "idle subtopics", "subtopics changes nothing: no judgments were given")


def refuse_ids(connection: Connection, kind: Kind, columns: Sequence[str], output: Path) -> None:
    """Refuses ids that TREC text cannot hold."""
    for column in columns:
        (blank,) = fetch_one(
            connection, rf"select min({column}) from evalsql_{kind} where regexp_matches({column}, '\s')"
        )
        if blank is not None:
            raise InputError(f"{output}: {column} {blank!r} has a blank in it, which TREC text cannot hold")
    (comment,) = fetch_one(connection, f"select min(query_id) from evalsql_{kind} where starts_with(query_id, '#')")
    if comment is not None:
        raise InputError(f"{output}: query_id {comment!r} begins with #, which makes a line of TREC text a comment")
