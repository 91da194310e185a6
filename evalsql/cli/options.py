"""Every argument and option that two commands share, declared once."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.catalog.conventions import CONVENTIONS, Population, Subtopics, Ties
from evalsql.cli.completion import complete_choice, complete_curve, complete_measure, complete_measures
from evalsql.comparing import methods
from evalsql.errors import InputError
from evalsql.inputs.query_lists import read_queries
from evalsql.words import either

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalsql.scoring.options import Options

    Convention = str
else:
    Convention = Literal[tuple(CONVENTIONS)]

DEFAULT_MEASURES = ("nDCG@10", "AP", "RR", "P@10", "R@100")
DEFAULT_COMPARED = ("nDCG@10", "AP")
ADVANCED, FILES, PICTURES = "Advanced", "Files", "Pictures"  # headings in the help of options that few need
OF_SCORES = "; without --qrels, all that RUNS have"
DECIMALS = 4  # that a table shows
DEFAULT_WIDTH = "160mm"  # of a picture
OF_PICTURES = ("picture", "width", "dark", "highlight")
# options of documents that do not count, which are dropped from rankings first
OF_DOCUMENTS = ("without_own", "exclusions", "candidates")
# and with the other options of rankings, what commands lack that read no rankings
OF_SCORING = ("population", "gains", "convention", "queries", "ties", "costs", *OF_DOCUMENTS)
OF_WEIGHTS = (*OF_SCORING, "weights")


def option(text: str, metavar: str | None = None, *names: str, **more: Any) -> Any:
    """An option: its help, how the help writes its value, and its names if the parameter's is not enough."""
    return typer.Option(*names, metavar=metavar, help=text, **more)


def advanced(text: str, metavar: str | None = None, *names: str, **more: Any) -> Any:
    """An option that few need, which stands at the end of the help."""
    return option(text, metavar, *names, rich_help_panel=ADVANCED, **more)


def flag(name: str, text: str, **more: Any) -> Any:
    """An option without a value."""
    return typer.Option(name, help=text, **more)


def argument(text: str, metavar: str, **more: Any) -> Any:
    """An argument."""
    return typer.Argument(metavar=metavar, help=text, **more)


def name_runs(context: typer.Context, runs: list[str]) -> list[Any]:
    """The runs, those with a name that are given as NAME=path."""
    if context.resilient_parsing or not any("=" in each for each in runs or ()):  # report --suite has none
        return runs or []
    from evalsql.inputs.names import parse_named

    return [parse_named(each) for each in runs]


def name_run(context: typer.Context, run: str | None) -> Any:
    """A run, with its name if it is given as NAME=path."""
    return run if run is None else name_runs(context, [run])[0]


Runs = Annotated[
    list[str],
    argument(
        "Runs: files (Parquet, TREC text, CSV, TSV, JSONL; text also .gz or .zst), quoted patterns, folders, "
        "- for standard input, or file.duckdb::table; NAME=path sets the run's name.",
        "RUNS",
        callback=name_runs,
    ),
]
RunsOrScores = Annotated[
    list[str],
    argument(
        "Runs: files, quoted patterns, folders, NAME=path, - or file.duckdb::table. Without --qrels, tables of "
        "scores: run, query_id, metric, value, as 'evalsql evaluate -o' writes them.",
        "RUNS",
        callback=name_runs,
    ),
]
Qrels = Annotated[str, option("Relevance judgments (qrels), in any of the formats above.", "QRELS", "--qrels", "-q")]
OptionalQrels = Annotated[
    str | None,
    option(
        "Judgments. Without them, RUNS are tables of scores, as 'evalsql evaluate -o' writes them.",
        *("QRELS", "--qrels", "-q"),
    ),
]


def measure_option(default: str) -> Any:
    """The option for measures, of a command that has these if none is named."""
    text = f"Measure; repeatable: nDCG@10, 'AP(rel=2)', 'RBP(p=0.8)@20', ndcg_cut_10. [default: {default}]"
    return option(text, "MEASURE", "--measure", "-m", autocompletion=complete_measures)


def one_measure_option(examples: str) -> Any:
    """The option for a measure, of a command that takes one."""
    text = f"Measure: {examples}. 'evalsql metrics' lists them."
    return option(text, "MEASURE", "--measure", "-m", autocompletion=complete_measure)


def curve_option(use: str) -> Any:
    """The option for curves that a database or a page has."""
    text = f"Curve to {use}; repeatable.  [default: nDCG to rank 100, IPrec]"
    return option(text, "CURVE", "--curve", autocompletion=complete_curve)


def choice_option(folder: "methods.Folder", text: str, metavar: str = "NAME", *names: str) -> Any:
    """The option for one or more of what a folder of sql/ holds, such as corrections."""
    return option(text, metavar, *names, autocompletion=complete_choice(folder))


