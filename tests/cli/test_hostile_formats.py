"""Names in what is printed and drawn: shown, and never an order to a terminal, markup, or a command of a workflow."""

import json
import re
import unicodedata
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path

import hostile
import pytest
from command import evalsql
from hostile import ORDERS, TEXTS, assert_nothing_was_run, rankings, strict_json
from html_read import Read
from markdown_it import MarkdownIt
from written import put

from evalsql import charts, evaluate
from evalsql.charts.files import svg_of
from evalsql.words import one_line

NAMES = sorted([*ORDERS, *TEXTS[13:17], *TEXTS[-6:]], key=str.encode)
RUN = NAMES[0]
INPUTS = ("runs.parquet", "--qrels", "qrels.parquet", "-m", "AP")
GATE = ("gate", "runs.parquet", "--run", NAMES[3], "--baseline", "one.parquet", *INPUTS[1:], "--worst-loss", "0.001")
PRINTED = {
    "evaluate": ("evaluate", *INPUTS, "--per-query"),
    "slices": ("evaluate", *INPUTS, "--slices", "queries.parquet"),
    "chart": ("evaluate", *INPUTS, "--chart"),
    "compare": ("compare", *INPUTS, "--test", "sign", "--baseline", RUN),
    "queries": ("queries", *INPUTS),
    "explain": ("explain", "AP", "one.parquet", *INPUTS[1:3], "--query", NAMES[0]),
    "pool": ("pool", *INPUTS, "--depth", "2"),
    "check": ("check", *INPUTS[:3]),
    "gate": GATE,
    "log": ("log", "history.duckdb"),
    "refused": ("evaluate", NAMES[0], NAMES[1], "--qrels", NAMES[2], "-m", NAMES[3]),
    "no such run": ("compare", *INPUTS, "--baseline", "".join(ORDERS)),
}

FORMATS = {"evaluate": ("json", "markdown", "latex"), "compare": ("json", "markdown", "latex"), "log": ("markdown",)}

FORMATS |= {"gate": ("json", "markdown", "junit", "github"), "check": ("json",), "explain": ("markdown",)}

