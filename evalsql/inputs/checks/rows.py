"""The ways that rows can be bad, whatever they are of: none at all, or one without an id or a number."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import unquote

from evalsql.catalog.gains import FIT_RELEVANCE, RELEVANCE_RULE
from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import Problem
from evalsql.inputs.files import called_run, left_out
from evalsql.inputs.formats.parquet import HIVE
from evalsql.inputs.names import Side
from evalsql.inputs.source import File, Source, source_of
from evalsql.words import brief, more, plural, said

LARGEST = 1e100  # a value to be compared


def rows_of(connection: Connection, kind: Kind, sources: Sequence[Source]) -> Iterator[Problem]:
    """Sources without rows, and rows that lack an id or a number."""
    ids, number = INPUTS[kind].ids, INPUTS[kind].number
    needed = ids if kind == "values" or not number else (*ids, number)  # a measure may have no value
    if kind == "candidates":  # which may be for all queries
        needed = [each for each in needed if all(each in source.columns for source in sources)]
    bad = " or ".join(f"{each} is null" for each in needed) + (f" or not isfinite({number})" if number else "")
    if kind == "values":  # whose squares are added up
        bad += f" or abs({number}) > {LARGEST}"
    elif kind == "qrels":
        bad += f" or not {FIT_RELEVANCE}"
    counts = fetch_all(connection, f"select file, count(*), count(*) filter ({bad}) from evalsql_{kind} group by all")
    filled = {file for file, *_ in counts}
    # of a folder or pattern, files that are read in another way may hold the rows
    full = {file.argument for source in sources for file in source.files if file.label in filled}
    for source in sources:
        for file in {file.argument: file for file in source.files if file.argument not in full}.values():
            yield Problem("error", f"empty {kind}", no_rows(kind, file))
    files = [file for source in sources for file in source.files]
    empty = [file.label for file in files if file.argument in full and file.label not in filled]
    if kind == "values" and empty and files[0].where is None:  # a run that is lost, where runs get empty rankings
        yield Problem("warning", "empty values", f"{empty[0]}: holds no scores" + more(len(empty), "file"), len(empty))
    if kind == "runs":  # those whose name is known get empty rankings
        named = runs_of(files).values()
        unnamed = [file.label for file in files if file.label in empty and file.run is None and file.label not in named]
        for first in unnamed[:1] if files[0].where is None else ():
            text = f"{first}: holds no rows, so it names no run{more(len(unnamed), 'file')}"
            yield Problem("warning", "empty run", text, len(unnamed))
    for file, _, count in sorted(counts):
        if count:
            first = fetch_one(
                connection,
                f"select row, {number or 'null'} from evalsql_{kind} where file = ? and ({bad})"
                " order by row asc limit 1",
                [file],
            )
            yield Problem("error", f"bad {kind}", bad_row(kind, sources, file, *first) + more(count, "row"), count)


def runs_without_rows(connection: Connection, sources: Sequence[Source]) -> dict[str, str]:
    """The runs that hold no rows, whose files a pattern or folder names or that a file names, and these files."""
    filled, runs = fetch_one(connection, "select list(distinct file), list(distinct run) from evalsql_runs")
    found = {run: each.files[0].label for each in sources for run in each.empty if run not in (runs or ())}
    files = [file for source in sources for file in source.files if file.label not in (filled or ())]
    return found | {run: label for run, label in runs_of(files).items() if run not in (runs or ())}


def runs_of(files: Iterable[File]) -> dict[str, str]:
    """The runs of files of a pattern or a folder that are called as these or as their folders, and these files."""
    found = {}
    for file in files:
        of_folder = (
            unquote(value) for key, value in HIVE.findall(file.label) if key.lower() in INPUTS["runs"].columns["run"]
        )
        folder, side = next(of_folder, None), file.called if isinstance(file.called, Side) else None
        run = folder if file.run is None else called_run(file.called, file.label)
        if side and folder:
            run = f"{side}:{folder}"
        if side and side.only and str(run).removeprefix(f"{side}:") not in side.only:
            continue  # its rows are of runs that are not compared
        if run is not None and file.argument != file.label and file.where is None and type(file.called) is not str:
            found[run] = file.label
    return found


def empty_runs(found: Mapping[str, str]) -> Iterator[Problem]:
    """Warn of runs that found nothing, whose files hold no rows."""
    for run, label in sorted(found.items())[:1]:
        more = f" ({plural(len(found) - 1, 'more run')} likewise)" if len(found) > 1 else ""
        text = f"{label}: holds no rows of run {said(run)}, which has no results for any query{more}"
        yield Problem("warning", "empty run", text, len(found))


def no_rows(kind: Kind, file: File) -> str:
    given = file.written(file.argument)
    if file.where is not None:
        return f"{given}: no row matches --where {file.where!r}"
    was = "were" if kind in ("qrels", "values") else "was"
    return f"{given}: holds no rows, where {INPUTS[kind].one} {was} expected"


def bad_row(kind: Kind, sources: Sequence[Source], file: str, row: int, value: float | None) -> str:
    number, expected = INPUTS[kind].number, INPUTS[kind].trec
    source = source_of(sources, file)
    found = source.find(file, row)
    given = next(each for each in source.files if each.label == file)
    where = f"{given.written(file)}, {found.place}"
    count, expected = found.surplus or len(found.values), list(found.values) if found.surplus else expected
    if found.line is not None and (found.surplus or count < len(expected)):
        fields = "1 field" if count == 1 else f"{count} fields"
        return f"{where}: {fields}, {brief(found.line)}, where {len(expected)} were expected: {' '.join(expected)}"
    for column in INPUTS[kind].ids:
        if column in found.values and found.values[column] in (None, ""):
            return (
                f"{where}: {column} is {'null' if found.values[column] is None else 'empty'}; every row must have one"
            )
    text = found.values.get(number)
    if value is None:
        return f"{where}: {number} is {'null' if text is None else brief(text)}; a number was expected"
    shown = "not a number (nan)" if math.isnan(value) else brief(text).strip("'")
    rule = RELEVANCE_RULE if kind == "qrels" else f"a number of at most {LARGEST} was expected"
    return f"{where}: {number} is {shown}; {rule if math.isfinite(value) else 'a finite number was expected'}"


def not_used(kind: Kind, sources: Sequence[Source]) -> Iterator[Problem]:
    """Files and columns that were not read, and judgments that a ranking has beside its documents."""
    folders = dict.fromkeys(file.argument for source in sources for file in source.files if file.path != file.argument)
    for each in folders:
        yield from left_out(each, kind)
    for source in sources:
        yield from source.doubts
        if source.retrieved:
            text = (
                f"{source.files[0].label}: has ratings of retrieved documents alone; measures that look at all relevant"
                " ones, such as AP, nDCG and R, take these for all there are"
            )
            yield Problem("warning", "ratings of what was retrieved", text)
    conditions = "".join(file.where or "" for source in sources for file in source.files[:1])
    arguments = "\n".join({file.argument for source in sources for file in source.files})
    for column in dict.fromkeys(column for source in sources for column in source.unused):
        folder = re.search(rf"\b{re.escape(column)}=[^/*?\[\n]+(/|$)", arguments, re.MULTILINE)
        if column.lower() in conditions.lower() or folder:  # by which rows were chosen
            continue
        text = f"the {INPUTS[kind].several} have a column {column!r}, which was not used"
        named = any(column in source.unused and "run" in source.columns for source in sources)
        if kind == "runs" and not named:
            from shlex import quote  # for a shell, and seldom

            said = f"--columns {quote(f'runs.run={column}')} (in Python: columns={{'runs.run': {column!r}}})"
            text += f"; {said} makes it the run's name"
        else:
            text += "; rows were read whatever it says"
            if kind in ("runs", "values"):
                text += ", and --where (in Python: where) chooses among them"
        yield Problem("warning", "column not used", text)