def asked_of(
    measures: "list[str] | None", qrels: str | None, default: "Sequence[str]" = DEFAULT_MEASURES
) -> "Sequence[str]":
    """The measures that are asked for; those of a command by default, or all that tables of scores have."""
    return measures or (default if qrels is not None else ())


Measures = Annotated[list[str] | None, measure_option(", ".join(DEFAULT_MEASURES))]
Compared = Annotated[list[str] | None, measure_option(", ".join(DEFAULT_COMPARED) + OF_SCORES)]
PerQuery = Annotated[bool, flag("--per-query", "Also print the score of every query.")]
Depth = Annotated[int | None, option("Use only the first N documents of each ranking.", "N", min=1)]
Strict = Annotated[bool, flag("--strict", "Check every row for documents retrieved twice.")]
Decimals = Annotated[int | None, option(f"Number of decimals in tables.  [default: {DECIMALS}]", "N", min=0, max=15)]
Top = Annotated[int | None, option("Print the first N rows only.  [default: all; on a terminal 50]", "N", min=1)]
Standardise = Annotated[bool, flag("--standardise", "Standardise scores by all runs first; see 'evalsql standardise'.")]

Tests = Annotated[
    list[str] | None,
    choice_option(
        "significance",
        f"Significance test; repeatable: {', '.join(methods.names('significance'))}.  [default: paired_t]",
        "TEST",
    ),
]
Interval = Annotated[str, choice_option("intervals", f"Of each difference: {either(methods.names('intervals'))}.")]
Correction = Annotated[str, choice_option("corrections", f"For many pairs: {either(methods.names('corrections'))}.")]
Alpha = Annotated[float, option("Significance level; the confidence level is 1 - alpha.")]
Power = Annotated[float, advanced("Target power for queries_needed and detectable.")]
Resamples = Annotated[int, advanced("Number of resamples.", "N")]
Seed = Annotated[int, advanced("Random seed.", "N")]

Slices = Annotated[
    str | None,
    option(
        "Also show each kind of query: a file or table with query_id and attributes of each query, such as its "
        "language (Parquet, CSV, TSV, JSONL, file.duckdb::table).",
        "QUERIES",
    ),
]
ABOUT_BY = (
    "Attributes of --slices, all by default; repeatable: language,intent. Numbers are cut: "
    "length:quartiles, length:5,10."
)
By = Annotated[list[str] | None, option(ABOUT_BY, "ATTRIBUTES")]
SLICED = {"by": "slices"}  # what a command with these two says that it needs

Split = Annotated[
    str | None,
    option("The judgments to read in each collection of a suite, as in qrels/NAME.tsv.  [default: test]", "NAME"),
]
Outside = Annotated[
    bool,
    flag("--outside", "Let a suite file name paths outside its folder and the working directory."),
]
OnlyQueries = Annotated[
    Path | None,
    advanced(
        "Score the queries of this list only: each line is an id, or, of a .tsv, what is before its first tab.",
        *("FILE", "--queries"),
    ),
]
StorageVersion = Annotated[
    str | None,
    advanced(
        "The oldest DuckDB that can open the file, such as v1.2.0, v1.4.0 or latest.  [default: v1.2.0]", "VERSION"
    ),
]


JudgedOnly = Annotated[
    bool,
    flag(
        "--judged-only",
        "Take unjudged documents out of each ranking first, after --depth. Of one measure alone: "
        "'nDCG(judged_only=True)@10'.",
    ),
]
Rel = Annotated[
    float | None,
    option("The lowest relevance that counts as relevant, in measures that do not say.  [default: 1]", "N"),
]
Sort = Annotated[str | None, option("Order by this measure, best first, or by run.  [default: the first]", "MEASURE")]
Ranges = Annotated[
    bool, flag("--ranges", "Show how much higher a mean would be if every unjudged document were relevant.")
]
StrictSuite = Annotated[
    bool,
    flag(
        "--strict",
        "Check every row for documents retrieved twice, and refuse a run that lacks a collection.",
        rich_help_panel=ADVANCED,
    ),
]


def output_option(what: str, form: str, *, trec: bool = False) -> Any:
    """The option for a file, which is refused before any work is done if it cannot be written."""

    def checked(context: typer.Context, output: Path | None) -> Path | None:
        if output is not None and not context.resilient_parsing:  # which is to complete a line for the shell
            if any(each.name == "plot" for each in context.command.params):
                refuse_picture(output)
            check_output(output, trec=trec)
        return output

    forms = f".jsonl, or {form}" if trec else f".jsonl or .duckdb ({form})"
    text = f"Write {what}: .parquet, .csv, .tsv, .json, {forms}."
    return option(text, "FILE", "--output", "-o", callback=checked)


