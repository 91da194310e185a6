"""Numbers in pages follow from their own tables and formulas; tables of metrics and tests from their heads."""

from collections.abc import Iterable, Iterator
from itertools import groupby

import duckdb
import pages
import pytest
from places import COLLECTIONS, FIXTURES, ROOT

import evalsql
from evalsql.catalog.gains import GAINS
from evalsql.catalog.listing import curves, metrics
from evalsql.catalog.metric import Metric
from evalsql.cli.commands.metrics import default_of, range_of
from evalsql.comparing.methods import Folder, heads, lines, names
from evalsql.render import frames
from evalsql.sqltext import quote

PAPER = FIXTURES / "papers" / "della_mea_mizzaro_2004"
BLOCKS = pages.blocks("understand/average_distance.md")

TABLE, MIXED, SETS = (BLOCKS[number][0] for number in (1, 2, 4))


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the macro that the page asks for."""
    with duckdb.connect() as connection:
        connection.execute(frames.macro(evalsql.metrics()["ADM"]))
        yield connection


def long_every_query_gives_the_result_shown(connection: duckdb.DuckDBPyConnection) -> None:
    assert pages.run(connection, "understand/average_distance.md") == 3
    assert len(BLOCKS) == 5


def changed(sql: str, *changes: tuple[str, str]) -> str:
    """A query with some of its text replaced."""
    for old, new in changes:
        assert old in sql
        sql = sql.replace(old, new)
    return sql


def with_table_1(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes the tables runs and qrels of the paper's table 1."""
    read = "select {} from read_csv('{}', header = false, delim = ' ', all_varchar = true)"
    columns = "column5 as run, column0 as query_id, column2 as doc_id, column4::double as score"
    connection.execute("create table runs as " + read.format(columns, PAPER / "*.run"))
    columns = "column0 as query_id, column2 as doc_id, column3::double as relevance"
    connection.execute("create table qrels as " + read.format(columns, PAPER / "qrels.txt"))


