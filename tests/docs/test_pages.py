"""Pages hold what the code, the catalog and the command line say, and their links lead somewhere."""

import dataclasses
import inspect
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import duckdb
import faults_told
import in_process
import pages
import pytest
import typer
from built import macros_of
from command import output
from figures import FIGURES, commands
from in_process import own_commands
from killing import WRITERS
from limiting import LIMITS
from places import FIXTURES, ROOT
from signalling import LINES
from versions import since

import evalsql
from evalsql import charts, cli
from evalsql.catalog.conventions import CONVENTIONS, NONE, ORDERS, Convention
from evalsql.catalog.inputs import INPUTS
from evalsql.catalog.listing import curves, metrics
from evalsql.cli.help import help_record
from evalsql.comparing import methods
from evalsql.database import schema
from evalsql.inputs.files import COMPRESSED, formats
from evalsql.render import frames

PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "tests/README.md")]
PAGES += sorted((ROOT / "docs").rglob("*.md"))

LINK = re.compile(r"\]\((?!https?://)([^)\s]*)\)")


def anchors(page: Path) -> set[str]:
    """The names under which a page's headings can be linked to, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_index_has_every_page() -> None:
    linked = set(LINK.findall(pages.read("docs/README.md")))
    assert {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")} - {"README.md"} <= linked


def test_every_link_leads_somewhere() -> None:
    links = [(page, link) for page in PAGES for link in LINK.findall(page.read_text(encoding="utf-8"))]
    for page, link in links:
        target, _, anchor = link.partition("#")
        found = (page.parent / target).resolve() if target else page
        assert found.exists(), (page, link)
        assert not anchor or anchor in anchors(found), (page, link)


README = pages.read("README.md")
SETUP = re.findall(r"```sh\n(.*?)\n```", README)
NUMBERS = {"five": 5, "nine": 9, "ten": 10}


def long_each_command_and_program_prints_what_is_shown(tmp_path: Path) -> None:
    assert pages.check("README.md", pages.folder_for(tmp_path)) >= 2


def long_the_sql_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with macros_of("nDCG"):
        in_process.output("lib", "evalsql.duckdb")
    ((sql, _),) = pages.BLOCK.findall(README)
    with duckdb.connect() as connection:
        for name in ("runs", "qrels"):
            connection.execute(f"create table my_{name} as from '{FIXTURES}/track/{name}.parquet'")
        found = [connection.sql(each) for each in sql.split(";\n") if each]
        assert [round(mean, 4) for _, mean in found[2].fetchall()[:2]] == [0.6603, 0.6399]
        assert found[3].columns[:3] == ["metric", "run", "other"]
        assert len(found[3].fetchall()) == 11


def test_it_counts_right() -> None:
    text = " ".join(README.split())
    assert f"{len(metrics())} metrics and {len(curves())} curves" in text
    agreement = (ROOT / "docs" / "trust" / "agreement.md").read_text(encoding="utf-8")
    recorded, equal = re.search(r"^\| all \|.*?\| ([\d,]+) \| ([\d,]+) \|", agreement, re.MULTILINE).groups()
    every, alike = (f"{int(number.replace(',', '')) / 1e6:.2f}" for number in (recorded, equal))
    assert f"{alike} of {every} million values recorded from eight other tools agree to within 1e-9" in text
    found = re.search(r"(\w+) significance tests, (\w+) corrections, (\w+) intervals", text)
    assert found is not None
    names = [methods.names("significance", "pairs"), methods.names("corrections"), methods.names("intervals")]
    assert [NUMBERS[each.lower()] for each in found.groups()] == [len(each) for each in names]


def test_ci_runs_the_test_command_of_the_readme_whose_main_job_is_the_first_command_shown() -> None:
    assert len(SETUP) == 2
    assert SETUP[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert SETUP[0].endswith("/" + pages.SHOWN.search(README)["command"])


PICTURES = commands()


def test_every_picture_is_on_the_page_and_every_chart_is_named() -> None:
    text = pages.read("docs/how_to/charts.md")
    assert {file.stem for file in FIGURES.glob("*.svg")} == set(PICTURES)
    assert all(f"](../figures/{picture}.svg)" in text for picture in PICTURES)
    assert len(charts.__all__) > 20
    assert {name for name in charts.__all__ if not re.search(rf"charts\.{name}\b", text)} == set()


PAGE = "docs/learn/coming_from.md"
TEXT = pages.read(PAGE)
CHOOSER = "docs/understand/which_measure.md"
PEERS = ("trec_eval", "ir_measures", "ndeval", "sample_eval")


def called(name: str) -> str:
    """A name as the other tool has it: without what it stands for here."""
    return name.partition(" with ")[0]


def named() -> str:
    """A row for each metric that another tool has, with its name there."""
    lines = ["| evalsql | " + " | ".join(PEERS) + " |", "|---" * (len(PEERS) + 1) + "|"]
    for metric in metrics().values():
        if metric.peers:
            cells = [", ".join(f"`{called(name)}`" for name in metric.peers.get(peer, ())) for peer in PEERS]
            lines.append(pages.row(f"`{metric.name}`", *cells))
    return "\n".join(lines)


def test_the_page_has_every_name_of_another_tool() -> None:
    assert {peer for metric in metrics().values() for peer in metric.peers} == set(PEERS)
    pages.fill(PAGE, "names", named())


def test_each_name_of_another_tool_is_that_metric() -> None:
    values = {"rel": 1, "k": 5, "p": 0.8, "alpha": 0.5, "beta": 0.5, "recall": 0.1, "multiple": 0.4}
    values |= {"gains": "1=1,2=3", "points": "0,1", "hit": 1, "noise": -1, "miss": -2, "rest": 0}
    for metric in metrics().values():
        known = {each.name: 1 if each.default is None else each.default for each in metric.parameters.values()} | values
        for name in (called(name).format(**known) for names in metric.peers.values() for name in names):
            assert evalsql.parse_measure(name).metric.name == metric.name, name


def test_what_is_said_to_be_missing_is() -> None:
    missing = re.findall(r"`(\w+(?:[@.]\w+)?)`", TEXT.partition("## What is not here")[2])
    missing = [name for name in missing if name != "ir_datasets" and not name.startswith("Success")]
    assert missing
    for name in missing:
        with pytest.raises(evalsql.InputError):
            evalsql.parse_measure(name)


def test_names_that_the_page_says_work_do_and_measures_that_are_recommended_are_there() -> None:
    for name in ["map_cut_100", "recall_5", "success_1", "SetP", "Judged@10", "nDCG(dcg='exp-log2')@10"]:
        assert f"`{name}`" in TEXT
        evalsql.parse_measure(name)
    named = re.findall(r"`([A-Z]\w*(?:\([^)]*\))?(?:@\d+)?|\w*nDCG[^` ]*)`", pages.read(CHOOSER))
    assert len({evalsql.parse_measure(name).metric.name for name in named}) > 20


COMMAND_LINE_PAGE = "docs/reference/command_line.md"
SHARED = 5  # how many commands have an option that the page says once


@pytest.fixture(scope="module")
def commands_of_command_line() -> dict:
    """Every command, by its name."""
    with own_commands():
        cli.add_commands([])
        return dict(typer.main.get_command(cli.app).commands)


def context(name: str, command):
    return command.make_context(f"evalsql {name}", [], resilient_parsing=True)


def records(name: str, command) -> list[tuple[str, str]]:
    """What the help says of each argument and option."""
    said = [help_record(each, context(name, command)) for each in command.params]
    return [each for each in said if each is not None]


def table(rows: list[tuple[str, str]]) -> list[str]:
    # two brackets in a row are a link
    lines = [pages.row(f"`{name}`", said).replace("] [", "] \\[") for name, said in rows]
    return ["| | |", "|---|---|", *lines, ""]


def about(command) -> list[str]:
    """What the help says of a command: its sentences as text, and its examples as code."""
    lines = []
    for paragraph in command.help.split("\n\n"):
        first, _, rest = paragraph.strip("\b\n").partition("\n")
        if first.strip() == "Examples:":
            lines += ["```sh", *(line.strip() for line in rest.splitlines()), "```", ""]
        elif paragraph.strip("\b\n "):
            lines += [" ".join(paragraph.strip("\b\n ").split()), ""]
    return lines


def written(commands_of_command_line: dict) -> str:
    """A section for each command, and one for the options that many of them have."""
    every = {name: records(name, command) for name, command in commands_of_command_line.items()}
    counted = Counter(record for rows in every.values() for record in rows)
    often = [record for record, count in counted.items() if count >= SHARED]
    # what two groups of commands say in two ways stands with each command
    shared = [record for record in often if [name for name, _ in often].count(record[0]) == 1]
    lines = ["| command | what it does |", "|---|---|"]
    for name, command in commands_of_command_line.items():
        link = f"[`evalsql {name}`](#evalsql-{name})"
        lines.append(pages.row(link, command.help.strip().split("\n\n")[0]))
    lines += ["", "## Arguments and options that many commands have", "", *table(shared)]
    for name, command in commands_of_command_line.items():
        usage = command.get_usage(context(name, command)).removeprefix("Usage: ").split()
        lines += [f"## evalsql {name}", "", f"`{' '.join(usage)}`", "", *about(command)]
        own = [record for record in every[name] if record not in shared]
        lines += table(own) if own else []
        names = [re.findall(r"--[a-z-]+|^[A-Z]+", record[0])[0] for record in every[name] if record in shared]
        others = ", ".join(f"`{each}`" for each in names)
        lines += [f"Further, as above: {others}.", ""] if others else []
    return "\n".join(lines)


@since("typer", "0.29", "choices are written otherwise")
def long_the_page_has_every_command_and_option(commands_of_command_line: dict) -> None:
    pages.fill(COMMAND_LINE_PAGE, "commands", written(commands_of_command_line))


def test_an_option_that_many_commands_have_is_said_once(commands_of_command_line: dict) -> None:
    text = pages.read(COMMAND_LINE_PAGE)
    assert text.count("| `--memory-limit SIZE` |") == 1
    assert text.count("`--memory-limit`") > SHARED
    assert all(f"\n## evalsql {name}\n" in text for name in commands_of_command_line)


def test_what_is_out_of_date_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "```console\n$ evalsql metrics nope 2>&1\nold\n```\n<!-- n: list -->\nold\n<!-- end of n -->\n"
    (tmp_path / "page.md").write_text(text)
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    with pytest.raises(AssertionError, match="-old"):
        pages.check("page.md", tmp_path)
    monkeypatch.setattr(pages, "writing", True)
    assert pages.check("page.md", tmp_path) == 1
    pages.fill("page.md", "n", "new")
    monkeypatch.setattr(pages, "writing", False)
    assert pages.check("page.md", tmp_path) == 1
    assert "\nnew\n<!-- end" in pages.read("page.md")
    assert "\nevalsql: " in pages.read("page.md")


HEADER = (
    *("convention", "order", "scores as", "queries", "relevant", "gains", "rounding"),
    *("a document retrieved twice", "in measures"),
)


def test_the_page_has_every_convention() -> None:
    rows = [pages.row(*cells(name, each)) for name, each in [("none given", NONE), *CONVENTIONS.items()]]
    table = "\n".join([pages.row(*HEADER), "|---" * len(HEADER) + "|", *rows])
    pages.fill("docs/reference/conventions.md", "conventions", table)


def cells(name: str, decided: Convention) -> list[str]:
    """The row of a convention."""
    order, compared = ORDERS[decided.order]
    if decided.without_own:
        order += "; without a document whose id is the query's"
    return [
        name if decided is NONE else f"`{name}`",
        *(order, compared, decided.queries, decided.threshold, decided.gains, decided.rounding, decided.duplicate),
        ", ".join(
            f"`{metric}({', '.join(f'{key}={value!r}' for key, value in values.items())})`"
            for metric, values in decided.parameters.items()
        ),
    ]


DATABASE_PAGE = "docs/reference/database.md"
FOLDERS = {"tables": "table", "views": "view"}


def written_of_database() -> str:
    """A section for each table and view that people read; those of the schema internal below."""
    lines = []
    there = [(kind, each) for folder, kind in FOLDERS.items() for each in schema.definitions(folder).values()]
    for kind, each in sorted(there, key=lambda found: found[1].name):
        if each.schema == "main":
            lines += [f"### {each.name}", "", f"A {kind}. {each.about}", "", "| column | |", "|---|---|"]
            lines += [*(pages.row(f"`{name}`", about) for name, about in each.columns.items()), ""]
    lines += ["### What the others are made of", "", "| | |", "|---|---|"]
    lines += [pages.row(f"`{each.place}`", each.about) for _, each in there if each.schema != "main"]
    return "\n".join(lines)


def test_the_page_has_every_table_and_view() -> None:
    pages.fill(DATABASE_PAGE, "schema", written_of_database())


FORMATS_PAGE = "docs/reference/formats.md"


def columns() -> str:
    """The columns of each kind of input, and the names they go by."""
    lines = []
    for each in INPUTS.values():
        lines += [f"### {each.several[0].upper()}{each.several[1:]}", "", "| column | also called | |", "|---|---|---|"]
        for name, names in each.columns.items():
            others = ", ".join(f"`{other}`" for other in names if other != name)
            lines.append(pages.row(f"`{name}`", others, "may be missing" if name in each.optional else ""))
        if each.trec:
            lines += ["", f"TREC text: `{' '.join(each.trec)}`."]
        lines.append("")
    return "\n".join(lines)


def suffixes() -> str:
    """The endings of file names that say a format, and those of compressed files."""
    lines = ["| format | endings |", "|---|---|"]
    for name, each in formats().items():
        if not each.SUFFIXES:
            continue  # it is known by how it begins
        lines.append(pages.row(name, ", ".join(f"`{suffix}`" for suffix in each.SUFFIXES)))
    return "\n".join([*lines, pages.row("compressed text", ", ".join(f"`{suffix}`" for suffix in COMPRESSED))])


def test_the_page_has_every_column_and_format() -> None:
    pages.fill(FORMATS_PAGE, "columns", columns())
    pages.fill(FORMATS_PAGE, "formats", suffixes())


PYTHON_PAGE = "docs/reference/python.md"


def signature(called: object, spelled: bool = False) -> str:
    """What a function takes: the names with their defaults, and **options as such or spelled out."""
    known = inspect.signature(called if spelled else inspect.unwrap(called))
    plain = [
        each.replace(annotation=each.empty, default=... if callable(each.default) else each.default)
        if each.default is not each.empty
        else each.replace(annotation=each.empty)
        for each in known.parameters.values()
        if each.name != "self"
    ]
    text = str(known.replace(parameters=plain, return_annotation=known.empty))
    return text.replace("Ellipsis", "...")


def sentence(named: object) -> str:
    """The first sentence of a docstring."""
    return " ".join(inspect.getdoc(named).split("\n\n")[0].split())


def methods_of(named: type) -> list[str]:
    """A row for each public method and property of a class: its own, then those of the classes that it is made of."""
    rows = []
    for name, each in chain.from_iterable(vars(one).items() for one in named.__mro__):
        inner = each.fget if isinstance(each, property) else each
        if name[0] != "_" and inspect.isfunction(inner):
            call = f".{name}" + ("" if isinstance(each, property) else signature(inner))
            rows.append(pages.row(f"`{call}`", sentence(inner)))
    return rows


def written_of_python() -> str:
    """Functions, the class Evaluation with its methods, and the other classes."""
    named = {name: getattr(evalsql, name) for name in evalsql.__all__ if not name.startswith("__")}
    functions = {name: each for name, each in sorted(named.items()) if not isinstance(each, type) and callable(each)}
    lines = ["## Functions", "", "| function | what it does |", "|---|---|"]
    lines += [pages.row(f"`{name}{signature(each)}`", sentence(each)) for name, each in functions.items()]
    lines += ["", "## Evaluation", "", f"`Evaluation{signature(evalsql.Evaluation.__init__, spelled=True)}`", ""]
    lines += [sentence(evalsql.Evaluation), "", "| | |", "|---|---|", *methods_of(evalsql.Evaluation)]
    lines += ["", "## Other names", "", "| name | what it is |", "|---|---|"]
    for name, each in named.items():
        if name not in functions and name != "Evaluation":
            fields = [field.name for field in dataclasses.fields(each)] if dataclasses.is_dataclass(each) else []
            has = f" It has {', '.join(f'`{field}`' for field in fields)}." if fields else ""
            lines.append(pages.row(f"`{name}`", sentence(each) + has))
    return "\n".join(lines)


def test_the_page_has_every_public_name() -> None:
    pages.fill(PYTHON_PAGE, "names", written_of_python())


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the macros that the page asks for, and the tables that they read."""
    with duckdb.connect() as connection:
        for metric in (evalsql.metrics()["nDCG"], evalsql.curves()["DCG"]):
            connection.execute(frames.macro(metric))
        for name in ("runs", "qrels"):
            connection.execute(f"create table {name} as from '{FIXTURES}/track/{name}.parquet'")
        yield connection


