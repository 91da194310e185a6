"""Thirty names through outputs of commands, each read by a parser of its language: none is a sign there."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import browser
import duckdb
import hostile
import pytest
from built import macros_of
from in_process import whole
from parsed import NAMES, PLAIN, READ, obeyed, orders_in
from written import put

from evalsql.endings import no_orders

JUDGED = ("runs.parquet", "--qrels", "qrels.parquet", "-m", "AP")
SCORES = ("scores.parquet",)
ALL = ("table", "csv", "json", "markdown", "latex")
ROWS = ("table", "csv", "json")
GATE = ("gate", "runs.parquet", "--run", "{13}", "--baseline", "one.parquet", *JUDGED[1:], "--worst-loss", "0.001")
LINES = {  # a command, its formats, and the files that it writes
    "evaluate": (("evaluate", *JUDGED), ("table", "markdown", "latex"), ("--plot p.html", "-o o.csv")),
    "per query": (("evaluate", *JUDGED, "--per-query"), ("csv", "json"), ("--plot p.svg --picture distributions",)),
    "slices": (
        ("evaluate", *JUDGED, "--slices", "queries.parquet"),
        ("table", "markdown", "latex"),
        ("--plot p.html",),
    ),
    "compare": (("compare", *SCORES, "--baseline", "{13}", "--test", "sign"), ALL, ("--plot p.html", "-o o.json")),
    "compare slices": (
        ("compare", *JUDGED, "--baseline", "{13}", "--test", "sign", "--slices", "queries.parquet"),
        ("table",),
        ("--plot p.svg",),
    ),
    "gate": (GATE, ("github",), ("--also g.md",)),
    "gate files": (GATE, ("csv",), ("--slices queries.parquet --also g.md", "--also g.xml", "--plot p.html")),
    "check": (("check", *JUDGED[:3]), ("text", "json"), ()),
    "explain": (("explain", "AP", "one.parquet", *JUDGED[1:3], "--query", "{16}"), ("table", "markdown"), ()),
    "log": (("log", "history.duckdb"), ("table", "csv", "markdown"), ("--plot p.html",)),
    "queries": (("queries", *JUDGED, "--slices", "queries.parquet"), ("table",), ()),
    "queries of scores": (("queries", *SCORES), ("csv",), ()),
    "curve": (("curve", *JUDGED[:3], "-m", "nDCG"), ("csv",), ("--plot p.svg",)),
    "correlate": (("correlate", *SCORES), ("table",), ()),
    "describe": (("describe", "qrels.parquet"), ("table",), ()),
    "discriminate": (("discriminate", *SCORES, "--method", "levels"), ("table",), ()),
    "pool": (("pool", *JUDGED, "--depth", "2"), ("json",), ()),
    "standardise": (("standardise", *SCORES), ("table",), ("-o o.csv",)),
    "sweep": (("sweep", *JUDGED[:3], "-m", "RBP", "--over", "p=0.5:0.9:0.4"), ("table",), ()),
    "ties": (("ties", *JUDGED), ("table", "markdown"), ()),
    "reconcile": (("reconcile", "0.5", "one.parquet", *JUDGED[1:3], "-m", "AP"), ("markdown",), ()),
    "report": (
        ("report", *JUDGED, "--slices", "queries.parquet", "--baseline", "{13}", "--title", "{12}"),
        (),
        ("-o r.html",),
    ),
    "report of a database": (("report", "built.duckdb"), (), ("-o r.html",)),
    "refused": (("evaluate", "{0}", "{1}", "--qrels", "{13}", "-m", "{19}"), ("table",), ()),
    "no such run": (("compare", *JUDGED, "--baseline", "{9} "), ("table",), ()),
}


class Case(NamedTuple):
    """What a command is given, in the order of NAMES, and the name of the format of what comes out."""

    words: tuple[str, ...]
    format: str
    file: str | None


def cases(name: str) -> Iterator[Case]:
    words, formats, files = LINES[name]
    for format in formats:
        asked = () if format in ("table", "text") else ("--format", format)
        yield Case((*words, *asked), format, None)
    for each in files:
        file = next(part for part in each.split() if re.match(r"\w\.\w+$", part))
        yield Case((*words, *each.split()), file.partition(".")[2], file)


def make(folder: Path, names: list[str]) -> Path:
    """Inputs in which runs, queries, documents, slices, labels and stored measures are called so."""
    hostile.set_traps(folder)
    runs = [
        (run, query, names[(q + 3 * r) % 31], float(r * 7 % 5))
        for r, run in enumerate(names)
        for q, query in enumerate(names)
    ]
    judged = [
        (query, doc, (3 * q + d) % 3) for q, query in enumerate(names) for d, doc in enumerate(names) if (q + d) % 4
    ]
    tables = {
        "runs": (("run", "query_id", "doc_id", "score"), runs),
        "one": (("run", "query_id", "doc_id", "score"), [row for row in runs if row[0] == names[16]]),
        "qrels": (("query_id", "doc_id", "relevance"), judged),
        "queries": (
            ("query_id", names[8], "text"),
            [(query, names[q % 3 + 9], names[(q + 1) % 31]) for q, query in enumerate(names)],
        ),
        "scores": (
            ("run", "query_id", "metric", "value"),
            [
                (run, query, metric, float((r * 5 + q * 3 + m) % 7) / 7)
                for m, metric in enumerate(names[12:15])
                for r, run in enumerate(names)
                for q, query in enumerate(names[:8])
            ],
        ),
    }
    for name, (columns, rows) in tables.items():
        put(
            folder / f"{name}.parquet",
            hostile.pa.table(dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True))),
        )
    return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same inputs in plain names and in these."""
    plain, theirs = (tmp_path_factory.mktemp(name) for name in ("plain", "named"))
    return make(plain, list(PLAIN.values())), make(theirs, NAMES)


