"""Thirty names through outputs of commands, each read by a parser of its language: none is a sign there."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import browser
import duckdb
import hostile
import pytest
from built import macros_of
from in_process import answered_once, whole
from parsed import NAMES, PLAIN, READ, obeyed, orders_in
from written import put

from evalsql.endings import no_orders

JUDGED = ("runs.parquet", "--qrels", "qrels.parquet", "-m", "AP")
SCORES = ("scores.parquet",)
SLICES = ("--slices", "queries.parquet")
COMPARED = ("--baseline", "{13}", "--test", "sign")
ALL = ("table", "csv", "json", "markdown", "latex")
GATE = ("gate", "runs.parquet", "--run", "{13}", "--baseline", "one.parquet", *JUDGED[1:], "--worst-loss", "0.001")
LINES = {  # a command, its formats, and the files that it writes
    "evaluate": (("evaluate", *JUDGED), ("table", "markdown", "latex"), ("--plot p.html", "-o o.csv")),
    "per query": (("evaluate", *JUDGED, "--per-query"), ("csv", "json"), ("--plot p.svg --picture distributions",)),
    "slices": (("evaluate", *JUDGED, *SLICES), ("table", "markdown", "latex"), ("--plot p.html",)),
    "compare": (("compare", *SCORES, *COMPARED), ALL, ("--plot p.html", "-o o.json")),
    "compare slices": (("compare", *JUDGED, *COMPARED, *SLICES), ("table",), ("--plot p.svg",)),
    "gate": (GATE, ("github",), ("--also g.md",)),
    "gate files": (GATE, ("csv",), ("--slices queries.parquet --also g.md", "--also g.xml", "--plot p.html")),
    "check": (("check", *JUDGED[:3]), ("text", "json"), ()),
    "explain": (("explain", "AP", "one.parquet", *JUDGED[1:3], "--query", "{16}"), ("table", "markdown"), ()),
    "log": (("log", "history.duckdb"), ("table", "csv", "markdown"), ("--plot p.html",)),
    "queries": (("queries", *JUDGED, *SLICES), ("table",), ()),
    "queries of scores": (("queries", *SCORES), ("csv",), ()),
    "curve": (("curve", *JUDGED[:3], "-m", "nDCG"), ("csv",), ("--plot p.svg",)),
    "curve table": (("curve", *JUDGED[:3], "-m", "P@2", "--baseline", "{13}"), ("table",), ()),
    "correlate": (("correlate", *SCORES), ("table",), ()),
    "categories": (("categories", *SCORES, "--best", "{13}"), ("table",), ()),
    "overlap": (("overlap", "runs.parquet"), ("table",), ()),
    "describe": (("describe", "qrels.parquet"), ("table",), ()),
    "discriminate": (("discriminate", *SCORES, "--method", "levels"), ("table",), ()),
    "pool": (("pool", *JUDGED, "--depth", "2"), ("table", "json"), ()),
    "standardize": (("standardize", *SCORES), ("table",), ("-o o.csv",)),
    "sweep": (("sweep", *JUDGED[:3], "-m", "RBP", "--over", "p=0.5:0.9:0.4"), ("table",), ()),
    "ties": (("ties", *JUDGED), ("table", "markdown"), ()),
    "report": (("report", *JUDGED, *SLICES, "--baseline", "{13}", "--title", "{12}"), (), ("-o r.html",)),
    "report of a database": (("report", "built.duckdb"), (), ("-o r.html",)),
    "refused": (("evaluate", "{0}", "{1}", "--qrels", "{13}", "-m", "{19}"), ("table",), ()),
    "no such run": (("compare", *JUDGED, "--baseline", "{9} "), ("table",), ()),
}


class Case(NamedTuple):
    """What a command is given, in the order of NAMES, and its outputs: formats, with the files that have them."""

    words: tuple[str, ...]
    outputs: tuple[tuple[str, str | None], ...]


def cases(name: str) -> Iterator[Case]:
    words, formats, files = LINES[name]
    for format, more in zip_longest(formats, files):
        chosen = () if format in (None, "table", "text") else ("--format", format)
        printed = [(format, None)] if format else []
        written = [(file.partition(".")[2], file) for file in (more or "").split() if re.match(r"\w\.\w+$", file)]
        yield Case((*words, *chosen, *(more or "").split()), (*printed, *written))


def make(folder: Path, names: list[str]) -> Path:
    """Inputs in which runs, queries, documents, slices, labels and stored measures are called so."""
    hostile.set_traps(folder)
    pairs = [(one, first, two, second) for one, first in enumerate(names) for two, second in enumerate(names)]
    runs = [(run, query, names[(q + 3 * r) % 31], float(r * 7 % 5)) for r, run, q, query in pairs]
    judged = [(query, doc, (3 * q + d) % 3) for q, query, d, doc in pairs if (q + d) % 4]
    attributes = [(query, names[q % 3 + 9], names[(q + 1) % 31]) for q, query in enumerate(names)]
    scores = [
        (run, query, metric, float((r * 5 + q * 3 + m) % 7) / 7)
        for m, metric in enumerate(names[12:15])
        for r, run, q, query in pairs
        if q < 8
    ]
    tables = {
        "runs": (("run", "query_id", "doc_id", "score"), runs),
        "one": (("run", "query_id", "doc_id", "score"), [row for row in runs if row[0] == names[16]]),
        "qrels": (("query_id", "doc_id", "relevance"), judged),
        "queries": (("query_id", names[8], "text"), attributes),
        "scores": (("run", "query_id", "metric", "value"), scores),
    }
    for name, (columns, rows) in tables.items():
        table = hostile.pa.table(dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True)))
        put(folder / f"{name}.parquet", table)
    return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same inputs in plain names and in these."""
    plain, theirs = (tmp_path_factory.mktemp(name) for name in ("plain", "named"))
    return make(plain, list(PLAIN.values())), make(theirs, NAMES)


