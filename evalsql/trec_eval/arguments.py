"""The line of trec_eval: its arguments, what it prints of them, and the status it ends with."""

import getopt
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import typer

from evalsql import scratch
from evalsql.catalog.conventions import Subtopics
from evalsql.catalog.measure import Measure
from evalsql.catalog.trec_measures import OF_FORMATS, Line, family_of, lines_of, with_level
from evalsql.errors import InputError
from evalsql.inputs.fields import holds_preferences
from evalsql.inputs.formats import trec as trec_text
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.zscores import standardize
from evalsql.trec_eval import lines as printed
from evalsql.words import one_line

VERSIONS = {"9": ("trec_eval-9", "9.0.8"), "10": ("trec_eval-10", "10.0")}
# the statuses of what is refused, by the kind of problem
STATUSES = {"retrieved twice": 4, "judged twice": 4, "no query in common": 7}
VARIABLE = "EVALSQL_TREC_EVAL"  # which of them, where --trec-eval does not say
# whether field 2 is the judge; lines of preferences say who it is
SUBTOPICS: dict[str, Subtopics] = {"qrels": "no", "prefs": "auto", "qrels_prefs": "yes", "qrels_jg": "yes"}
OPTIONS = "hvqcnJl:m:M:N:R:T:D:Z:o"
LONG = {
    "help": "-h",
    "version": "-v",
    "query_eval_wanted": "-q",
    "measure=": "-m",
    "complete_rel_info_wanted": "-c",
    "level_for_rel=": "-l",
    "nosummary": "-n",
    "Debug_level=": "-D",
    "Judged_docs_only": "-J",
    "Number_docs_in_coll=": "-N",
    "Max_retrieved_per_topic=": "-M",
    "Rel_info_format=": "-R",
    "Results_format=": "-T",
    "Output_old_results_format=": "-o",
    "Zscore=": "-Z",
    "trec-eval=": "--trec-eval",
}
USAGE = (
    "Usage: evalsql trec_eval [-h] [-q] [-c] [-n] [-J] [-l N] [-M N] [-N N] [-R FORMAT] [-m MEASURE]... QRELS RUN..."
)
HELP = f"""{USAGE}

Scores a run as trec_eval does, and prints what it prints, to the byte. Of several runs, the lines of each, run by run.

 -q  the values of each query too          -c  judged queries that the run does not answer count, as 0
 -n  no values of all queries              -J  documents that are not judged are left out
 -m  a measure, as map, P.5,10, or a set: official (default), all_trec, set; repeatable
 -R  what the judgments are: qrels (default), with judges in field 2 qrels_jg, whose measures are the set qrels_jg, or
     qrels_prefs; or prefs, with lines of query, judge, subgroup, document, relevance. The last two have all_prefs
 -l  the lowest relevance that counts as relevant (1)
 -M  how many documents of each query are looked at
 -N  how many documents the collection has, for utility
 -Z  a file of means and standard deviations, by which values are standardized: query, measure, mean, deviation
 -v  the version                           --trec-eval 9 or 10, or {VARIABLE} in the environment: which version
"""


@dataclass
class Asked:
    """What the arguments say."""

    convention: str  # the version that is followed
    files: Sequence[str] = ()  # the judgments, and the runs
    measures: list[str] = field(default_factory=list)  # the texts of -m
    flags: set[str] = field(default_factory=set)  # the options without a value that are there
    level: int = 1  # the lowest relevance that counts
    depth: int | None = None  # how many documents of a ranking count; all if None
    size: int = 0  # how many documents the collection has; 0 if nobody says
    standard: str | None = None  # the file of -Z
    form: str = "qrels"  # the format of the judgments