CASES = [(name, each) for name in PRINTED for each in ("table", *FORMATS.get(name, ()))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Inputs in which everything is called so."""
    folder = tmp_path_factory.mktemp("formats")
    hostile.set_traps(folder)
    runs, qrels = rankings(NAMES)
    put(folder / "runs.parquet", runs), put(folder / "qrels.parquet", qrels)
    put(folder / "one.parquet", runs.filter([run == RUN for run in runs["run"].to_pylist()]))
    queries = sorted(set(qrels["query_id"].to_pylist()))
    attributes = {"query_id": queries, ORDERS[0]: [NAMES[each % 3] for each in range(len(queries))]}
    put(folder / "queries.parquet", hostile.pa.table(attributes))
    for label in ORDERS[:4]:
        done = evalsql("evaluate", *INPUTS, "-o", "history.duckdb", "--append", "--label", label, cwd=folder)
        assert done.returncode == 0, done.stderr.decode()
    return folder


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSQL_SECRET", hostile.SECRET)


def orders_in(text: str) -> list[str]:
    """The signs of a text, but for line feeds, that are shown as nothing or change how others are."""
    return [each for each in text if unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp") and each != "\n"]


def assert_no_orders(folder: Path, name: str, format: str) -> None:
    words = PRINTED[name]
    asked = ("--format", format) if format != "table" else ()
    if format in ("markdown", "latex"):
        words = tuple(each for each in words if each != "--per-query")
    done = evalsql(*words, *asked, cwd=folder)
    printed, said = done.stdout.decode(), done.stderr.decode()
    assert done.returncode in ((2,) if name in ("refused", "no such run") else (0, 1)), said
    assert orders_in(printed + said) == []
    assert "failed, which it should not" not in said
    assert_nothing_was_run(folder, printed, said)
    if format == "table" and name in ("evaluate", "compare", "queries", "pool", "slices"):
        assert [one_line(each) for each in NAMES[::3] if one_line(each) not in printed] == []
    if format == "json":
        strict_json(printed)
    if format == "junit":
        ET.fromstring(printed)
    if format == "github":
        assert [
            line for line in printed.splitlines() if not re.match(r"::(error|warning|notice) title=evalsql", line)
        ] == []
    if format == "markdown":
        shown = MarkdownIt("commonmark").enable("table").render(printed)
        assert not re.search(r"<script|<img|&lt;script&gt;</", shown)
        rows = re.findall(r"<tr>(.*?)</tr>", shown, re.DOTALL)
        assert len({len(re.findall("<t[dh]", row)) for row in rows}) <= 2  # no name makes a cell
    if format == "latex":
        assert "\\textbf{x}" not in printed.replace("\\textbackslash{}textbf\\{x\\}", "")


FEW = [("evaluate", "json"), ("gate", "github"), ("gate", "junit"), ("refused", "table"), ("gate", "table")]


@pytest.mark.parametrize(("name", "format"), FEW)
def long_names_are_shown_and_give_no_orders(folder: Path, name: str, format: str) -> None:
    assert_no_orders(folder, name, format)


def test_names_in_json_are_whole(folder: Path) -> None:
    done = evalsql("evaluate", *INPUTS, "--per-query", "--format", "json", cwd=folder)
    rows = strict_json(done.stdout.decode())["scores"]
    assert {row["run"] for row in rows} == set(NAMES[::3])
    assert {row["query_id"] for row in rows} == set(NAMES[::2])
    assert json.loads(done.stdout) == strict_json(done.stdout.decode())


@pytest.mark.parametrize("name", [ORDERS[0], ORDERS[6], 'a\\" + (191 * 761) + "', "a\\", "\ufffe", "\\u001b"])
def long_a_title_of_an_axis_is_no_expression_and_no_end(name: str) -> None:
    runs = {run: {query: {"d": 1.0, run: 2.0} for query in "xyz"} for run in ("d1", name)}
    attributes = hostile.pa.table({"query_id": ["x", "y", "z"], name: ["one", name, name]})
    scores = evaluate(runs, {query: {"d": 1} for query in "xyz"}, "AP", slices=attributes)
    svg = svg_of(charts.slices(scores)).decode()
    texts = [each.text or "" for each in ET.fromstring(svg).iter() if each.tag.endswith("text")]
    assert one_line(name).replace("\ufffe", "\\ufffe").replace("\\", "\u29f5") in texts
    assert hostile.PRODUCT not in svg


@pytest.mark.parametrize(("name", "format"), [case for case in CASES if case not in FEW])
def long_names_are_shown_and_give_no_orders_anywhere(folder: Path, name: str, format: str) -> None:
    assert_no_orders(folder, name, format)


def long_a_report_and_a_picture_have_names_as_text(folder: Path) -> None:
    words = ("report", *INPUTS, "-o", "r.html", "--title", "</title>" + TEXTS[-2], "--slices", "queries.parquet")
    done = evalsql(*words, "--baseline", RUN, cwd=folder)
    assert done.returncode == 0, done.stderr.decode()
    page = (folder / "r.html").read_text(encoding="utf-8")
    read = Read(folder / "r.html")
    assert read.fetched == []
    assert all("alert(" not in text for given, text in read.scripts if given.get("type") != "application/json")
    assert "alert(1)" in unescape(page)
    assert_nothing_was_run(folder, page)
    for words in (("evaluate", *INPUTS), ("queries", *INPUTS), ("compare", *INPUTS, "--test", "sign")):
        done = evalsql(*words, "--plot", "p.svg", cwd=folder)
        assert done.returncode == 0, done.stderr.decode()
        svg = (folder / "p.svg").read_text(encoding="utf-8")
        assert not [each for each in ET.fromstring(svg).iter() if each.tag.endswith(("script", "foreignObject"))]
        assert_nothing_was_run(folder, svg)