@cache
def asked(case: Case, folder: Path) -> tuple[int, tuple[str, ...], str]:
    """What a case comes to in a folder: its status, the text of each output, and all else that was said."""
    for each in folder.glob("[gopr].*"):
        each.unlink()
    names = NAMES if folder.name.startswith("named") else [*PLAIN.values()]
    done = whole([re.sub(r"\{(\d+)\}", lambda place: names[int(place[1])], word) for word in case.words], folder)
    files = {file: folder / file for _, file in case.outputs if file}
    texts = {file: path.read_text(encoding="utf-8") for file, path in files.items() if path.exists()}
    printed = any(file is None for _, file in case.outputs)
    said = done.said if printed else done.output + done.said
    return done.status, tuple(texts.get(file, "") if file else done.output for _, file in case.outputs), said


def lines(text: str) -> list[str]:
    """What GitHub's runner reads as lines of what a job prints there."""
    return re.split(r"\r\n|\r|\n", no_orders(text))


@pytest.fixture(scope="module")
def databases(folders: tuple[Path, Path]) -> None:
    """Puts databases into the folders: of an evaluation, and a history whose labels are called so too."""
    for folder, names in zip(folders, (list(PLAIN.values()), NAMES), strict=True):
        for words in (
            ("evaluate", *JUDGED, "-o", "history.duckdb", "--append", "--label", "one"),
            ("build", "built.duckdb", *JUDGED, "--slices", "queries.parquet"),
        ):
            with macros_of("AP"):
                done = whole(words, folder)
            assert done.status == 0, done.said
        again = "insert into scores by name select * replace (? as label) from scores where label = 'one'"
        with duckdb.connect(str(folder / "history.duckdb")) as connection:
            connection.executemany(again, [[each] for each in names[:8]])


# whose outputs are those of other lines
ALIKE = ("report of a database", "per query", "compare slices", "slices", "curve")


@pytest.mark.usefixtures("databases")
@pytest.mark.parametrize("name", ALIKE)
def weekly_a_name_is_a_text_in_every_language(name: str, folders: tuple[Path, Path]) -> None:
    long_a_name_is_a_text_in_every_language(name, folders)


@pytest.mark.usefixtures("databases")
@pytest.mark.parametrize("name", [name for name in LINES if name not in ALIKE])
def long_a_name_is_a_text_in_every_language(name: str, folders: tuple[Path, Path]) -> None:
    with answered_once("analyse_queries", "compare", "explain", "gate", "log", "ties"):
        found = [(case, *(asked(case, folder) for folder in folders)) for case in cases(name)]
    for case, plain, theirs in found:
        assert theirs[0] == plain[0], (case, theirs[2], plain[2])
        assert (plain[0] == 2) == (name in ("refused", "no such run")), (case, plain[2])
        assert "internal error" not in theirs[2], (case, theirs[2])
        hostile.assert_nothing_was_run(folders[1], *theirs[1], theirs[2])
        assert orders_in(theirs[2]) == [], case
        assert {obeyed(line) for line in lines(theirs[2])} == {None}
        for (format, file), usual, text in zip(case.outputs, plain[1], theirs[1], strict=True):
            if format in ("table", "text"):
                assert text.count("\n") == usual.count("\n"), case  # no name makes a row
            if format in READ:
                read = READ[format]
                assert read(text) <= read(usual), (case, read(text) - read(usual))
            if format not in ("csv", "json", "html", "svg"):  # in which browsers obey no such sign
                assert orders_in(text) == [], case
            if file is None:
                assert {obeyed(line) for line in lines(text)} <= {None, "error", "notice", "warning"}


# every element that there is once the mouse has been on each and each but links was clicked, with the names of its
# attributes, and where a link leads
ELEMENTS = """(() => {
    for (const each of [...document.querySelectorAll("*")])
        for (const kind of each.closest("a") ? ["mouseover", "focus"] : ["mouseover", "mousemove", "focus", "click"])
            each.dispatchEvent(new MouseEvent(kind, {bubbles: true}));
    for (const each of document.querySelectorAll("input")) {
        each.value = "a"; each.dispatchEvent(new Event("input", {bubbles: true}));
    }
    const said = (each) => [each.tagName, ...each.getAttributeNames().sort(), each.protocol ?? ""].join(" ");
    return [...document.querySelectorAll("*")].map(said);
})()"""
PAGES = ("report", "report of a database", "evaluate")


@pytest.mark.skipif(browser.CHROMIUM is None, reason="there is no Chromium")
@pytest.mark.usefixtures("databases")
def long_a_browser_makes_no_element_of_a_name_and_runs_none(folders: tuple[Path, Path]) -> None:
    with browser.page() as page:
        for name in PAGES:
            case, file = next((case, file) for case in cases(name) for format, file in case.outputs if format == "html")
            assert file is not None
            place = [each for _, each in case.outputs].index(file)
            found, said = [], []
            for folder in folders:
                text = asked(case, folder)[1][place]
                assert text, name
                path = put(folder / file, text)
                page.said.clear()
                page.requests.clear()
                page.open(path)
                found.append({each for each in page.run(ELEMENTS) if not each.startswith("tspan")})  # lines of a name
                said.append(list(page.said))
                assert page.requests == [path.as_uri()], name
            assert found[1] <= found[0], name
            assert said[1] == said[0], name