def test_with_one_threshold_the_table_is_figure_2(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(BLOCKS[0][0])
    sql = changed(TABLE, ("[0, 0.5, 0.9]", "[0, 0.5]"), ("[0, 0.8, 0.91]", "[0, 0.8]"))
    given = "top=3,length=100,system_threshold=0.8"
    names = [f"Threshold{name}({given})" for name in "PR"] + [f"Fallout({given})", "Generality(top=3)"]
    # one query, so that the table of all queries is that of the measures
    connection.execute("delete from runs where query_id <> '101'; delete from qrels where query_id <> '101'")
    cells = {(run, users > 0, its > 0): count for run, users, its, count in connection.execute(sql).fetchall()}
    evaluation = evalsql.Evaluation(connection=connection, measures=names)
    values = {name: {run: value for run, _, _, value in evaluation.score(name).fetchall()} for name in names}
    for run in ("splade+ce", "bm25-title"):
        beta, alpha, delta, gamma = (cells[run, u, s] for u, s in [(1, 1), (0, 1), (1, 0), (0, 0)])
        expected = [
            beta / (alpha + beta),
            beta / (beta + delta),
            alpha / (alpha + gamma),
            (beta + delta) / (alpha + beta + gamma + delta),
        ]
        assert [values[name][run] for name in names] == pytest.approx(expected, rel=0, abs=1e-12)


def test_the_bands_of_the_table_hold_every_document_once(connection: duckdb.DuckDBPyConnection) -> None:
    with_table_1(connection)
    sql = changed(TABLE, ("/ 3 as urs", "as urs"), ("('splade+ce'), ('bm25-title')", "('IRS1'), ('IRS3')"))
    sql = changed(sql, ("[0, 0.5, 0.9]", "[0, 0.2, 0.4, 0.8, 0.9]"), ("[0, 0.8, 0.91]", "[0, 0.98, 0.99, 1]"))
    cells = {(run, users, its): count for run, users, its, count in connection.execute(sql).fetchall() if count}
    d1, d2, d3 = 0.8, 0.4, 0
    assert {(run, float(u), float(s)): count for (run, u, s), count in cells.items()} == {
        **{("IRS1", d1, 1): 1, ("IRS1", d2, 0.99): 1, ("IRS1", d3, 0.98): 1},
        **{("IRS3", d3, 1): 1, ("IRS3", d1, 0.99): 1, ("IRS3", d2, 0.98): 1},
    }
    assert len(connection.execute(sql).fetchall()) == 2 * 5 * 4


def test_a_mixed_score_is_three_parts_judgment_and_one_part_best_runs(connection: duckdb.DuckDBPyConnection) -> None:
    with_table_1(connection)
    connection.execute("insert into runs values ('IRS3', 'D', 'unjudged', 0.1), ('IRS3', 'E', 'unjudged', 0.1)")
    connection.execute("insert into qrels values ('D', 'missed', 0.6)")
    best = ("('splade+ce'), ('dense+ce'), ('bm25+ce')", "('IRS1'), ('IRS3')")
    connection.execute(changed(MIXED, ("/ 3 as urs", "as urs"), best))
    found = {(query, doc): value for query, doc, value in connection.execute("from mixed").fetchall()}
    assert found == {
        ("D", "d1"): pytest.approx((3 * 0.8 + (1 + 0.99) / 2) / 4),
        ("D", "d2"): pytest.approx((3 * 0.4 + (0.99 + 0.98) / 2) / 4),
        ("D", "d3"): pytest.approx((3 * 0.1 + (0.98 + 1) / 2) / 4),
        ("D", "unjudged"): pytest.approx((0.97 + 0) / 2 / 4),
        ("D", "missed"): pytest.approx(3 * 0.6 / 4),
    }


def test_the_document_sets_of_one_relevant_document_of_two(connection, ranking) -> None:
    small = ranking([3, 0, 0], missed=[3])
    small.execute(frames.macro(evalsql.metrics()["ADM"]))
    rows = small.execute(changed(SETS, ("length := 100", "length := 1000"))).fetchall()
    assert [mean for _, _, mean, *_ in rows] == [0.2508, 0.3343, 0.5, 0.5, 0.9997]


NDEVAL = COLLECTIONS / "golden" / "ndeval"

(_, _), (NUGGETS, _), (RISK, _) = pages.blocks("understand/diversity.md")


@pytest.fixture
def connection_of_diversity() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the macro that the page asks for."""
    with duckdb.connect() as connection_of_diversity:
        connection_of_diversity.execute(frames.macro(evalsql.metrics()["alpha_nDCG"]))
        yield connection_of_diversity


def test_every_query_gives_the_result_shown_of_diversity(connection_of_diversity: duckdb.DuckDBPyConnection) -> None:
    assert pages.run(connection_of_diversity, "understand/diversity.md") == 2


def test_the_query_for_nuggets_shows_what_by_document_does(connection_of_diversity: duckdb.DuckDBPyConnection) -> None:
    runs, qrels = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "subtopics.parquet"
    connection_of_diversity.execute(f"create table runs as from '{runs}'; create table qrels as from '{qrels}'")
    evaluation = evalsql.Evaluation(str(runs), str(qrels), queries=["101"])
    rows = evaluation.sightings("alpha_G@10", "document").filter("run = 'dense'").fetchall()
    expected = [
        (rank, doc, nuggets.replace(",", ""), new.replace(",", ""), gain) for *_, rank, doc, nuggets, new, gain in rows
    ]
    assert connection_of_diversity.execute(NUGGETS).fetchall() == expected
    assert len(expected) == 4


@pytest.mark.skipif(not NDEVAL.is_dir(), reason=f"what ndeval said is not at {NDEVAL}")
def long_the_query_for_losses_is_what_ndeval_says(connection_of_diversity: duckdb.DuckDBPyConnection) -> None:
    qrels = str(NDEVAL / "qrels.web.201-250.ndeval.txt.gz")
    runs = [str(NDEVAL / f"synth{number}.run.gz") for number in (1, 2)]
    said = duckdb.read_csv(str(NDEVAL / "out.synth1.risk2.csv"), all_varchar=True).filter("topic = 'amean'")
    expected = dict(zip(said.columns[2:], map(float, said.fetchall()[0][2:]), strict=True))
    ours = {name: name.replace("-", "_").replace("strec", "StRecall") for name in expected}
    measures = {name: evalsql.parse_measure(text, convention="ndeval") for name, text in ours.items()}
    evaluation = evalsql.Evaluation(runs, qrels, convention="ndeval")
    connection_of_diversity.register("given", evaluation.score(list(measures.values())).to_arrow_table())
    sql = RISK.replace("'bm25'", "'synth2'").replace("run in ('dense', 'dense+ce', 'splade')", "run = 'synth1'")
    losses = []
    for name, measure in measures.items():
        only = f"from given where metric = {quote(str(measure))}"
        ((run, mean, lost),) = connection_of_diversity.execute(sql.replace("from alpha_ndcg(k := 20)", only)).fetchall()
        losses.append(lost)
        assert run == "synth1"
        assert mean == pytest.approx(expected[name], abs=0.6e-4), name
    assert len(losses) == 21
    assert sum(losses) > 40


PAGE = ROOT / "docs" / "understand" / "significance.md"
ALL_PAIRS = "`evalsql discriminate` looks at all pairs of runs."
OF = {
    "pairs": "Tests of pairs of runs",
    "runs": "Tests of all runs together",
    "categories": "Tests of categories of runs",
    "pairs of categories": "Tests of pairs of categories",
}


def tables() -> str:
    """A table of tests for each thing that is tested, one of intervals and one of corrections."""
    lines = []
    for of, title in OF.items():
        lines += [f"## {title}", "", "| test | what it is | formula | source |", "|---|---|---|---|"]
        for name, head in heads("significance").items():
            if head["of"] == of:
                about = head["about"] + (" All pairs." if head.get("familywise") else "")
                lines.append(pages.row(f"`{name}`, {head['title']}", about, head["formula"], head["cite"]))
        lines.append("")
    for of, title in {None: "Intervals of a difference", "means": "Intervals of a mean alone"}.items():
        lines += [f"## {title}", "", "| interval | what it is | formula | source |", "|---|---|---|---|"]
        for name in names("intervals", of):
            head = heads("intervals")[name]
            lines.append(pages.row(f"`{name}`, {head['title']}", head["about"], head["formula"], head["cite"]))
        lines.append("")
    lines += ["## Corrections of m p-values", "", "| correction | the i-th lowest p becomes |", "|---|---|"]
    for name, head in heads("corrections").items():
        lines.append(pages.row(f"`{name}`", head["about"]))
    lines += ["", "## How well measures distinguish runs", ""]
    lines += [f"{ALL_PAIRS} The queries, subsets and draws are the same for every measure.", ""]
    lines += ["| method | what it says | source |", "|---|---|---|"]
    for name, head in heads("discrimination").items():
        lines.append(pages.row(f"`{name}`", head["about"], head["cite"]))
    lines += ["", "## How alike system rankings are", "", "`evalsql correlate` has these coefficients.", ""]
    lines += ["| coefficient | what it is | formula | source |", "|---|---|---|---|"]
    for name in names("correlations"):
        head = heads("correlations")[name]
        lines.append(pages.row(f"`{name}`, {head['title']}", head["about"], head["formula"], head["cite"]))
    return "\n".join(lines) + "\n"


def test_the_page_has_every_test_interval_and_correction() -> None:
    pages.fill("docs/understand/significance.md", "tests", tables())


NEEDED = {
    "significance": {"title", "about", "formula", "cite", "of"},
    "intervals": {"title", "about", "formula", "cite"},
    "corrections": {"about"},
    "correlations": {"title", "about", "formula", "cite", "of"},
    "discrimination": {"brief", "about", "cite", "note"},
}


@pytest.mark.parametrize("folder", NEEDED)
def test_every_file_says_what_it_is(folder: Folder) -> None:
    assert sorted(heads(folder)) == sorted(file.stem for file in (ROOT / "sql" / folder).iterdir())
    for name, head in heads(folder).items():
        assert NEEDED[folder] <= head.keys()
        assert head.get("of", "pairs") in (*OF, "means", "orderings", "rankings")
        # what is read of it without the rest is the same
        assert {key: str(head[key]) for key in ("place", "of", "brief") if key in head} == lines(folder)[name]


def test_the_names_are_listed_in_the_order_of_their_places() -> None:
    listed = ("none", "bonferroni", "holm", "hochberg", "hommel")
    also = ("benjamini_hochberg", "benjamini_yekutieli", "sidak", "holm_sidak")
    assert names("corrections") == (*listed, *also)
    assert names("correlations") == ("kendall", "tau_ap", "spearman", "pearson", "rbo")
    assert names("correlations", "rankings") == ("overlap",)
    assert names("discrimination") == ("power", "levels", "stability", "swaps")
    assert names("intervals") == ("anova", "bca", "percentile", "student", "tukey")
    assert names("significance", "runs") == ("anova", "friedman")


METRICS_PAGE = "docs/reference/metrics.md"
EVERY = [*metrics().values(), *curves().values()]


def markdown(metrics: Iterable[Metric]) -> str:
    """A table for each family, one row per metric or curve."""
    parts = []
    for family, members in groupby(sorted(metrics, key=lambda metric: metric.family), key=lambda metric: metric.family):
        rows = "\n".join(map(markdown_row, members))
        head = "| measure | what it is | range | papers | in trec_eval |\n|---|---|---|---|---|"
        parts.append(f"## {family}\n\n{head}\n{rows}")
    return "\n\n".join(parts)


def markdown_row(metric: Metric) -> str:
    """A metric or curve as a row of a table."""
    title = f"{metric.title} (curve over {metric.over})" if metric.over else metric.title
    peers = ", ".join(f"`{name}`" for name in metric.peers.get("trec_eval", ()))
    return f"| `{usage(metric)}` | {title} | {range_of(metric)} | {'; '.join(metric.papers)} | {peers} |"


def usage(metric: Metric) -> str:
    """How a metric is written with all it takes: RBP(p=0.8,rel=1)@k."""
    inside = ",".join(
        p.name if p.type == GAINS else f"{p.name}={default_of(p)}" for p in metric.parameters.values() if not p.cutoff
    )
    return metric.name + (f"({inside})" if inside else "") + ("@k" if metric.cutoff else "")


def families() -> str:
    """A row for each family, with the names of its metrics and curves."""
    rows = ["| family | metrics | curves |", "|---|---|---|"]
    for family in sorted({each.family for each in EVERY}):
        members = [each for each in EVERY if each.family == family]
        of_kind = [", ".join(f"`{m.name}`" for m in members if bool(m.over) == curve) for curve in (False, True)]
        rows.append(pages.row(family, *of_kind))
    return "\n".join(rows)


def test_the_page_has_every_metric_and_curve_and_begins_with_the_families() -> None:
    pages.fill(METRICS_PAGE, "metrics", markdown(EVERY))
    pages.fill(METRICS_PAGE, "families", families())
