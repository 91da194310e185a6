"""Which fields lines of TREC text have, where it may be one of two layouts, and the line that a row is from."""

import re
from collections.abc import Callable, Sequence

from evalsql.inputs.source import INPUTS, File, Kind, Row, read_start

# judgments of a sample of a pool in strata, as sample_eval.pl reads them
SAMPLED = ("query_id", "iteration", "doc_id", "stratum", "relevance")
FIFTH = "field 5"  # what messages call a field that has no name


def five_numbers(file: File) -> bool:
    """Whether the first lines of judgments all have five fields, of which the last two are whole numbers."""
    start = read_start(file)
    lines = start.decode("utf-8-sig", "replace").splitlines()
    # the last of a longer file is cut off
    whole = lines[:-1] if len(lines) > 1 and not start.endswith(b"\n") else lines
    rows = [fields for line in whole if (fields := line.split()) and not fields[0].startswith("#")]
    return bool(rows) and all(
        len(fields) == len(SAMPLED) and fields[3].isdigit() and fields[4].removeprefix("-").isdigit() for fields in rows
    )


def of_a_sample(file: File) -> bool:
    """Whether judgments of five fields are of a sample: some document is in the pool and, of relevance -1, unjudged.

    Without one, the fifth field may be anything that trails.
    """
    with open(file.path, "rb") as opened:
        return any(line.split()[4:5] == [b"-1"] for line in opened)


def by_fields(files: Sequence[File]) -> tuple[list[File], list[File], bool]:
    """The files of judgments that are of a sample, the others, and whether one of these has a fifth field unread."""
    five = [file for file in files if "://" not in file.path and five_numbers(file)]
    samples = [file for file in five if of_a_sample(file)]
    return samples, [file for file in files if file not in samples], len(five) > len(samples)


def find_line(
    file: File,
    ids: list[str | None],
    fits: Callable[[str | None], bool],
    nth: int,
    kind: Kind,
    expected: Sequence[str],
) -> Row:
    """The nth line of a file, from 0, with this query and document and with a number that fits."""
    with open(file.path, encoding="utf-8-sig", errors="replace") as opened:
        for place, line in enumerate(opened, start=1):
            # DuckDB takes no more than what stands before a NUL
            fields = re.findall(r"[^ \t\r\n]+", line.partition("\0")[0])
            values = dict(zip(expected, fields, strict=False))
            if not fields or [fields[0], values.get("doc_id")] != ids or not fits(values.get(INPUTS[kind].number)):
                continue
            if nth == 0:
                return Row(f"line {place}", values, " ".join(fields))
            nth -= 1
    raise LookupError(f"{file.label} has changed while it was read")
