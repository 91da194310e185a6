"""The arguments and options of commands: signatures have their types and defaults, and texts the rest of the help."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import typer

from evalsql.catalog.conventions import CONVENTIONS, Duplicates, Population, Subtopics, Ties
from evalsql.cli.completion import complete_choice, complete_curve, complete_measure, complete_measures
from evalsql.comparing import methods
from evalsql.errors import CatalogError, InputError
from evalsql.inputs.query_lists import read_queries
from evalsql.words import either

if TYPE_CHECKING:
    from evalsql.scoring.options import Options

    MeanInterval = str
else:
    MeanInterval = Literal[methods.OF_MEANS]

DEFAULT_MEASURES = ("nDCG@10", "AP", "RR", "P@10", "R@100")
DEFAULT_COMPARED = ("nDCG@10", "AP")
DECIMALS = 4  # that a table shows
DEFAULT_WIDTH = "160mm"  # of a picture
OF_PICTURES = ("picture", "width", "dark", "highlight")
# options of documents that do not count, which are dropped from rankings first
OF_DOCUMENTS = ("without_own", "exclusions", "candidates", "duplicates")
# and with the other options of rankings, what commands lack that read no rankings
OF_SCORING = ("population", "gains", "convention", "queries", "ties", "costs", *OF_DOCUMENTS)
OF_WEIGHTS = (*OF_SCORING, "weights")


Group = dict[str, tuple[Any, Any]]  # options, each with its annotation and its default
Tool: Any = Literal[tuple(CONVENTIONS)]
SCORES: Group = {  # the options of the commands that print scores
    "measure": (list[str] | None, None),
    "per_query": (bool, False),
    "depth": (int | None, None),
    "judged_only": (bool, False),
    "rel": (float | None, None),
    "sort": (str | None, None),
    "top": (int | None, None),
    "decimals": (int | None, None),
    "ranges": (bool, False),
    "ci": (MeanInterval | None, None),
    "slices": (str | None, None),
    "by": (list[str] | None, None),
    "strict": (bool, False),
}
DECIDED: Group = {  # the options that say how runs are compared
    "correction": (str, "holm"),
    "interval": (str, "student"),
    "alpha": (float, 0.05),
    "power": (float, 0.8),
    "resamples": (int, 10_000),
    "seed": (int, 0),
}
EVALUATION: Group = {  # the options that say how runs are evaluated
    "population": (Population | None, None),
    "ties": (Ties | None, None),
    "queries": (Path | None, None),
    "gains": (str | None, None),
    "subtopics": (Subtopics, "auto"),
    "weights": (str | None, None),
    "without_own": (bool, False),
    "exclusions": (str | None, None),
    "candidates": (str | None, None),
    "duplicates": (Duplicates | None, None),
    "costs": (str | None, None),
    "where": (str | None, None),
    "convention": (Tool | None, None),
    "columns": (list[str] | None, None),
    "threads": (int | None, None),
    "memory_limit": (str | None, None),
    "set": (list[str] | None, None),
    "init": (Path | None, None),
}
GROUPS = {"scoring": EVALUATION, "look": SCORES, "decided": DECIDED}  # by the parameter that asks for one
FOLDERS: "dict[str, methods.Folder]" = {  # of sql/, whose files are the values
    "test": "significance",
    "correction": "corrections",
    "interval": "intervals",
    "coefficient": "correlations",
}
HERE = Path(__file__).parent
ENTRY = re.compile(r"^(?P<head>\S.*)\n(?P<text>(?: {4}.+\n)+)", re.MULTILINE)  # of a parameter: its head, and its help
# --measure, -m MEASURE, or --depth N 1.. (Advanced), or runs RUNS if it is an argument
HEAD = re.compile(
    r"(?P<names>[\w-]+(?:, [\w-]+)*)(?: (?P<metavar>[^\s(]\S*?))??"
    r"(?: (?P<min>\d+)\.\.(?P<max>\d*))?(?: \((?P<panel>\w+)\))?"
)
WORDS: dict[str, Callable[[], str]] = {  # what {words} of help.txt stand for in every command
    "measure": lambda: "Measure; repeatable: nDCG@10, 'AP(rel=2)', 'RBP(p=0.8)@20', ndcg_cut_10.",
    "measures": lambda: ", ".join(DEFAULT_MEASURES),
    "compared": lambda: ", ".join(DEFAULT_COMPARED),
    "of_scores": lambda: "; without --qrels, all that RUNS have",
    "conventions": lambda: either(tuple(CONVENTIONS)),
    "significance": lambda: ", ".join(methods.names("significance")),
    "together": lambda: ", ".join(methods.names("significance", "runs")),
    "corrections": lambda: either(methods.names("corrections")),
    "intervals": lambda: either(methods.names("intervals")),
    "correlations": lambda: methods.in_brief("correlations"),
    "discrimination": lambda: methods.in_brief("discrimination"),
}


def parsed(text: str) -> tuple[str, dict[str, re.Match[str]]]:
    """What stands above the entries of a text, and these, by parameter."""
    first, entries = ENTRY.search(text), {}
    for entry in ENTRY.finditer(text):
        names = head_of(entry)["names"].split(", ")
        for name in names[:1] if names[0].startswith("-") else names:
            entries[name.removeprefix("--").replace("-", "_")] = entry
    return text[: first.start()] if first else text, entries


@cache
def help_of(command: str) -> tuple[str, dict[str, re.Match[str]]]:
    """What the text beside a command says of it, and of its own parameters."""
    about, entries = parsed((HERE / "commands" / f"{command}.txt").read_text(encoding="utf-8"))
    return re.sub("^Examples:", "\b\nExamples:", about, flags=re.MULTILINE), entries


@cache
def shared_help() -> dict[str, dict[str, re.Match[str]]]:
    """What help.txt says of parameters, by command, or by "" of those that are the same in all."""
    every, *parts = re.split(r"^# (.+)\n", (HERE / "help.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    some = zip(parts[::2], map(parsed, parts[1::2]), strict=True)
    found: dict[str, dict[str, re.Match[str]]] = {"": parsed(every)[1]}
    for commands, (_, entries) in some:
        for command in commands.split(", "):
            found[command] = found.get(command, {}) | entries
    return found


@cache
def entries_of(command: str) -> dict[str, re.Match[str]]:
    """The entries of a command: its own first, then those that it shares with some, then those of all."""
    shared = shared_help()
    return shared[""] | shared.get(command, {}) | help_of(command)[1]


@cache
def head_of(entry: re.Match[str]) -> re.Match[str]:
    head = HEAD.fullmatch(entry["head"])
    if head is None:
        raise CatalogError(f"help: {entry['head']}: --names, a metavar, N.. and (Panel) were expected")
    return head


def declared(command: str, name: str, annotation: Any, words: Mapping[str, str]) -> Any:
    """The annotation of a parameter with all that help.txt says of it; `words` are those of one command."""
    entry = entries_of(command).get(name.rstrip("_"))
    if entry is None:
        raise CatalogError(f"neither {command}.txt nor help.txt has an entry for the parameter {name}")
    type_, own = get_args(annotation) if get_origin(annotation) is Annotated else (annotation, {})
    head, several = head_of(entry), "list[" in str(type_)
    text = re.sub(r" *\[default", "  [default", " ".join(entry["text"].split()))
    settings: dict[str, Any] = {
        "help": re.sub(r"\{(\w+)\}", lambda word: words[word[1]] if word[1] in words else WORDS[word[1]](), text),
        "metavar": head["metavar"],
        "rich_help_panel": head["panel"],
        **{limit: int(head[limit]) for limit in ("min", "max") if head[limit]},
        **completion(name, head["metavar"], several),
    }
    if head["names"].startswith("-"):
        settings |= {"callback": name_run} if head["metavar"] in ("OLD", "[NAME=]QUERIES") else {}
        return Annotated[type_, typer.Option(*head["names"].split(", "), **settings | own)]
    if head["metavar"] in ("RUNS", "SUITE", "NEW"):
        settings["callback"] = name_runs if several else name_run
    return Annotated[type_, typer.Argument(**settings | own)]


def completion(name: str, metavar: str | None, several: bool) -> dict[str, Any]:
    """What completes the values of a parameter for the shell, if anything does."""
    if metavar == "CURVE":
        return {"autocompletion": complete_curve}
    if metavar in ("MEASURE", "[NAME]"):
        return {"autocompletion": complete_measures if several or metavar == "[NAME]" else complete_measure}
    return {"autocompletion": complete_choice(FOLDERS[name])} if name in FOLDERS else {}


def name_runs(context: typer.Context, runs: list[str]) -> list[Any]:
    """The runs, those with a name that are given as NAME=path."""
    if context.resilient_parsing or not any("=" in each for each in runs or ()):  # report --suite has none
        return runs or []
    from evalsql.inputs.names import parse_named

    return [parse_named(each) for each in runs]


def name_run(context: typer.Context, run: str | None) -> Any:
    return run if run is None else name_runs(context, [run])[0]


def asked_of(measures: list[str] | None, qrels: str | None, default: Sequence[str] = DEFAULT_MEASURES) -> Sequence[str]:
    """The measures that are asked for; those of a command by default, or all that tables of scores have."""
    return measures or (default if qrels is not None else ())


SLICED = {"by": "slices"}  # what a command with these two says that it needs


def checked_output(*, trec: bool = False) -> dict[str, Any]:
    """What refuses a file of rows before any work is done if it cannot be written."""

    def checked(context: typer.Context, output: Path | None) -> Path | None:
        if output is not None and not context.resilient_parsing:  # which is to complete a line for the shell
            if any(each.name == "plot" for each in context.command.params):
                refuse_picture(output)
            make_folder(context, output)
            check_output(output, trec=trec)
        return output

    return {"callback": checked}


def make_folder(context: typer.Context, path: Path) -> None:
    """Makes the folder of a file, if the line asks for it, and else says what makes it."""
    if context.params.get("mkdir"):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{path}: its folder cannot be made: {error.strerror}") from None
    elif "mkdir" in context.params and ":/" not in str(path) and not path.parent.exists():
        raise InputError(f"{path}: there is no folder {path.parent}; --mkdir makes it")


def refuse_picture(output: Path) -> None:
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


def output_group() -> Group:
    """The options of a command that writes rows: which file, and what is done with a table of it that exists."""
    return {
        "output": (Annotated[Path | None, checked_output()], None),
        **{
            "force": (bool, False),
            "append": (bool, False),
            "label": (str | None, None),
            "replace_label": (bool, False),
            "mkdir": (Annotated[bool, {"is_eager": True}], False),  # it is read before the files are looked at
        },
    }


def plot_group(pictures: Sequence[str], runs: bool) -> Group:
    """The options of a command that draws: which of its pictures, and how; --highlight if lines are of runs."""

    def checked(context: typer.Context, plot: Path | None) -> Path | None:
        if plot is not None and not context.resilient_parsing:
            from evalsql.charts.save import check_picture

            make_folder(context, plot)
            check_picture(plot)
        return plot

    def among(picture: str | None) -> str | None:
        if picture is not None and picture not in pictures:
            raise InputError(f"there is no picture {picture!r} here; --picture takes {either(pictures)}")
        return picture

    def complete(incomplete: str) -> list[str]:
        return [each for each in pictures if each.startswith(incomplete)]

    group = {
        "plot": (Annotated[Path | None, {"callback": checked}], None),
        "picture": (Annotated[str | None, {"callback": among, "autocompletion": complete}], None),
        "width": (Annotated[float, {"parser": millimetres}], DEFAULT_WIDTH),
        **{"dark": (bool, False), "highlight": (list[str] | None, None)},
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
    """The mapping of `runs.run=ranker` options, or None."""
    chosen: dict[str, str] = {}
    for each in (each for words in choices or [] for each in re.split(COMMA, words)):
        ours, sign, theirs = each.partition("=")
        if not sign or not theirs:
            raise InputError(f"--columns {each}: OURS=THEIRS was expected, such as runs.run=ranker")
        if chosen.setdefault(ours, theirs) != theirs:
            raise InputError(f"--columns gives {ours} two columns, {chosen[ours]} and {theirs}; give one")
    return chosen or None


def evaluation_options(line: dict[str, Any]) -> "Options":
    """The options that say how runs are evaluated, as Evaluation takes them, of those that a command has."""
    settings = settings_of(*(line.pop(name) for name in ("threads", "memory_limit", "set", "init")))
    readers: dict[str, Callable[[Any], Any]] = {
        "queries": lambda file: read_queries(file) if file is not None else None,
        "without_own": lambda wanted: wanted or None,
        "columns": chosen_columns,
    }
    if not line.get("lower"):
        line.pop("lower", None)
    options: Any = {name: readers[name](value) if name in readers else value for name, value in line.items()}
    return options | {"settings": settings}
