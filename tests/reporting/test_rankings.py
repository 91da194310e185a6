"""The query page: two rankings side by side, and what each rank adds to a measure."""

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from browser import CHROMIUM, Page, page
from places import FIXTURES, ROOT

import evalsql
from evalsql.catalog.measure import parse_measure
from evalsql.database.build import put_database
from evalsql.database.meta import Contents
from evalsql.database.target import STORAGE
from evalsql.render.contributions import contributions
from evalsql.reporting.rankings import extent, query_page
from evalsql.reporting.report import report
from evalsql.reporting.source import opened
from evalsql.sqltext import Sql

pytestmark = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")

TRACK = FIXTURES / "track"
ORDER = "[...document.querySelector('[data-key=query]').options].map((each) => each.textContent.split(':')[0])"
MEASURES = ("nDCG@10", "AP@10", "P@5", "alpha_nDCG@10", "nDCG(judged_only=True)@5", "RBP_residual")
ALL = Sql("select run, place from main.leaderboard where metric = 'nDCG@10'")
NAMES = (
    "<script>alert(1)</script>",
    "</script><!--<script>",
    "he said \"hi\" & 'bye' \\ &amp;",
    "\u05de\u05e0\u05d5\u05e2",
    "\U0001f9ea",
    "\u2028",
    "r" * 200,
)