def asked(case: Case, folder: Path, names: list[str]) -> tuple[int, str, str]:
    """What a case comes to in a folder: its status, the text of its format, and all else that was said."""
    for each in folder.glob("[gopr].*"):
        each.unlink()
    done = whole([re.sub(r"\{(\d+)\}", lambda place: names[int(place[1])], word) for word in case.words], folder)
    if case.file is None:
        return done.status, done.output, done.said
    text = (folder / case.file).read_text(encoding="utf-8") if (folder / case.file).exists() else ""
    return done.status, text, done.output + done.said


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
        with duckdb.connect(str(folder / "history.duckdb")) as connection:
            for each in names[:8]:
                connection.execute(
                    "insert into scores by name select * replace (? as label) from scores where label = 'one'", [each]
                )


@pytest.mark.usefixtures("databases")
@pytest.mark.parametrize("name", LINES)
def long_a_name_is_a_text_in_every_language(name: str, folders: tuple[Path, Path]) -> None:
    """Each output of a command has these names as texts: it is read as the same with plain names is."""
    for case in cases(name):
        plain, theirs = (asked(case, *given) for given in zip(folders, (list(PLAIN.values()), NAMES), strict=True))
        assert theirs[0] == plain[0], (case, theirs[2], plain[2])
        assert (plain[0] == 2) == (name in ("refused", "no such run")), (case, plain[2])
        assert "internal error" not in theirs[2], (case, theirs[2])
        hostile.assert_nothing_was_run(folders[1], *theirs[1:])
        assert orders_in(theirs[2]) == [], case
        if case.format in READ:
            read = READ[case.format]
            assert read(theirs[1]) <= read(plain[1]), (case, read(theirs[1]) - read(plain[1]))
        if case.format not in ("csv", "json", "html", "svg"):  # in which browsers obey no such sign
            assert orders_in(theirs[1]) == [], case
        if case.file is None:
            assert {obeyed(line) for line in lines(theirs[1])} <= {None, "error", "notice", "warning"}
        assert {obeyed(line) for line in lines(theirs[2])} == {None}


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
    named = (list(PLAIN.values()), NAMES)
    with browser.page() as page:
        for name in PAGES:
            words = LINES[name][0]
            file = "r.html" if words[0] == "report" else "p.html"
            option = "-o" if words[0] == "report" else "--plot"
            case = Case((*words, option, file), "html", file)
            found, said = [], []
            for folder, names in zip(folders, named, strict=True):
                assert asked(case, folder, names)[1], name
                page.said.clear()
                page.requests.clear()
                page.open(folder / file)
                found.append({each for each in page.run(ELEMENTS) if not each.startswith("tspan")})  # lines of a name
                said.append(list(page.said))
                assert page.requests == [(folder / file).as_uri()], name
            assert found[1] <= found[0], name
            assert said[1] == said[0], name