def refuse_picture(output: Path) -> None:
    """Refuses a picture, which another option draws."""
    from evalsql.files.write import ROWS, suffix_of

    if suffix_of(output)[0] not in ROWS:
        from evalsql.charts.save import KINDS

        if output.suffix.lower() in KINDS:
            raise InputError(f"{output}: --output writes rows; for a picture use --plot {output}")


def check_output(output: Path, *, trec: bool = False) -> None:
    """Refuses a file that cannot be written; see write.check_output."""
    from evalsql.files import write
    from evalsql.inputs.formats import trec as text

    write.check_output(output, *([(*write.COPY_OPTIONS, *text.SUFFIXES)] if trec else []))


def output_group(what: str, table: str | None) -> dict[str, tuple[Any, Any]]:
    """The options of a command that writes rows: which file, and what is done with a table of it that exists."""
    form = f"table {table}" if table else "a table named for the part"
    append = "Add the rows to the table of a DuckDB file, with columns label and evaluated_at (the time, in UTC)."
    label = "Value of the label column of these rows; --append refuses one that exists."
    anew = "With --append: replace the rows of this label."
    return {
        "output": (Annotated[Path | None, output_option(what, form)], None),
        "force": (Annotated[bool, flag("--force", "Replace the table if it exists.", rich_help_panel=FILES)], False),
        "append": (Annotated[bool, flag("--append", append, rich_help_panel=FILES)], False),
        "label": (Annotated[str | None, option(label, "TEXT", "--label", rich_help_panel=FILES)], None),
        "replace_label": (Annotated[bool, flag("--replace-label", anew, rich_help_panel=FILES)], False),
    }


def plot_group(pictures: "Sequence[str]", usual: str, runs: bool) -> dict[str, tuple[Any, Any]]:
    """The options of a command that draws: which of its pictures, and how; --highlight if lines are of runs."""

    def checked(context: typer.Context, plot: Path | None) -> Path | None:
        if plot is not None and not context.resilient_parsing:
            from evalsql.charts.save import check_picture

            check_picture(plot)
        return plot

    def among(picture: str | None) -> str | None:
        if picture is not None and picture not in pictures:
            raise InputError(f"there is no picture {picture!r} here; --picture takes {either(pictures)}")
        return picture

    def complete(incomplete: str) -> list[str]:
        return [each for each in pictures if each.startswith(incomplete)]

    file = "Also draw a picture: .svg, .png, .pdf or .html. Needs pip install 'evalsql[charts]'."
    which = f"Which picture: {either(pictures)}.  [default: {usual or pictures[0]}]"
    wide = "Width of the picture: 84mm is a column of a paper."
    some = "Emphasise a run among more than twelve; repeatable. The best and a baseline always are."
    panel = {"rich_help_panel": PICTURES}
    choice = option(which, "NAME", "--picture", callback=among, autocompletion=complete, **panel)
    group = {
        "plot": (Annotated[Path | None, option(file, "FILE", "--plot", callback=checked)], None),
        "picture": (Annotated[str | None, choice], None),
        "width": (Annotated[float, option(wide, "MM", "--width", parser=millimetres, **panel)], DEFAULT_WIDTH),
        "dark": (Annotated[bool, flag("--dark", "Draw the picture on a dark ground.", **panel)], False),
        "highlight": (Annotated[list[str] | None, option(some, "RUN", "--highlight", **panel)], None),
    }
    wanted = {"picture": len(pictures) > 1, "highlight": runs}
    return {name: each for name, each in group.items() if wanted.get(name, True)}


def millimetres(text: object) -> float:
    """A width as it is typed: 84, 84mm or 8.4cm."""
    number, factor = str(text).strip().lower(), 1.0
    for unit, size in (("mm", 1.0), ("cm", 10.0), ("in", 25.4)):
        if number.endswith(unit):
            number, factor = number.removesuffix(unit), size
    try:
        return float(number) * factor
    except ValueError:
        raise InputError(f"a number of millimetres was expected, such as 84mm, not {text!r}") from None


def where_option(inputs: str) -> Any:
    """The option --where of a command whose rows of these inputs are chosen."""
    text = f"Read only rows of {inputs} that meet this condition on their own columns: \"dt = '2026-11-22'\"."
    return advanced(text, "SQL", "--where")


def settings_of(
    threads: int | None, memory_limit: str | None, others: list[str] | None, init: Path | None
) -> dict[str, str | int]:
    """What to tell DuckDB."""
    settings: dict[str, Any] = {"threads": threads, "memory_limit": memory_limit, "init": init and str(init)}
    for each in others or []:
        name, sign, value = each.partition("=")
        if not sign or not name or settings.get(name) is not None:
            expected = "NAME=VALUE was expected, such as temp_directory=/scratch"
            raise InputError(f"--set {each}: {f'{name} is set twice' if sign and name else expected}")
        settings[name] = value
    return {name: value for name, value in settings.items() if value is not None}