def test_every_query_gives_the_result_shown(connection: duckdb.DuckDBPyConnection) -> None:
    assert pages.run(connection, "reference/sql.md") == 3


def cells_of_survival(name: str) -> list[list[str]]:
    """The rows of a table of the page, without its head."""
    found = re.search(rf"<!-- {name}: .*? -->\n(.*?)<!-- end of {name} -->", pages.read(faults_told.PAGE), re.DOTALL)
    assert found is not None
    lines = [line for line in found[1].splitlines() if line.startswith("|")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def test_each_is_there_and_nothing_was_wrong() -> None:
    for name, first in {
        "kills": [*(f"`{each}`" for each in WRITERS), "all"],
        "signals": [*(f"`{each}`" for each in LINES), "all"],
        "limits": [each.about for each in LIMITS.values()],
    }.items():
        assert [row[0].replace("\\|", "|") for row in cells_of_survival(name)] == first, name
    assert {tuple(row[3:]) for row in cells_of_survival("kills")} == {("0", "0")}
    assert {row[3] for row in cells_of_survival("signals")} == {"0"}
    assert "; wrong: " not in pages.read(faults_told.PAGE)


def test_every_command_is_tried() -> None:
    listed = output("--help").partition("Evaluate:\n")[2].partition("Exit status")[0]
    named = set(re.findall(r"^ {1,3}([\w-]+)", listed, re.MULTILINE))
    assert set(LINES) == named - {"spark"}  # which writes where Spark does
