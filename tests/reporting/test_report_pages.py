"""Pages of runs and of pictures, which take their time."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import duckdb
import numpy as np
import pandas as pd
import pytest
from command import evalsql
from html_read import Read
from places import FIXTURES
from scipy import stats
from variants import variants

import evalsql as package
from evalsql.catalog.measure import parse_measure
from evalsql.charts.theme import LIGHT
from evalsql.database.build import put_database
from evalsql.database.meta import Contents
from evalsql.database.target import STORAGE
from evalsql.render.contributions import contributions
from evalsql.sqltext import Sql

TRACK = FIXTURES / "track"
LEADERBOARD = "Means of runs, the best first"
UNJUDGED = "How far unjudged documents could move a score"
RUNS = {"<b>first</b>": {"q1": {"d1": 1.0}, "q2": {"d1": 1.0}}, 'se"cond': {"q1": {"d2": 1.0}, "q2": {"d1": 1.0}}}
QRELS = {"q1": {"d1": 1}, "q2": {"d1": 1, "d2": 1}}


@pytest.mark.usefixtures("plain")
def long_runs_give_the_page_of_the_database_that_is_made_of_them(database: Path, tmp_path: Path) -> None:
    made = tmp_path / "runs.html"
    done = evalsql(
        *("report", TRACK / "runs.parquet", "--qrels", TRACK / "qrels.parquet", "-m", "nDCG@10", "-m", "RBP(p=0.5)"),
        *("-m", "ASL", "--slices", TRACK / "queries.jsonl", "--by", "language", "--baseline", "bm25", "-o", made),
    )
    assert done.returncode == 0, done.stderr.decode()
    package.report(tmp_path / "database.html", database, measures=["ndcg@10", "RBP(p=0.5)", "ASL"], baseline="bm25")
    of_runs, of_database = Read(made), Read(tmp_path / "database.html")
    assert of_runs.sql == of_database.sql
    shown = [caption for caption in of_runs.tables if not caption.startswith("Files")]
    assert len(shown) > 8
    for caption in shown:
        here, there = ([[cell.text for cell in row] for row in each.tables[caption]] for each in (of_runs, of_database))
        assert here == there
    assert "2 run/query pairs" in done.stderr.decode()
    assert "2 run/query pairs of 2 runs have no results" in of_runs.text


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("baseline", [None, "bm25", "dense"])
def long_the_summary_says_who_is_better_by_how_much_and_how_sure_that_is(baseline: str | None, tmp_path: Path) -> None:
    two = ("bm25", "dense")
    runs = duckdb.sql(f"from '{TRACK}/runs.parquet' where run in {two}").to_arrow_table()
    given = (runs, str(TRACK / "qrels.parquet"))
    options = {"slices": str(TRACK / "queries.jsonl"), "by": "language"}
    package.report(tmp_path / "r.html", *given, ["nDCG@10", "RR", "ASL"], baseline=baseline, **options)
    read = Read(tmp_path / "r.html")
    said = " ".join(read.text.split())
    run, other = ("bm25", "dense") if baseline == "dense" else ("dense", "bm25")
    compared = package.compare(*given, ["nDCG@10", "RR"])
    (row,) = compared.filter("metric = 'nDCG@10'").to_arrow_table().to_pylist()
    share = row["difference"] / row["other_mean"] if run == row["run"] else -row["difference"] / row["mean"]
    verb = "beats" if run == row["run"] else "is worse than"
    assert f"{run} {verb} {other} on nDCG@10 by {row['difference']:.4f} ({100 * share:+.1f}%), p = " in said.replace(
        "\u2212", "-"
    )
    assert f"{run} and {other} do not differ significantly on RR:" in said
    higher = row["wins"] if run == row["run"] else row["losses"]
    assert f"higher on {higher} of 50 queries, lower on {50 - higher - row['ties']}." in said
    assert f"By language, {run} has the better mean nDCG@10 in {'all' if run == 'dense' else '0 of'} 3 slices" in said
    largest = [(each["Query"].text, each["Difference"].text) for each in read.rows("Largest losses and gains")]
    scores = package.evaluate(*given, "nDCG@10").to_arrow_table().to_pylist()
    values = {(each["run"], each["query_id"]): each["value"] for each in scores}
    differences = {query: values[run, query] - values[other, query] for _, query in values}
    order = sorted(
        (query for query in differences if differences[query]), key=lambda query: (differences[query], query)
    )
    lost = [query for query in order if differences[query] < 0][:10]
    gained = [query for query in order if differences[query] > 0][-10:]
    assert [query for query, _ in largest[:20]] == [*lost, *gained]
    assert largest[0][1] == f"\u2212{-differences[lost[0]]:.4f}"


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("baseline", ["base", None])
def long_the_summary_counts_the_slices_in_which_any_run_loses(baseline: str | None, tmp_path: Path) -> None:
    generator = np.random.default_rng(12)
    queries = [f"q{place:02}" for place in range(40)]
    of = {"de": slice(0, 12), "en": slice(12, 26), "fr": slice(26, 40)}
    values = {"base": generator.uniform(0.4, 0.5, 40)}
    for run, moved in {"up": (0.2, 0.3, -0.13), "down": (-0.3, 0.02, -0.15)}.items():
        lengths = [part.stop - part.start for part in of.values()]
        values[run] = values["base"] + np.repeat(moved, lengths) + generator.normal(0, 0.2, 40)
    rows = [
        (run, query, metric, float(1 - value) if metric == "latency" else float(value))
        for run, each in values.items()
        for metric in ("F1", "latency")
        for query, value in zip(queries, each, strict=True)
    ]
    scores = pd.DataFrame(rows, columns=["run", "query_id", "metric", "value"])
    kinds = pd.DataFrame([(q, name) for name, part in of.items() for q in queries[part]], columns=["query_id", "kind"])
    package.report(tmp_path / "r.html", scores, slices=kinds, lower=["latency"], baseline=baseline)
    said = " ".join(Read(tmp_path / "r.html").text.split()).replace("\u2212", "-")

    pairs = [("up", "base"), ("down", "base")] if baseline else [("up", "base"), ("up", "down")]
    tested = sorted(
        (stats.ttest_rel(values[run][part], values[other][part]).pvalue, run, other, name)
        for run, other in pairs
        for name, part in of.items()
    )
    corrected = np.maximum.accumulate([(len(tested) - place) * p for place, (p, *_) in enumerate(tested)])
    lost = [
        (float(np.mean(values[run][of[name]] - values[other][of[name]])), min(1, p), run, other, name)
        for p, (_, run, other, name) in zip(corrected, tested, strict=True)
    ]
    lost = [each for each in lost if each[0] < 0 and each[1] < 0.05]
    assert len(lost) == (2 if baseline else 1)
    by, p, run, other, name = min(lost)
    places = len({each[-1] for each in lost})
    p_text = "< 0.001" if p < 0.001 else f"= {p:.3f}"
    for metric, shown in (("F1", f"{by:+.4f}"), ("latency", f"{-by:+.4f}")):
        runs = ("A run", "base", f"that of {run}") if baseline else (run, "another run", f"against {other}")
        sentence = (
            "{} is significantly worse than {} on {} in {} of 3 slices; the largest loss is {} in kind {}: {}, p {}."
        )
        sentence = sentence.format(*runs[:2], metric, places, runs[2], name, shown, p_text)
        assert sentence in said
    package.report(tmp_path / "t.html", scores[scores["run"] != "down"], slices=kinds, baseline=baseline)
    two = " ".join(Read(tmp_path / "t.html").text.split())
    assert "up is significantly worse than base on F1 in 1 of 3 slices; the largest loss is in kind fr: \u2212" in two
    package.report(tmp_path / "n.html", scores, slices=kinds.assign(kind="all"), lower=["latency"], baseline=baseline)
    none = (
        "No run is significantly worse than base"
        if baseline
        else "The best run is not significantly worse than another"
    )
    assert (f"{none} in any slice." in Read(tmp_path / "n.html").text) == (baseline is None)


@pytest.mark.usefixtures("plain")
def long_a_summary_says_what_cannot_be_tested(tmp_path: Path) -> None:
    qrels = {query: {"a": 1} for query in ("q1", "q2", "q3")}
    one, far, both = {"q1": {"a": 1.0}}, {"q2": {"a": 1.0}}, {"q1": {"b": 1.0, "a": 0.0}}
    for runs, said in (
        ({"x": one, "y": both}, "x and y cannot be tested on AP: +0.5000 (+100.0%); higher on 1 of 1 query"),
        ({"x": one, "y": far}, "x: AP 1.0000; it shares no query with another run."),
        ({"x": one, "y": both, "z": far}, "x has the best AP of 3 runs, 1.0000; 2 cannot be tested against it."),
    ):
        package.report(tmp_path / "r.html", runs, qrels, "AP", population="intersection", curves=())
        assert said in " ".join(Read(tmp_path / "r.html").text.split())


@pytest.mark.usefixtures("plain")
def long_curves_end_where_runs_do_and_many_runs_have_no_letters(tmp_path: Path) -> None:
    runs = {f"run{place}": {"q1": {f"d{rank}": 9 - rank for rank in range(6)}} for place in range(9)}
    package.report(tmp_path / "r.html", runs, {"q1": {"d1": 1}, "q2": {"d1": 1}}, "AP", curves=("nDCG",))
    read = Read(tmp_path / "r.html")
    (caption,) = (caption for caption in read.tables if caption.startswith("nDCG: means"))
    assert list(read.rows(caption)[0]) == ["Run", "1", "5"]
    said = " ".join(read.text.split())
    assert "With more than eight runs, letters are left out" in said
    assert "Runs that share a letter" not in said


@pytest.mark.usefixtures("plain")
def long_runs_of_the_same_mean_are_the_best_together(tmp_path: Path) -> None:
    runs = {name: {"q1": {"d1": 2.0, name: 1.0}, "q2": {"d2": 1.0}} for name in ("one", "other")}
    texts = [{"query_id": each, "kind": "same"} for each in ("q1", "q2")]
    (tmp_path / "queries.jsonl").write_text("\n".join(map(json.dumps, texts)))
    qrels = {"q1": {"d1": 1}, "q2": {"d2": 1}}
    package.report(tmp_path / "r.html", runs, qrels, ["P@1"], slices=tmp_path / "queries.jsonl", curves=())
    read = Read(tmp_path / "r.html")
    assert [row["same (2, few)"].text for row in read.rows("Means by kind")] == ["1.0000 best"] * 2
    places = [[row[head].text for head in ("Place", "Best place", "Worst place")] for row in read.rows(UNJUDGED)]
    assert places == [["1", "1", "1"]] * 2
    assert [row["#"].text for row in read.rows(LEADERBOARD)] == ["1", "1"]
    (told,) = read.rows("Comparisons with the best run")
    assert told["95% interval"].text == "+0.0000 to +0.0000"
    assert [row["Best run"].text for row in read.rows("Hardest and easiest queries")] == ["several tie"] * 2


def long_a_picture_is_an_element_in_the_colors_of_the_page(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    package.report(tmp_path / "report.html", RUNS, QRELS, ["AP", "RR"], baseline="<b>first</b>", curves="nDCG@2")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    (found,) = re.findall(r'<svg .*?aria-label="Means of runs.*?</svg>', text, re.DOTALL)
    root = ElementTree.fromstring(found)
    assert root.get("role") == "img"
    texts = {element.text for element in root.iter() if element.text}
    assert {"<b>first</b>", 'se"cond', "mean AP", "mean RR"} <= texts
    given = [value for element in root.iter() for value in element.attrib.values()]
    assert not {LIGHT.paper, LIGHT.ink, LIGHT.soft, LIGHT.gray, LIGHT.grid} & set(given)
    assert any("var(--ink)" in value for value in given)
    assert '"$schema": "https://vega.github.io/schema/vega-lite' in text.replace("&#34;", '"')
    assert "pip install" not in text


def long_slices_have_a_picture_each(drawn: Path, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    text = drawn.read_text(encoding="utf-8")
    (found,) = re.findall(r'<svg [^>]*?aria-label="nDCG@10 of runs by language".*?</svg>', text, re.DOTALL)
    root = ElementTree.fromstring(found)
    texts = [element.text for element in root.iter() if element.text]
    assert {"bm25", "splade+ce", "de (16)", "en (17)", "0.74"} <= set(texts)
    assert "light-dark(" in found
    assert text.index(found) < text.index("Means by language")


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def long_where_a_ranking_ends_every_measure_is_its_score(tmp_path: Path) -> None:
    shallow = duckdb.sql(f"""
        from '{TRACK}/runs.parquet' where run in ('bm25', 'dense') and query_id::integer between 101 and 103
        qualify row_number() over (partition by run, query_id order by score desc) <= 25
    """).to_arrow_table()
    metrics = [metric for metric in package.metrics().values() if not metric.sampled]
    alike = {(each.reads, each.needs, each.needs_scores, "num_ret" in each.body): each for each in metrics}
    measures = [str(next(variants(metric))) for metric in alike.values()]
    measures += ["nDCG@10", "RBP_shared(judged_only=True)", "SetF(judged_only=True)", "alpha_nDCG(judged_only=True)@3"]
    database, contents = tmp_path / "all.duckdb", Contents((), (), STORAGE, {"live": "false"}, macros=False)
    given = database, shallow, str(TRACK / "subtopics.parquet"), measures, contents
    put_database(*given, curves=(), progress=lambda *_: None, options={})
    wrong = {}
    with duckdb.connect(database, read_only=True) as connection:
        for (metric,) in connection.sql("select metric from measures").fetchall():
            shown = Sql("select distinct run from main.scores")
            statement = contributions(parse_measure(metric), depth=1000, shown=shown)
            ends = connection.execute(
                f"""
                select found.value, scores.value
                from (select run, query_id, max_by(value, rank) as value from ({statement}) group by all) as found
                join scores using (run, query_id)
                where metric = $metric and found.value is distinct from scores.value
            """,
                {"metric": metric},
            ).fetchall()
            if any(None in pair or abs(pair[0] - pair[1]) > 1e-9 for pair in ends):
                wrong[metric] = ends
    assert not wrong
