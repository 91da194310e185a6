"""The query page in Chromium: what is chosen by mouse, keyboard and address is what is shown."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import duckdb
import pyarrow as pa
import pytest
from browser import CHROMIUM, Page, page
from places import FIXTURES, ROOT

import evalsql
from evalsql.reporting.query import query_page
from evalsql.reporting.report import report

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
    pytest.mark.filterwarnings("ignore::evalsql.InputWarning"),
]
SHOWN = """(() => ({
    query: document.querySelector('#query-page h3 bdi').textContent,
    runs: [...document.querySelectorAll('#query-page h4 bdi')].map((each) => each.textContent),
    rows: [...document.querySelectorAll('table[data-side=A] tbody tr')].map((row) => row.dataset.document),
    measure: document.querySelector('#query-page [data-key=m]').selectedOptions[0].textContent,
    status: document.querySelector('#query-page [role=status]').textContent,
    hash: location.hash,
}))()"""
SCORES = """[...document.querySelectorAll('#query-page .scores tbody tr')].map(
    (row) => [...row.cells].map((cell) => cell.textContent))"""
HOSTILE = ("</script><script>document.title = 'broken'</script>", "<img src=x onerror=\"document.title = 'broken'\">")


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with page() as opened:
        yield opened


@pytest.fixture(scope="module")
def track(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "track.html"
    folder = FIXTURES / "track"
    runs = duckdb.sql(f"from '{folder}/runs.parquet' where run in ('bm25', 'dense', 'splade+ce')").to_arrow_table()
    report(path, runs, str(folder / "qrels.parquet"), ["nDCG@10", "AP"], queries_text=str(folder / "queries.jsonl"))
    return path


def shown(browser: Page) -> dict[str, Any]:
    return browser.run(f"new Promise((done) => setTimeout(() => done({SHOWN}), 50))")


def choose(browser: Page, key: str, text: str) -> None:
    browser.run(f"""(() => {{
        const select = document.querySelector('#query-page [data-key={key}]');
        select.value = [...select.options].find((option) => option.textContent.startsWith({json.dumps(text)})).value;
        select.dispatchEvent(new Event('change'));
    }})()""")


def test_what_is_chosen_is_shown_and_stands_in_the_address(browser: Page, track: Path) -> None:
    browser.open(track)
    first = shown(browser)
    choose(browser, "query", "110")
    choose(browser, "a", "bm25")
    choose(browser, "b", "dense")
    choose(browser, "m", "AP")
    found = shown(browser)
    assert (found["query"], found["runs"], found["measure"]) == ("110", ["bm25", "dense"], "AP")
    assert found["hash"] == "#query=110&a=bm25&b=dense&m=AP"
    assert found["rows"] != first["rows"]
    assert found["status"] == "Query 10 of 50: 110"
    browser.click("#query-page .buttons button:nth-child(3)")
    assert shown(browser)["runs"] == ["dense", "bm25"]
    browser.click("#query-page .buttons button:nth-child(2)")
    assert shown(browser)["query"] == "111"
    browser.click("#query-page .buttons button:nth-child(1)")
    assert shown(browser)["query"] == "110"
    assert browser.said == []


def test_the_numbers_are_the_scores_to_the_digits_shown(browser: Page, track: Path) -> None:
    runs = duckdb.sql(f"from '{FIXTURES}/track/runs.parquet' where run in ('bm25', 'dense')").to_arrow_table()
    rows = evalsql.evaluate(runs, str(FIXTURES / "track" / "qrels.parquet"), ["nDCG@10", "AP"]).fetchall()
    scores = {(run, query, metric): value for run, query, metric, value in rows}
    browser.open(track)
    for query in map(str, range(101, 151, 5)):
        browser.run(f"location.hash = '#query={query}&a=bm25&b=dense'")
        assert shown(browser)["query"] == query
        for metric, one, other, _ in browser.run(SCORES):
            values = [scores[run, query, metric] for run in ("bm25", "dense")]
            assert [one, other] == [f"{value:.4f}" for value in values]


@pytest.mark.parametrize("value", [0.03125, 0.09375, 0.12344999, 1.0, 0.0, 0.21875, 2 / 3, -0.03125])
def test_a_number_is_rounded_as_elsewhere(browser: Page, value: float) -> None:
    script = (ROOT / "evalsql" / "reporting" / "query.js").read_text(encoding="utf-8")
    rounded = script[script.index("  function fixed(") :].partition("\n  }\n")[0]
    assert browser.run(f"(() => {{ {rounded} }} return fixed({value!r}, 4); }})()") == f"{value:.4f}"


def test_keys_go_from_query_to_query(browser: Page, track: Path) -> None:
    browser.open(track)
    browser.run("document.querySelector('#query-page .buttons button').focus()")
    for key, query in (("n", "102"), ("n", "103"), ("p", "102"), ("p", "101"), ("p", "150")):
        browser.press(key, ord(key.upper()), key)
        assert shown(browser)["query"] == query
    # a ranking that has the focus is drawn anew, and has it then
    browser.run("document.querySelector('#query-page .ranking .box').focus()")
    for query in ("101", "102", "103"):
        browser.press("n", 78, "n")
        assert shown(browser)["query"] == query
    assert browser.run("document.activeElement.getAttribute('aria-label')") == "Ranking A"
    browser.run("document.querySelector('#query-page .buttons button').focus()")
    for _ in range(3):
        browser.press("p", 80, "p")
    # in a control they are letters
    browser.run("document.querySelector('#query-page [data-key=a]').focus()")
    browser.press("n", 78, "n")
    assert shown(browser)["query"] == "150"
    browser.run("document.querySelector('#query-page [data-key=query]').focus()")
    browser.press("ArrowUp", 38)
    assert shown(browser)["query"] == "149"


def test_an_address_opens_what_it_says(browser: Page, track: Path) -> None:
    browser.open(track)
    browser.run("location.hash = '#query=120&a=dense&b=bm25'")
    assert (shown(browser)["query"], shown(browser)["runs"]) == ("120", ["dense", "bm25"])
    browser.run("location.hash = '#query=nowhere'")
    found = shown(browser)
    assert (found["query"], found["status"]) == ("120", "Not on this page: query nowhere. Query 20 of 50: 120")
    browser.run("location.hash = '#a=bm25&b=dense'")
    assert (shown(browser)["query"], shown(browser)["runs"]) == ("120", ["bm25", "dense"])
    browser.run("location.hash = ''")
    browser.open(track)  # nothing scrolls any more
    link = "#difficulty a[href^='#query=']"
    to = browser.run(f'document.querySelector("{link}").textContent')
    browser.click(link)
    assert shown(browser)["query"] == to


def test_nothing_leads_to_a_query_that_is_not_there(
    browser: Page, track: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = "document.querySelectorAll('#difficulty a').length"
    browser.open(track)
    assert browser.run(links) == 60
    monkeypatch.setattr(query_page, "__defaults__", (1,))  # one query
    runs = {"a": {"q&1": {"d": 1.0}, "q2": {"d": 1.0}}, "b": {"q&1": {"x": 1.0}, "q2": {"d": 1.0}}}
    report(tmp_path / "cut.html", runs, {"q&1": {"d": 1}, "q2": {"d": 1}}, "P@1", curves=())
    browser.open(tmp_path / "cut.html")
    assert browser.run("[...document.querySelectorAll('#difficulty a')].map((each) => each.textContent)") == ["q&1"]
    assert browser.run("document.querySelector('#difficulty tbody').textContent").split().count("q2") == 1


def test_names_that_are_the_same_once_shortened_stay_apart(browser: Page, tmp_path: Path) -> None:
    names = ["r" * 100 + each + "r" * 100 for each in "ab"]
    runs = {name: {name: {"d": 1.0} for name in names} for name in names}
    report(tmp_path / "long.html", runs, {name: {"d": 1} for name in names}, "P@1", curves=())
    browser.open(tmp_path / "long.html")
    for key in ("query", "a", "b"):
        texts = browser.run(f"[...document.querySelector('[data-key={key}]').options].map((each) => each.textContent)")
        assert len(set(texts)) == 2
        assert all(len(text) < 80 for text in texts)


@pytest.mark.parametrize(("width", "dark"), [(390, False), (1024, True), (1600, False)])
def test_names_are_text_and_the_page_is_as_wide_as_the_window(
    browser: Page, tmp_path: Path, width: int, dark: bool
) -> None:
    names = [*HOSTILE, "\u05de\u05e0\u05d5\u05e2", "\U0001f9ea", "r" * 200]
    rows = [(run, query, name, 9.0 - place) for run in names for query in names for place, name in enumerate(names)]
    columns = dict(zip(("run", "query_id", "doc_id", "score"), zip(*rows, strict=True), strict=True))
    qrels = pa.table({"query_id": names, "doc_id": names, "relevance": [1] * len(names)})
    texts = pa.table({"query_id": names, "text": names})
    path = tmp_path / "names.html"
    report(path, pa.table(columns), qrels, "AP", queries_text=texts, title="whole", curves=())
    browser.requests.clear()
    browser.said.clear()
    browser.open(path, width, dark=dark)
    for name in names:
        browser.run(f"location.hash = '#query={quote(name, safe='')}'")
        found = shown(browser)
        assert found["query"] == name
        assert found["rows"] == names
    assert browser.run("document.title") == "whole"
    assert browser.run("document.documentElement.scrollWidth") <= width
    assert browser.said == []
    assert [each for each in browser.requests if not each.startswith("file:")] == []