class Ended(Exception):
    """The end, with what is said on standard error, and the status."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


def main(arguments: Sequence[str]) -> int:
    """Does what trec_eval does with these arguments, and gives the status to end with."""
    try:
        asked = read(arguments)
        if "-h" in asked.flags:
            typer.echo(HELP + described(asked), nl=False)
            return 0
        qrels, *runs = asked.files
        with plain(runs) as copied:
            return answer(asked, qrels, copied)
    except Ended as ended:
        text, below, usage = str(ended).partition(f"\n{USAGE}")
        typer.echo(one_line(text) + below + usage, err=True)
        return ended.status


def read(arguments: Sequence[str]) -> Asked:
    """What arguments say."""
    try:
        options, files = getopt.gnu_getopt(list(arguments), OPTIONS, list(LONG))
    except getopt.GetoptError as error:
        raise Ended(f"trec_eval: {error}\n{USAGE}", 1) from None
    short = {f"--{name.rstrip('=')}": option for name, option in LONG.items()}
    said = [(short.get(option, option), value) for option, value in options]
    version = dict(said).get("--trec-eval", os.environ.get(VARIABLE, "10"))
    if version not in VERSIONS:
        raise Ended(f"trec_eval: the versions are {', '.join(VERSIONS)}, not {version}", 1)
    asked = Asked(VERSIONS[version][0], files)
    for option, value in said:
        if option == "-v":
            raise Ended(f"trec_eval version {VERSIONS[version][1]} (as evalsql has it)", 0)
        if option == "-m":
            asked.measures.append(value)
        elif option in ("-l", "-M", "-N"):
            set_number(asked, option, value)
        elif option in ("-R", "-T"):
            known = list(OF_FORMATS) if option == "-R" else ["trec_results"]
            if value not in known:
                raise Ended(f"trec_eval: {option} {value} is not here; it takes {', '.join(known)}", 2)
            asked.form = value if option == "-R" else asked.form
        elif option == "-Z":
            asked.standard = value
        else:
            asked.flags.add(option)
    if (len(files) < 2 or files[1:].count("-") > 1) and "-h" not in asked.flags:
        raise Ended(USAGE, 1)
    return asked


def set_number(asked: Asked, option: str, value: str) -> None:
    """Sets what an option with a number says."""
    try:
        number = int(value.replace("_", "?"))  # which Python would read over
    except ValueError:
        raise Ended(f"trec_eval: {option} takes a whole number, not {value!r}", 1) from None
    if number < 1:
        raise Ended(f"trec_eval: {option} takes a number of 1 or more, not {number}", 1)
    setattr(asked, {"-l": "level", "-M": "depth", "-N": "size"}[option], number)


@contextmanager
def plain(runs: Sequence[str]) -> Iterator[list[str]]:
    """The paths of runs; a copy of the one on standard input."""
    if "-" not in runs:
        yield [*runs]
        return
    with scratch.folder() as folder:
        copy = folder / "run"
        with copy.open("wb") as target:
            shutil.copyfileobj(sys.stdin.buffer, target)
        yield [str(copy) if run == "-" else run for run in runs]


def lines_asked(asked: Asked) -> list[Line]:
    """The lines to print."""
    try:
        lines = lines_of(asked.measures or ["official"], asked.convention)
    except InputError as error:
        raise Ended(f"trec_eval: {error}", 1) from None
    if asked.level != 1:
        lines = [with_level(line, asked.level, "-c" in asked.flags) for line in lines]
    if asked.standard is not None and "-c" in asked.flags:
        lines = [raw_of_all(line) for line in lines]
    if asked.size:
        lines = [with_size(line, asked.size) for line in lines]
    return lines


def raw_of_all(line: Line) -> Line:
    """The line of all queries of num_rel, which has no standard score; judged_only leaves the number as it is."""
    of_all = line.of_all or line.measure
    return replace(line, of_all=replace(of_all, judged_only=True)) if of_all and line.name == "num_rel" else line


def with_size(line: Line, size: int) -> Line:
    """A line whose measure is told how many documents the collection has, if it takes that."""
    if line.measure is None or "size" not in line.measure.metric.parameters:
        return line
    return replace(line, measure=Measure(line.measure.metric, {**line.measure.values, "size": float(size)}))


def described(asked: Asked) -> str:
    """What the measures asked for are."""
    measures = [line for line in lines_asked(asked) if line.measure] if asked.measures else []
    return "".join(f"\n{line.name}: {line.measure.metric.about}\n" for line in measures if line.measure)


def answer(asked: Asked, qrels: str, runs: Sequence[str]) -> int:
    """Scores runs and prints the lines; gives the status to end with."""
    for path, what in ((qrels, "judgments"), *((run, "run") for run in runs)):
        if not os.path.isfile(path) or os.path.getsize(path) == 0:
            raise Ended(f"trec_eval: {path}: cannot be read as {what}", 2)
    lines = lines_asked(asked)
    for line in lines:
        if family_of(line.name) not in OF_FORMATS[asked.form]:
            raise Ended(f"trec_eval: {line.name} is not a measure of -R {asked.form}", 4)
    if asked.form == "prefs" and not holds_preferences(qrels):
        said = (
            "lines of query, judge, subgroup, document and relevance were expected, with documents that are not numbers"
        )
        raise Ended(f"trec_eval: {qrels}: {said}", 2)
    style = printed.Style(
        per_query="-q" in asked.flags,
        summary="-n" not in asked.flags,
        complete=printed.stops(asked.convention, "qrels" if "-c" in asked.flags else None),
        condensed="-J" in asked.flags,
        standardised=asked.standard is not None,
        tags=printed.tags_of(runs),
    )
    measures = printed.measures_of(lines)
    trec_text.comments = asked.convention != VERSIONS["9"][0]  # version 9 knows none
    try:
        # what texts of relevances are made of is kept
        evaluation = Evaluation(
            printed.as_one(runs),
            qrels,
            population="qrels" if "-c" in asked.flags else "intersection",
            depth=asked.depth,
            judged_only="-J" in asked.flags,
            subtopics=SUBTOPICS[asked.form],
            measures=measures,
            convention=asked.convention,
            keep=printed.reads_documents(lines),
        )
        evaluation.compute(measures)
        if asked.standard is not None:
            printed.amend(evaluation, lines, style)
            # a number of queries is not a score
            named = {line.name: str(line.measure) for line in lines if line.measure and line.name != "num_q"}
            standardize(evaluation.connection, named, asked.standard)
    except InputError as error:
        raise Ended(f"trec_eval: {error}", STATUSES.get(error.kind, 2)) from None
    finally:
        trec_text.comments = True
    return printed.print_lines(evaluation, lines, style)
