"""What evalsql is loaded with: a row is some work, the same in halves, and what its results must be."""

import csv
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import duckdb

from benchmarks import expected
from benchmarks.growth import drawn, evalsql, ranked, write

CLOSE = 1e-12
SUBTOPIC_RANK = 20
READERS, THREADS = 50, 32
MORE = 12  # MiB that a process may hold more after the second half of its evaluations than after the first
GRADES = "4"
SCORES = "scores.parquet"
SEVERAL = ["AP", "nDCG@10", "P@10"]


class Work(NamedTuple):
    """Work, and the same in halves.

    Attributes:
        whole: the command of all of it.
        halves: those of its halves.
        right: given what these printed, says how results were compared, or raises a RuntimeError where one is wrong.
    """

    whole: list[str]
    halves: list[list[str]]
    right: Callable[[str, list[str]], str]


class Load(NamedTuple):
    """What is done, with `{}` for how much of it, how much that is, the least that can be, and what makes the work."""

    title: str
    size: int
    least: int
    work: Callable[[Path, int], Work]


def wrong(said: str) -> RuntimeError:
    """A result that is wrong."""
    return RuntimeError(f"wrong: {said}")


def evaluate(runs: Path, qrels: Path, measures: list[str]) -> list[str]:
    """A command that keeps scores beside the runs."""
    asked = [text for each in measures for text in ("-m", each)]
    return evalsql("evaluate", runs, "-q", qrels, *asked, "-o", runs.parent / SCORES, "--format", "csv")


def put_together(whole: Path, halves: list[Path]) -> None:
    """Scores must be those of the halves put together, to the last bit."""
    with duckdb.connect() as connection:
        both = [f"'{each / SCORES}'" for each in halves]
        one, other = f"from '{whole / SCORES}'", f"from read_parquet([{', '.join(both)}])"
        for first, second in ((one, other), (other, one)):
            (apart,) = connection.sql(f"select count(*) from ({first} except all {second})").fetchall()[0]
            if apart:
                raise wrong(f"{apart:,} scores of {whole} differ from those of its halves")


def near(apart: float) -> str:
    """How far scores are from what they must be."""
    if not apart <= CLOSE:
        raise wrong(f"scores are {apart:.2g} from those computed apart")
    return f"within {CLOSE:.0e} of NumPy's" if apart else "those of NumPy"


def halved(folder: Path, runs: Path, qrels: Path, by: str) -> list[tuple[Path, Path]]:
    """The runs and the judgments of either half of the ids in a column of text."""
    made = []
    with duckdb.connect() as connection:
        select = f"select min({by}), quantile_disc({by}, 0.5), max({by}) from (select distinct {by} from '{runs}')"
        ((_, middle, _),) = connection.sql(select).fetchall()
    for place, of in enumerate((f"{by} <= '{middle}'", f"{by} > '{middle}'")):
        own = folder / str(place)
        own.mkdir()
        files = [write(f"from '{runs}' where {of}", own / "runs.parquet"), qrels]
        if by != "run":
            files[1] = write(f"from '{qrels}' where {of}", own / "qrels.parquet")
        made.append((files[0], files[1]))
    return made


def of_rankings(runs: int, queries: int, documents: int, judged: int, by: str) -> Callable[[Path, int], Work]:
    """Evaluates rankings; a number that is 0 is how much there is, or, of judged documents, all."""

    def make(folder: Path, size: int) -> Work:
        files = ranked(folder, runs or size, queries or size, documents or size, judged or None, GRADES)
        parts = halved(folder, *files, by)

        def right(printed: str, printed_of_halves: list[str]) -> str:
            said = near(expected.compare(folder / SCORES, *files, SEVERAL))
            if by == "doc_id":  # scores of half a ranking do not add up to those of the whole
                for part in parts:
                    near(expected.compare(part[0].parent / SCORES, *part, SEVERAL))
                return f"{said}, halves too"
            put_together(folder, [part[0].parent for part in parts])
            return f"{said}, halves to the bit"

        return Work(evaluate(*files, SEVERAL), [evaluate(*part, SEVERAL) for part in parts], right)

    return make


