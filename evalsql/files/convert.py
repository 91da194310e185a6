"""Runs or judgments from one format into another."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Form:
    """How rows of a kind are written, in SQL."""

    columns: str  # those of a table
    fields: str  # those of a line of TREC text, in its order
    order: str  # that of the rows


FORMS: dict[Kind, Form] = {
    "runs": Form(
        "run, query_id, doc_id, score, row_number() over best_first as rank",
        "query_id, 'Q0' as q0, doc_id, row_number() over best_first as rank, score, run",
        "window best_first as (partition by run, query_id order by score desc, doc_id desc)"
        " order by run asc, query_id asc, score desc, doc_id desc",
    ),
    "qrels": Form(
        "query_id, doc_id, relevance",
        # relevance without a point if it is whole, as TREC writes it
        "query_id, coalesce(subtopic, iteration, '0') as iteration, doc_id,"
        " case when relevance = trunc(relevance) then relevance::bigint::varchar else relevance::varchar end"
        " as relevance",
        "order by query_id asc, subtopic asc, doc_id asc",
    ),
}


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
    table, form, warnings = f"evalsql_{kind}", FORMS[kind], []
    filled = filled_columns(connection) if kind == "qrels" else []
    if suffix_of(output)[0] in trec.SUFFIXES:
        # TREC text has the stratum before the relevance if some relevance is -1, by which it is known
        negative = "stratum" in filled and fetch_one(connection, "select bool_or(relevance = -1) from evalsql_qrels")[0]
        strata, second = ["stratum"] * bool(negative), "subtopic" if "subtopic" in filled else "iteration"
        warnings += refuse(unlike_trec(connection, filled, [second, *strata], output))
        written = (*INPUTS[kind].ids, second, *strata) if kind == "qrels" else INPUTS[kind].ids
        refuse_ids(connection, kind, written, output)
        options = "format csv, header false, delimiter ' ', quote '', escape ''"
        fields = form.fields.replace("doc_id,", "doc_id, stratum,") if strata else form.fields
        write(connection, f"select {fields} from {table} {form.order}", output, options)
    else:
        columns = ", ".join([form.columns, *filled])
        write(connection, f"select {columns} from {table} {form.order}", output)
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
        yield Problem("warning", "subtopics not to be seen", text, 1)


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
        yield Problem("warning", "idle subtopics", "subtopics changes nothing: no judgments were given", 1)


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
