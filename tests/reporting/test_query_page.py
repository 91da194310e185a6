"""The query page: two rankings side by side, and what each rank adds to a measure."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from places import FIXTURES

import evalsql
from evalsql.catalog.measure import parse_measure
from evalsql.database.build import put_database
from evalsql.database.meta import Contents
from evalsql.database.target import STORAGE
from evalsql.render.contributions import contributions
from evalsql.reporting.database import opened
from evalsql.reporting.query import extent, query_page
from evalsql.reporting.report import report
from evalsql.sqltext import Sql

TRACK = FIXTURES / "track"
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


def test_the_scores_are_those_of_evaluate(some: dict[str, Any]) -> None:
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


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
@pytest.mark.parametrize("measure", ["AP@10", "RBP_residual"])
def test_what_a_rank_adds_is_what_explain_says(some: dict[str, Any], measure: str) -> None:
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


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def test_a_rank_before_which_there_is_no_value_adds_none(tmp_path: Path) -> None:
    runs = {"a": {"q": {"d1": 3.0, "d2": 2.0, "d3": 1.0}}}
    report(tmp_path / "r.html", runs, {"q": {"d1": 1, "d2": 0, "d3": 1}}, ["ASL"], curves=())
    assert data_of(tmp_path / "r.html")["queries"][0]["adds"] == [[[1, None, 3, 1_000_000]]]


def test_ties_end_where_a_ranking_does(tmp_path: Path) -> None:
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


def test_names_cannot_break_out_and_come_back_as_they_were(tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    ("runs", "queries", "measures", "said"),
    [
        (30, 50, 5, []),
        (1, 1, 1, []),
        (129, 250, 5, ["Of 129 runs the best 14 are here."]),
        (
            129,
            6980,
            3,
            [
                "Of 129 runs the best 2 are here.",
                "Of 6,980 queries those 2,500 are here on which runs differ most.",
            ],
        ),
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


def test_of_scores_alone_there_is_no_query_page(some: dict[str, Any], tmp_path: Path) -> None:
    with duckdb.connect(some["database"], read_only=True) as connection:
        scores = connection.sql("from scores").to_arrow_table()
    page = tmp_path / "page.html"
    report(page, scores)
    assert 'id="query"' not in page.read_text(encoding="utf-8")
