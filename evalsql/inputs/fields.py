"""The layout of TREC text, if there are two candidates, and the line of a row."""

import re
from collections.abc import Callable, Sequence

from evalsql.catalog.inputs import INPUTS, Kind
from evalsql.errors import InputError
from evalsql.inputs.source import File, Row, read_start

# judgments of a sample of a pool in strata, as sample_eval.pl reads them
SAMPLED = ("query_id", "iteration", "doc_id", "stratum", "relevance")
# preferences, as trec_eval -R prefs reads them
PREFERRED = ("query_id", "subtopic", "subgroup", "doc_id", "relevance")
WORD = re.compile(r"[^ \t\r\n]+")  # blanks of other alphabets, and form feeds, are letters of ids
LINE_END = re.compile(r"\r\n|\r|\n")
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)


def lines_of(start: bytes) -> list[str]:
    """The lines of the start of a file; of a longer one the last is cut off."""
    return LINE_END.split(start.decode("utf-8-sig", "replace").removesuffix("\n"))


def words_of(lines: Sequence[str]) -> list[list[str]]:
    """The fields of each line that is neither a comment nor blank."""
    return [fields for line in lines if (fields := WORD.findall(line)) and not fields[0].startswith("#")]


def five_fields(file: File) -> list[list[str]]:
    """The fields of the first lines of judgments if all of these have five and the last is a number."""
    start = read_start(file)
    lines = lines_of(start)
    # the last of a longer file is cut off
    rows = words_of(lines[:-1] if len(lines) > 1 and not start.endswith(b"\n") else lines)
    return rows if all(len(fields) == len(SAMPLED) and NUMBER.fullmatch(fields[4]) for fields in rows) else []


def of_preferences(rows: Sequence[list[str]]) -> bool:
    """Whether lines of five fields are preferences: documents stand where judgments have their relevance."""
    return bool(rows) and not any(NUMBER.fullmatch(fields[3]) or fields[4].startswith("-") for fields in rows)


def holds_preferences(path: str) -> bool:
    """Whether a file, of judgments, is read as preferences."""
    return of_preferences(five_fields(File(path, path, path, None)))


def by_fields(files: Sequence[File]) -> tuple[dict[tuple[str, ...], list[File]], list[File]]:
    """The files of judgments of five fields by what these are, and the others.

    Judgments are of a sample if some document is in the pool and, of relevance -1, unjudged; without one, the fifth
    field may be anything that trails.
    """
    found: dict[tuple[str, ...], list[File]] = {PREFERRED: [], SAMPLED: []}
    for file in files:
        rows = five_fields(file) if "://" not in file.path else []
        if of_preferences(rows):
            found[PREFERRED].append(file)
        elif rows and all(row[3].isdigit() and row[4].removeprefix("-").isdigit() for row in rows):
            with open(file.path, encoding="utf-8-sig", errors="replace") as opened:
                if any(WORD.findall(line)[4:5] == ["-1"] for line in opened):
                    found[SAMPLED].append(file)
    rest = [file for file in files if not any(file in of for of in found.values())]
    return {fields: of for fields, of in found.items() if of}, rest


def number_of(kind: Kind, expected: Sequence[str]) -> str:
    """An expression for the score or the relevance of a line split into words, null if it has fields too many.

    Lines of judgments with more fields are rejected, as by trec_eval. Fields may trail in runs, unless
    one of another kind stands in the place of the rank, since then an id holds a blank.
    """
    number = f"field[{expected.index(INPUTS[kind].number) + 1}]"
    if kind == "qrels":
        return f"(case when len(field) <= {len(expected)} then {number} end)"
    shifted = f"len(field) > {len(expected)} and try_cast(field[{expected.index('rank') + 1}] as double) is null"
    return f"(case when not ({shifted}) then {number} end)"


def too_many(kind: Kind, expected: Sequence[str], fields: Sequence[str]) -> bool:
    """Whether `number_of` is null of a line since it has fields too many."""
    surplus = len(fields) > len(expected)
    return surplus and (kind == "qrels" or not NUMBER.fullmatch(fields[expected.index("rank")]))


def find_line(
    file: File,
    ids: list[str | None],
    fits: Callable[[str | None], bool],
    nth: int,
    kind: Kind,
    expected: Sequence[str],
) -> Row:
    """The nth line of a file, from 0, with this query and document and with a number that fits."""
    for end in (None, "\n"):  # in a file whose lines end in line feeds, a carriage return alone is a blank to DuckDB
        left = nth
        with open(file.path, encoding="utf-8-sig", errors="replace", newline=end) as opened:
            for place, line in enumerate(opened, start=1):
                fields = WORD.findall(line)
                values = dict(zip(expected, fields, strict=False))
                surplus = too_many(kind, expected, fields)
                number = None if surplus else values.get(INPUTS[kind].number)
                if not fields or [fields[0], values.get("doc_id")] != ids or not fits(number):
                    continue
                if left == 0:
                    return Row(f"line {place}", values, " ".join(fields), len(fields) if surplus else None)
                left -= 1
    raise InputError(f"{file.label}: changed while it was read")