COMMA = r",(?=[a-z_]+(?:\.[a-z_]+)?=)"  # between two choices; a name of a column may hold one too


def chosen_columns(choices: list[str] | None) -> dict[str, str] | None:
    """What each `runs.run=ranker` says, or None if there is none."""
    chosen: dict[str, str] = {}
    for each in (each for words in choices or [] for each in re.split(COMMA, words)):
        ours, sign, theirs = each.partition("=")
        if not sign or not theirs:
            raise InputError(f"--columns {each}: OURS=THEIRS was expected, such as runs.run=ranker")
        if chosen.setdefault(ours, theirs) != theirs:
            raise InputError(f"--columns {ours} is said to be {chosen[ours]} and {theirs}; one was expected")
    return chosen or None


def score_options(
    measure: Measures = None,
    per_query: PerQuery = False,
    depth: Depth = None,
    judged_only: JudgedOnly = False,
    rel: Rel = None,
    sort: Sort = None,
    top: Top = None,
    decimals: Decimals = None,
    ranges: Ranges = False,
    slices: Slices = None,
    by: By = None,
    strict: Strict = False,
) -> None:
    """The options of the commands that print scores."""


def evaluation_options(
    population: Annotated[
        Population | None,
        advanced(
            "qrels: every judged query; one that a run does not answer scores as an empty ranking. intersection: of "
            "each run, the judged queries it answers.  [default: qrels, unless a convention says otherwise]"
        ),
    ] = None,
    ties: Annotated[
        Ties | None,
        advanced(
            "Order of equal scores. trec_eval: doc_id, highest bytes first. input: as in the file. best, worst: the "
            "most relevant first, or last. average: the expected value over all orders.  [default: trec_eval]"
        ),
    ] = None,
    queries: OnlyQueries = None,
    gains: Annotated[
        str | None,
        advanced("Gains that differ by query: a file or table with columns query_id, relevance, gain.", "TABLE"),
    ] = None,
    subtopics: Annotated[
        Subtopics,
        advanced(
            "Whether judgments are by subtopic. auto: a column subtopic names them, and field 2 of TREC text where "
            "some document is judged under two of its values for one query. yes: field 2 anyway. no: neither."
        ),
    ] = "auto",
    weights: Annotated[
        str | None,
        advanced("Weights of subtopics: a file or table with columns query_id, subtopic, weight.", "TABLE"),
    ] = None,
    without_own: Annotated[
        bool,
        flag(
            "--without-own",
            "Drop a document whose id equals the query id (ArguAna, Quora).",
            rich_help_panel=ADVANCED,
        ),
    ] = False,
    exclusions: Annotated[
        str | None,
        advanced(
            "Documents dropped before ranking: a file or table with columns query_id, doc_id.",
            "TABLE",
        ),
    ] = None,
    candidates: Annotated[
        str | None,
        advanced(
            "The only documents kept before ranking: a file or table with columns query_id, "
            "doc_id, or doc_id alone, for all queries.",
            "TABLE",
        ),
    ] = None,
    costs: Annotated[
        str | None,
        advanced(
            "Cost of examining a document: a file or table with columns doc_id, cost, and query_id if it differs by "
            "query.",
            "TABLE",
        ),
    ] = None,
    where: str | None = None,
    convention: Annotated[
        Convention | None,
        advanced(
            f"Give another tool's numbers: {either(tuple(CONVENTIONS))}. 'evalsql metrics --conventions' says what "
            "each changes.",
            "TOOL",
        ),
    ] = None,
    columns: Annotated[
        list[str] | None,
        advanced(
            "Map a column of the inputs to one of evalsql; repeatable: runs.run=ranker, qrels.relevance=stars.",
            "OURS=THEIRS",
        ),
    ] = None,
    threads: Annotated[int | None, advanced("Number of threads.  [default: all]", "N", min=1)] = None,
    memory_limit: Annotated[
        str | None,
        advanced(
            "Memory limit, such as 500MB or 4GB; what does not fit goes to disk.  [default: 80% of RAM]",
            "SIZE",
        ),
    ] = None,
    set: Annotated[
        list[str] | None,
        advanced("A setting of DuckDB, such as temp_directory=/scratch; repeatable.", "NAME=VALUE", "--set"),
    ] = None,
    init: Annotated[
        Path | None,
        advanced(
            "SQL to run in DuckDB first: settings, secrets, 'load httpfs', so that s3:// and https:// can be read.",
            "FILE",
        ),
    ] = None,
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
        "settings": settings_of(threads, memory_limit, set, init),
    }