def of_measures(folder: Path, size: int) -> Work:
    """Many measures of few runs."""
    files = ranked(folder, 4, 50, 200, judged=60, grades=GRADES)
    kinds = ("AP", "nDCG", "P", "RR")
    measures = [f"{kinds[each % len(kinds)]}@{each // len(kinds) + 1}" for each in range(size)]
    parts = [measures[: size // 2], measures[size // 2 :]]
    own = [folder / str(place) for place in range(len(parts))]
    commands = []
    for part, place in zip(parts, own, strict=True):
        place.mkdir()
        commands.append(evaluate(write(f"from '{files[0]}'", place / "runs.parquet"), files[1], part))

    def right(printed: str, printed_of_halves: list[str]) -> str:
        put_together(folder, own)
        return f"{near(expected.compare(folder / SCORES, *files, measures))}, halves to the bit"

    return Work(evaluate(*files, measures), commands, right)


def of_subtopics(folder: Path, size: int) -> Work:
    """One query whose documents are judged by very many subtopics, each by one document at least."""
    runs, _ = ranked(folder, 1, 1, max(size // 10, 30))
    rows = f"range({size}) as subtopics(s), range(3) as draws(j)"
    document = f"if(j = 0, s, floor({size} * ({drawn('s', 'j')}))::bigint) % (select count(*) from '{runs}')"
    select = f"""
        select distinct 'q0000000' as query_id, printf('d%07d', {document}) as doc_id, s::varchar as subtopic,
            1 as relevance
        from {rows}
        """
    parts = []
    measures = [f"{name}@{SUBTOPIC_RANK}" for name in ("alpha_nDCG", "ERR_IA", "StRecall")]
    for place, of in enumerate(("true", f"s < {size // 2}", f"s >= {size // 2}")):
        own = folder / f"part{place}"
        own.mkdir()
        copied = write(f"from '{runs}'", own / "runs.parquet")
        parts.append((copied, write(f"{select} where {of}", own / "qrels.parquet")))

    def right(printed: str, printed_of_halves: list[str]) -> str:
        apart = [0.0]
        for text, part in zip((printed, *printed_of_halves), parts, strict=True):
            ((_, *found),) = list(csv.reader(text.splitlines()))[1:]
            must = expected.by_subtopic(*part, SUBTOPIC_RANK)
            apart += [abs(float(value) - must[name]) for value, name in zip(found, measures, strict=True)]
        return f"{near(max(apart))}, halves too"

    whole, *halves = (evaluate(*part, measures) for part in parts)
    return Work(whole, halves, right)


def replaced(folder: Path, size: int) -> Work:
    """A database that is replaced while others read it."""
    parts = [(folder / str(place), times) for place, times in enumerate((size, size // 2, size - size // 2))]

    def right(printed: str, printed_of_halves: list[str]) -> str:
        for text, (_, times) in zip((printed, *printed_of_halves), parts, strict=True):
            found = json.loads(text)
            if found["failed"] or found["back"] or found["ends"] != [times + 1]:
                raise wrong(f"readers found {found}")
        found = json.loads(printed)
        return f"{found['looks']:,} looks at {found['different']} databases, none torn, none older than the last"

    commands = []
    for own, times in parts:
        own.mkdir()
        module = [sys.executable, "-m", "benchmarks.peers.replaced", str(own)]
        commands.append([*module, str(READERS), str(times)])
    return Work(commands[0], commands[1:], right)


def again(threads: int) -> Callable[[Path, int], Work]:
    """Many evaluations in one process, whose memory, files and threads must stay what they are."""

    def make(folder: Path, size: int) -> Work:
        files = ranked(folder, 2, 20, 50, judged=20, grades=GRADES)
        module = [sys.executable, "-m", "benchmarks.peers.again"]
        commands = [
            [*module, str(each), str(threads), *map(str, files)] for each in (size, size // 2, size - size // 2)
        ]

        def right(printed: str, printed_of_halves: list[str]) -> str:
            rankings = expected.read(*files)
            for text in (printed, *printed_of_halves):
                found = json.loads(text)
                check_scores(found, rankings)
                check_held(*found["held"])
            looks = json.loads(printed)["held"]
            held = [f"{each['memory']:.0f} MiB, {each['files']} files, {each['threads']} threads" for each in looks]
            return f"those of NumPy; held after half of it: {held[0]}, at the end: {held[1]}"

        return Work(commands[0], commands[1:], right)

    return make


def check_scores(found: dict, rankings: expected.Rankings) -> None:
    """All evaluations must have the same scores, and these be right."""
    if found["answers"] != 1:
        raise wrong(f"{found['answers']} answers")
    scores = {(int(run[3:]), int(query[1:]), name): value for run, query, name, value in found["scores"]}
    for name in {name for *_, name in scores}:
        values = expected.compute(rankings, name)
        for run, query, value in zip(rankings.run, rankings.query, values, strict=True):
            if not math.isclose(scores[int(run), int(query), name], value, abs_tol=CLOSE):
                raise wrong(f"{name} of run {run}, query {query}")


def check_held(first: dict[str, float], last: dict[str, float]) -> None:
    """A process must not hold more at the end than when half was done."""
    if last["memory"] > first["memory"] + MORE or any(
        last[each] > first[each] for each in ("files", "threads", "left")
    ):
        raise wrong(f"a process held {first}, then {last}")


LOADS = (
    Load("{} runs at once, 50 queries of 100 documents", 1000, 2, of_rankings(0, 50, 100, 30, "run")),
    Load("{} runs of 2 queries of 5 documents", 10_000, 2, of_rankings(0, 2, 5, 3, "run")),
    Load("{} queries of 10 documents", 1_000_000, 2, of_rankings(1, 0, 10, 5, "query_id")),
    Load("{} documents of one query", 5_000_000, 20, of_rankings(1, 1, 0, 0, "doc_id")),
    Load("{} subtopics of one query", 100_000, 100, of_subtopics),
    Load("{} measures", 200, 2, of_measures),
    Load(f"{{}} replacements of a database with {READERS} readers", 20, 1, replaced),
    Load("{} evaluations in a process", 500, 2, again(1)),
    Load(f"{{}} evaluations by {THREADS} threads of a process", 512, 2, again(THREADS)),
)
