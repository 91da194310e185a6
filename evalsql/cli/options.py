"""Arguments and options that commands share, each declared once."""

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.catalog.conventions import CONVENTIONS, Population, Subtopics, Ties
from evalsql.cli.completion import complete_choice, complete_curve, complete_measure, complete_measures
from evalsql.cli.documents import NAMES as OF_DOCUMENTS
from evalsql.cli.documents import Candidates, Exclusions, WithoutOwn
from evalsql.cli.lakes import name_runs, where_option
from evalsql.cli.parameters import with_parameters
from evalsql.errors import InputError
from evalsql.inputs.query_lists import read_queries

if TYPE_CHECKING:
    from evalsql.comparing import choices
    from evalsql.scoring.options import Options

    Convention = str
else:
    Convention = Literal[tuple(CONVENTIONS)]

RowsFormat = Literal["table", "csv", "json"]

DEFAULT_MEASURES = ("nDCG@10", "AP", "RR", "P@10", "R@100")
DEFAULT_COMPARED = ("nDCG@10", "AP")
ADVANCED = "Advanced"  # the heading in the help of options that few need
OF_SCORES = "; without --qrels, all that RUNS have"


Runs = Annotated[
    list[str],
    typer.Argument(
        metavar="RUNS",
        callback=name_runs,
        help="Runs: files (Parquet, TREC text, CSV, TSV, JSONL; text also .gz or .zst), quoted patterns, folders, "
        "- for standard input, or file.duckdb::table; NAME=path calls a run so.",
    ),
]
RunsOrScores = Annotated[
    list[str],
    typer.Argument(
        metavar="RUNS",
        callback=name_runs,
        help="Runs: files, quoted patterns, folders, NAME=path, - or file.duckdb::table. Without --qrels, tables of "
        "scores: run, query_id, metric, value, as 'evalsql evaluate -o' writes them.",
    ),
]
Qrels = Annotated[str, typer.Option("--qrels", "-q", metavar="QRELS", help="Judgments, in any of these forms.")]
OptionalQrels = Annotated[
    str | None,
    typer.Option(
        "--qrels",
        "-q",
        metavar="QRELS",
        help="Judgments. Without them, RUNS are tables of scores, as 'evalsql evaluate -o' writes them.",
    ),
]


def measure_option(default: str) -> Any:
    """The option for measures, of a command that has these where none is named."""
    text = f"Measure; repeatable: nDCG@10, 'AP(rel=2)', 'RBP(p=0.8)@20', ndcg_cut_10. [default: {default}]"
    return typer.Option("--measure", "-m", metavar="MEASURE", autocompletion=complete_measures, help=text)


def one_measure_option(examples: str) -> Any:
    """The option for a measure, of a command that takes one."""
    text = f"Measure: {examples}. 'evalsql metrics' lists them."
    return typer.Option("--measure", "-m", metavar="MEASURE", autocompletion=complete_measure, help=text)


def curve_option(use: str) -> Any:
    """The option for curves that a database or a page has."""
    text = f"Curve to {use}; repeatable.  [default: nDCG to rank 100, IPrec]"
    return typer.Option("--curve", metavar="CURVE", autocompletion=complete_curve, help=text)


def choice_option(folder: "choices.Folder", text: str, metavar: str = "NAME") -> Any:
    """The option for one or more of what a folder of sql/ holds, such as corrections."""
    return typer.Option(metavar=metavar, autocompletion=complete_choice(folder), help=text)


Measures = Annotated[list[str] | None, measure_option(", ".join(DEFAULT_MEASURES))]


PopulationOption = Annotated[
    Population | None,
    typer.Option(
        "--population",
        help="qrels: every judged query; one that a run does not answer scores as an empty ranking. "
        "intersection: of each run, the judged queries it answers.  [default: qrels, if no convention says otherwise]",
        rich_help_panel=ADVANCED,
    ),
]
TiesOption = Annotated[
    Ties | None,
    typer.Option(
        "--ties",
        help="Order of equal scores. trec_eval: doc_id, highest bytes first. input: as in the file. best, worst: the "
        "most relevant first, or last. average: the expected value over all orders.  [default: trec_eval]",
        rich_help_panel=ADVANCED,
    ),
]
OnlyQueries = Annotated[
    Path | None,
    typer.Option(
        "--queries",
        metavar="FILE",
        help="Score the queries of this list only: each line is an id, or, of a .tsv, what is before its first tab.",
        rich_help_panel=ADVANCED,
    ),
]
ConventionOption = Annotated[
    Convention | None,
    typer.Option(
        "--convention",
        help="Reproduce another tool's conventions. "
        + " ".join(f"{name}: {convention.about}." for name, convention in CONVENTIONS.items()),
        rich_help_panel=ADVANCED,
    ),
]
Gains = Annotated[
    str | None,
    typer.Option(
        "--gains",
        metavar="TABLE",
        help="Gains that differ by query: a file or table with columns query_id, relevance, gain.",
        rich_help_panel=ADVANCED,
    ),
]
SubtopicsOption = Annotated[
    Subtopics,
    typer.Option(
        "--subtopics",
        help="Whether judgments are by subtopic. auto: a column subtopic names them, and field 2 of TREC text where "
        "some document is judged under two of its values for one query. yes: field 2 anyway. no: neither.",
        rich_help_panel=ADVANCED,
    ),
]
Weights = Annotated[
    str | None,
    typer.Option(
        "--weights",
        metavar="TABLE",
        help="Weights of subtopics: a file or table with columns query_id, subtopic, weight.",
        rich_help_panel=ADVANCED,
    ),
]
Costs = Annotated[
    str | None,
    typer.Option(
        "--costs",
        metavar="TABLE",
        help="What users pay who look at a document: a file or table with columns doc_id, cost, and query_id where "
        "that differs by query.",
        rich_help_panel=ADVANCED,
    ),
]
ColumnsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--columns",
        metavar="OURS=THEIRS",
        help="Which column of the inputs is which of ours, where its name does not say so; repeatable: "
        "runs.run=ranker, qrels.relevance=stars.",
    ),
]