def make(path: Path, runs: Any, qrels: Any, measures: Any) -> Path:
    """A database without macros."""
    contents = Contents((), (), STORAGE, {"live": "false"}, macros=False)
    put_database(path, runs, qrels, measures, contents, curves=(), progress=lambda *_: None, options={})
    return path


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Three runs and five queries of the track, their judgments, a database of them and its page."""
    folder = tmp_path_factory.mktemp("query_page")
    connection = duckdb.connect()
    runs = connection.sql(f"""
        from '{TRACK}/runs.parquet'
        where run in ('bm25', 'splade+ce', 'dense') and query_id::integer between 101 and 105
    """).to_arrow_table()
    qrels = connection.sql(f"""
        from '{TRACK}/subtopics.parquet' where query_id::integer between 101 and 105
    """).to_arrow_table()
    database = make(folder / "some.duckdb", runs, qrels, MEASURES)
    page = folder / "some.html"
    report(page, database)
    return {"runs": runs, "qrels": qrels, "database": database, "page": page, "data": data_of(page)}


class Scripts(HTMLParser):
    """The elements script of a page, as a browser finds them: each with its type and its text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[list[Any]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self.found.append([dict(attrs), ""])

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script":
            self.found[-1][1] += data


def scripts_of(page: Path) -> list[list[Any]]:
    parser = Scripts()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser.found


def data_of(page: Path) -> dict[str, Any]:
    (text,) = [text for named, text in scripts_of(page) if named.get("id") == "query-data"]
    return json.loads(text)


def long_the_scores_are_those_of_evaluate(some: dict[str, Any]) -> None:
    data = some["data"]
    found = {
        (run, query["id"], measure["metric"]): query["scores"][metric][place]
        for query in data["queries"]
        for place, run in enumerate(data["runs"])
        for metric, measure in enumerate(data["measures"])
    }
    with pytest.warns(evalsql.InputWarning):
        rows = evalsql.evaluate(some["runs"], some["qrels"], MEASURES).fetchall()
    assert found == {(run, query, metric): value for run, query, metric, value in rows}


def test_the_rankings_are_those_of_the_runs(some: dict[str, Any]) -> None:
    data = some["data"]
    rows = some["runs"].to_pylist()
    for query in data["queries"]:
        for place, run in enumerate(data["runs"]):
            own = [row for row in rows if row["run"] == run and row["query_id"] == query["id"]]
            own.sort(key=lambda row: (row["score"], row["doc_id"].encode()), reverse=True)
            shown = [query["documents"][number] for number in query["rankings"][place]]
            assert shown == [row["doc_id"] for row in own[: data["depth"]]]
            assert query["retrieved"][place] == len(own)
    one, other = data["pair"]
    gains = [query["scores"][0][one] - query["scores"][0][other] for query in data["queries"]]
    assert gains == sorted(gains)


def test_what_is_added_makes_up_the_score(some: dict[str, Any]) -> None:
    data = some["data"]
    tried = 0
    for metric, measure in enumerate(data["measures"]):
        for query in data["queries"]:
            for place, _ in enumerate(data["runs"]):
                if measure["cutoff"] is not None:
                    added = sum(query["adds"][metric][place][1::2]) / data["unit"]
                    assert measure["empty"] + added == pytest.approx(query["scores"][metric][place], abs=2e-5)
                    tried += added != 0
    assert tried > 30


@pytest.mark.parametrize("measure", ["AP@10", "RBP_residual"])
def long_what_a_rank_adds_is_what_explain_says(some: dict[str, Any], measure: str) -> None:
    statement = contributions(parse_measure(measure), depth=20, shown=ALL)
    with duckdb.connect(some["database"], read_only=True) as connection:
        rows = connection.sql(f"select rank, value, adds from ({statement}) where run = 'dense' and query_id = '103'")
        found = {rank: (value, adds) for rank, value, adds in rows.fetchall()}
    own = some["runs"].filter(pc.field("run") == "dense")
    explained = evalsql.explain(own, some["qrels"], measure, "103", top=20)["ranking"].to_arrow_table().to_pylist()
    assert any(added for _, added in found.values())
    for row in explained:
        value, adds = found.get(row["rank"], (row["value"], 0.0))  # of what is left out, nothing changes
        assert (value, adds) == (pytest.approx(row["value"], abs=1e-12), pytest.approx(row["adds"], abs=1e-12))


def long_a_rank_before_which_there_is_no_value_adds_none(tmp_path: Path) -> None:
    runs = {"a": {"q": {"d1": 3.0, "d2": 2.0, "d3": 1.0}}}
    report(tmp_path / "r.html", runs, {"q": {"d1": 1, "d2": 0, "d3": 1}}, ["ASL"], curves=())
    assert data_of(tmp_path / "r.html")["queries"][0]["adds"] == [[[1, None, 3, 1_000_000]]]


def long_ties_end_where_a_ranking_does(tmp_path: Path) -> None:
    ranking = {"q": {"d1": 9.0, "d2": 8.0, "d3": 8.0, "d4": 8.0, "d5": 6.0}}
    judged = {"q": {"d1": 1, "d3": 1, "d4": 0, "d5": 1}}
    database = make(tmp_path / "tied.duckdb", ranking, judged, ["RBP_shared"])
    explained = evalsql.explain(ranking, judged, "RBP_shared", "q")["ranking"].to_arrow_table().to_pylist()
    statement = contributions(parse_measure("RBP_shared"), depth=20, shown=Sql("select run from main.run_summary"))
    with duckdb.connect(database, read_only=True) as connection:
        found = [value for (value,) in connection.sql(f"select value from ({statement}) order by rank").fetchall()]
    assert found == pytest.approx([row["value"] for row in explained], abs=1e-12)


def test_every_statement_runs_as_it_stands(some: dict[str, Any]) -> None:
    text = some["page"].read_text(encoding="utf-8")
    section = text[text.index('<section id="query"') :].partition("</section>")[0]
    statements = [unescape(each) for each in re.findall(r"<pre.*?><code>(.*?)</code></pre>", section, re.DOTALL)]
    assert len(statements) == 3 + len(MEASURES)
    with duckdb.connect(some["database"], read_only=True) as connection:
        assert all(connection.sql(statement).fetchall() for statement in statements)


def long_names_cannot_break_out_and_come_back_as_they_were(tmp_path: Path) -> None:
    ranking = {name: 9.0 - place for place, name in enumerate(NAMES)}
    rows = [(run, query, name, score) for run in NAMES for query in NAMES for name, score in ranking.items()]
    columns = dict(zip(("run", "query_id", "doc_id", "score"), zip(*rows, strict=True), strict=True))
    qrels = pa.table({"query_id": NAMES, "doc_id": NAMES, "relevance": [1] * len(NAMES)})
    texts = pa.table({"query_id": NAMES, "text": [f"text of {name}" for name in NAMES]})
    page = tmp_path / "page.html"
    report(page, pa.table(columns), qrels, "nDCG@5", queries_text=texts, curves=())
    data = data_of(page)
    assert sorted(data["runs"]) == sorted(NAMES)
    assert {query["id"]: query["text"] for query in data["queries"]} == {name: f"text of {name}" for name in NAMES}
    assert all(sorted(query["documents"]) == sorted(NAMES) for query in data["queries"])
    scripts = scripts_of(page)
    assert [text for named, text in scripts if "alert" in text and named.get("type") != "application/json"] == []


SPREAD = "Of 6,980 queries those 2,500 are here on which runs differ most."


@pytest.mark.parametrize(
    ("runs", "queries", "measures", "said"),
    [
        (30, 50, 5, []),
        (1, 1, 1, []),
        (129, 250, 5, ["Of 129 runs the best 14 are here."]),
        (129, 6980, 3, ["Of 129 runs the best 2 are here.", SPREAD]),
    ],
)
def test_what_is_cut_is_said(runs: int, queries: int, measures: int, said: list[str]) -> None:
    size = extent(runs, queries, measures)
    assert size.cut() == said
    assert size.cut("bm25")[:1] == [each.replace(" are", " and the baseline are") for each in said[:1]]
    assert size.depth * size.runs * size.queries * (2 + measures) <= 250_000
    assert size.depth == 20 or said


def test_what_is_cut_is_the_worst_runs_and_the_queries_alike(some: dict[str, Any]) -> None:
    with opened(some["database"], (), "bm25", None) as found:
        data = query_page(found, {}, most=300)["data"]
        best = found.connection.sql("select run from leaderboard where metric = 'nDCG@10' and place <= 2").fetchall()
        spread = found.connection.sql("""
            select query_id from scores where metric = 'nDCG@10'
            group by all order by max(value) - min(value) desc limit 1
        """).fetchall()
    assert {*data["runs"]} == {run for (run,) in best} | {"bm25"}
    assert [(query["id"],) for query in data["queries"]] == spread


def long_of_scores_alone_there_is_no_query_page(some: dict[str, Any], tmp_path: Path) -> None:
    with duckdb.connect(some["database"], read_only=True) as connection:
        scores = connection.sql("from scores").to_arrow_table()
    page = tmp_path / "page.html"
    report(page, scores)
    assert 'id="query"' not in page.read_text(encoding="utf-8")


in_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

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


@in_chromium
def long_what_is_chosen_is_shown_and_stands_in_the_address(browser: Page, track: Path) -> None:
    browser.open(track)
    first, order = shown(browser), browser.run(ORDER)
    choose(browser, "query", "110")
    choose(browser, "a", "bm25")
    choose(browser, "b", "dense")
    choose(browser, "m", "AP")
    found = shown(browser)
    assert (found["query"], found["runs"], found["measure"]) == ("110", ["bm25", "dense"], "AP")
    assert found["hash"] == "#query=110&a=bm25&b=dense&m=AP"
    assert found["rows"] != first["rows"]
    place = order.index("110")
    assert found["status"] == f"Query {place + 1} of 50: 110"
    browser.click("#query-page .buttons button:nth-child(3)")
    assert shown(browser)["runs"] == ["dense", "bm25"]
    browser.click("#query-page .buttons button:nth-child(2)")
    assert shown(browser)["query"] == order[place + 1]
    browser.click("#query-page .buttons button:nth-child(1)")
    assert shown(browser)["query"] == "110"
    assert browser.said == []


def long_queries_begin_with_the_largest_loss_of_the_best_run(tmp_path: Path) -> None:
    poor = {"a": {"x": 1}, "b": {"y": 1, "x": 0}}
    runs = {"good": {"a": {"x": 2, "y": 1}, "b": {"x": 1}, "c": {"x": 1}}, "poor": poor}
    qrels = {"a": {"y": 1}, "b": {"y": 1, "x": 1}, "c": {"x": 1}, "d": {"x": 1}}
    for baseline, order, pair in ((None, "bdac", [0, 1]), ("good", "cabd", [1, 0])):
        report(tmp_path / "r.html", runs, qrels, "RR", baseline=baseline, curves=())
        about = data_of(tmp_path / "r.html")
        assert about["pair"] == pair
        assert "".join(query["id"] for query in about["queries"]) == order


@in_chromium
def long_the_numbers_are_the_scores_to_the_digits_shown(browser: Page, track: Path) -> None:
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


@in_chromium
def long_a_number_is_rounded_as_elsewhere(browser: Page) -> None:
    script = (ROOT / "evalsql" / "reporting" / "query.js").read_text(encoding="utf-8")
    rounded = script[script.index("  function fixed(") :].partition("\n  }\n")[0]
    for value in (0.03125, 0.09375, 0.12344999, 1.0, 0.0, 0.21875, 2 / 3, -0.03125):
        assert browser.run(f"(() => {{ {rounded} }} return fixed({value!r}, 4); }})()") == f"{value:.4f}"


@in_chromium
def long_keys_go_from_query_to_query(browser: Page, track: Path) -> None:
    browser.open(track)
    browser.run("document.querySelector('#query-page .buttons button').focus()")
    order = browser.run(ORDER)
    for key, place in (("n", 1), ("n", 2), ("p", 1), ("p", 0), ("p", -1)):
        browser.press(key, ord(key.upper()), key)
        assert shown(browser)["query"] == order[place]
    # a ranking that has the focus is drawn anew, and has it then
    browser.run("document.querySelector('#query-page .ranking .box').focus()")
    for query in order[:3]:
        browser.press("n", 78, "n")
        assert shown(browser)["query"] == query
    assert browser.run("document.activeElement.getAttribute('aria-label')") == "Ranking A"
    browser.run("document.querySelector('#query-page .buttons button').focus()")
    for _ in range(3):
        browser.press("p", 80, "p")
    # in a control they are letters
    browser.run("document.querySelector('#query-page [data-key=a]').focus()")
    browser.press("n", 78, "n")
    assert shown(browser)["query"] == order[-1]
    browser.run("document.querySelector('#query-page [data-key=query]').focus()")
    browser.press("ArrowUp", 38)
    assert shown(browser)["query"] == order[-2]


@in_chromium
def long_an_address_opens_what_it_says(browser: Page, track: Path) -> None:
    browser.open(track)
    browser.run("location.hash = '#query=120&a=dense&b=bm25'")
    assert (shown(browser)["query"], shown(browser)["runs"]) == ("120", ["dense", "bm25"])
    browser.run("location.hash = '#query=nowhere'")
    found = shown(browser)
    place = browser.run(ORDER).index("120") + 1
    assert (found["query"], found["status"]) == ("120", f"Not on this page: query nowhere. Query {place} of 50: 120")
    browser.run("location.hash = '#a=bm25&b=dense'")
    assert (shown(browser)["query"], shown(browser)["runs"]) == ("120", ["bm25", "dense"])
    browser.run("location.hash = ''")
    browser.open(track)  # nothing scrolls any more
    link = "#difficulty a[href^='#query=']"
    to = browser.run(f'document.querySelector("{link}").textContent')
    browser.click(link)
    assert shown(browser)["query"] == to


@in_chromium
def long_nothing_leads_to_a_query_that_is_not_there(
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


@in_chromium
def long_names_that_are_the_same_once_shortened_stay_apart(browser: Page, tmp_path: Path) -> None:
    names = ["r" * 100 + each + "r" * 100 for each in "ab"]
    runs = {name: {name: {"d": 1.0} for name in names} for name in names}
    report(tmp_path / "long.html", runs, {name: {"d": 1} for name in names}, "P@1", curves=())
    browser.open(tmp_path / "long.html")
    for key in ("query", "a", "b"):
        texts = browser.run(f"[...document.querySelector('[data-key={key}]').options].map((each) => each.textContent)")
        assert len(set(texts)) == 2
        assert all(len(text) < 80 for text in texts)


ODD_NAMES = [*HOSTILE, "\u05de\u05e0\u05d5\u05e2", "\U0001f9ea", "r" * 200]


@pytest.fixture(scope="module")
def oddly_named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page whose runs, queries, texts and documents have odd names."""
    path, every = tmp_path_factory.mktemp("odd") / "names.html", range(len(ODD_NAMES))
    rows = [(run, query, ODD_NAMES[doc], 9.0 - doc) for run in ODD_NAMES for query in ODD_NAMES for doc in every]
    columns = dict(zip(("run", "query_id", "doc_id", "score"), zip(*rows, strict=True), strict=True))
    qrels = pa.table({"query_id": ODD_NAMES, "doc_id": ODD_NAMES, "relevance": [1 for _ in every]})
    texts = pa.table({"query_id": ODD_NAMES, "text": ODD_NAMES})
    report(path, pa.table(columns), qrels, "AP", queries_text=texts, title="whole", curves=())
    return path


@in_chromium
@pytest.mark.parametrize(("width", "dark"), [(390, False), (1024, True), (1600, False)])
def long_names_are_text_and_the_page_is_as_wide_as_the_window(
    browser: Page, oddly_named: Path, width: int, dark: bool
) -> None:
    browser.requests.clear()
    browser.said.clear()
    browser.open(oddly_named, width, dark=dark)
    for name in ODD_NAMES:
        browser.run(f"location.hash = '#query={quote(name, safe='')}'")
        found = shown(browser)
        assert (found["query"], found["rows"]) == (name, ODD_NAMES)
    assert browser.run("document.title") == "whole"
    assert browser.run("document.documentElement.scrollWidth") <= width
    assert browser.said == []
    assert [each for each in browser.requests if not each.startswith("file:")] == []