Init = Annotated[
    Path | None,
    typer.Option(
        "--init",
        metavar="FILE",
        help="SQL to run in DuckDB first: settings, secrets, 'load httpfs', so that s3:// and https:// can be read.",
        rich_help_panel=ADVANCED,
    ),
]
Threads = Annotated[
    int | None,
    typer.Option(
        "--threads", min=1, metavar="N", help="How many threads to use.  [default: all]", rich_help_panel=ADVANCED
    ),
]
MemoryLimit = Annotated[
    str | None,
    typer.Option(
        "--memory-limit",
        metavar="SIZE",
        help="How much memory to use, such as 500MB or 4GB; what does not fit goes to disk.  [default: 80% of RAM]",
        rich_help_panel=ADVANCED,
    ),
]
TempDirectory = Annotated[
    Path | None,
    typer.Option(
        "--temp-directory",
        metavar="FOLDER",
        help="Directory for temporary files.  [default: the system's]",
        rich_help_panel=ADVANCED,
    ),
]

StorageVersion = Annotated[
    str | None,
    typer.Option(
        "--storage-version",
        metavar="VERSION",
        help="The oldest DuckDB that can open the file, such as v1.2.0, v1.4.0 or latest.  [default: v1.2.0]",
        rich_help_panel=ADVANCED,
    ),
]


def settings_of(
    threads: int | None, memory_limit: str | None, temp_directory: Path | None, init: Path | None = None
) -> dict[str, str | int]:
    """What to tell DuckDB."""
    settings = {
        "threads": threads,
        "memory_limit": memory_limit,
        "temp_directory": temp_directory and str(temp_directory),
        "init": init and str(init),
    }
    return {name: value for name, value in settings.items() if value is not None}


def chosen_columns(choices: list[str] | None) -> dict[str, str] | None:
    """What each `runs.run=ranker` says, or None where there is none."""
    chosen: dict[str, str] = {}
    for each in choices or []:
        ours, sign, theirs = each.partition("=")
        if not sign or not theirs:
            raise InputError(f"--columns {each}: OURS=THEIRS was expected, such as runs.run=ranker")
        if chosen.setdefault(ours, theirs) != theirs:
            raise InputError(f"--columns {ours} is said to be {chosen[ours]} and {theirs}; one was expected")
    return chosen or None


StandardiseOption = Annotated[
    bool, typer.Option("--standardise", help="Standardise scores by all runs first; see 'evalsql standardise'.")
]
FormatOption = Annotated[RowsFormat, typer.Option(help="How to print.")]


def evaluation_options(
    population: PopulationOption = None,
    ties: TiesOption = None,
    queries: OnlyQueries = None,
    gains: Gains = None,
    subtopics: SubtopicsOption = "auto",
    weights: Weights = None,
    without_own: WithoutOwn = False,
    exclusions: Exclusions = None,
    candidates: Candidates = None,
    costs: Costs = None,
    where: str | None = None,
    convention: ConventionOption = None,
    columns: ColumnsOption = None,
    threads: Threads = None,
    memory_limit: MemoryLimit = None,
    temp_directory: TempDirectory = None,
    init: Init = None,
) -> "Options":
    """The options that say how runs are evaluated, as Evaluation takes them."""
    return {
        "population": population,
        "ties": ties,
        "queries": read_queries(queries) if queries is not None else None,
        "gains": gains,
        "subtopics": subtopics,
        "weights": weights,
        "without_own": without_own or None,
        "exclusions": exclusions,
        "candidates": candidates,
        "costs": costs,
        "where": where,
        "convention": convention,
        "columns": chosen_columns(columns),
        "settings": settings_of(threads, memory_limit, temp_directory, init),
    }


def with_evaluation_options(
    command: Callable[..., None], without: tuple[str, ...] = (), inputs: str = "RUNS"
) -> Callable[..., None]:
    """A command that has the options of `evaluation_options` in place of its parameter `options`, which gets them."""
    every = inspect.signature(evaluation_options).parameters.items()
    shared = {name: (each.annotation, each.default) for name, each in every if name not in without}
    shared["where"] = (Annotated[str | None, where_option(inputs)], None)

    def called(**given: Any) -> None:
        from evalsql.connections import open_ahead

        options = evaluation_options(**{name: given.pop(name) for name in shared})
        open_ahead(options.get("settings") or {})
        command(**given, options={name: value for name, value in options.items() if name not in without})

    return with_parameters(command, called, shared, "options")


OF_RANKINGS = ("queries", "ties", "costs", *OF_DOCUMENTS)
with_order_options = partial(with_evaluation_options, without=("queries", "costs"))
with_built_options = partial(with_evaluation_options, without=OF_DOCUMENTS)
OF_SCORING = ("population", "gains", "convention", *OF_RANKINGS)
with_weighted_options = partial(with_evaluation_options, without=OF_SCORING)
with_input_options = partial(with_evaluation_options, without=(*OF_SCORING, "weights"))
