"""Agreement with other tools: recorded values, tools that are installed, and texts that trec_eval prints."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import agreement
import disagreements
import duckdb
import generated_cases
import pytest
import recorded
from as_ntcireval import SAMPLES, in_evalsql, score
from places import FIXTURES, ROOT
from written import put

import evalsql
from evalsql.catalog.measure import as_measures

SMALL = ("dl19_passage",)
TOOLS = r"trec_eval-10\.0rc3|ranx.*|pyNTCIREVAL.*|ir_measures.*"


@recorded.present
def long_values_recorded_of_other_tools_are_ours_or_known_to_differ() -> None:
    connection = agreement.table(SMALL, TOOLS)
    assert agreement.unexplained(connection) == []
    assert connection.execute("select count(*) from compared").fetchall() == agreement.recorded_values(SMALL, TOOLS)
    counts = connection.execute("select why, count(*) from compared where not equal group by all").fetchall()
    found = {f"{disagreements.DIFFERENCES[why].name} {disagreements.DIFFERENCES[why].measures}": n for why, n in counts}
    assert found == {
        "ir_measures 0.4.3 `Compat`": 104,
        "ir_measures 0.4.3 `RR@k`, `Judged@k`": 8,
        "ranx 0.3.21 all": 366,
    }


OF_GENERATED = {
    generated_cases.assert_pytrec_eval_agrees: 300,
    generated_cases.assert_ir_measures_agrees: 300,
    generated_cases.assert_ir_measures_of_fractional_relevance_agrees: 300,
    generated_cases.assert_pyndeval_agrees: 300,
    generated_cases.assert_every_setting_agrees_with_pytrec_eval: 150,
    generated_cases.assert_every_setting_agrees_with_ir_measures: 300,
}


@pytest.mark.parametrize("agrees", OF_GENERATED, ids=lambda agrees: agrees.__name__)
def long_a_tool_agrees_on_generated_cases(agrees: Callable[[int], None]) -> None:
    agrees(OF_GENERATED[agrees])


FILES = ROOT.parent / "shared" / "data" / "trec_eval_test" / "test"
of_trec_eval = pytest.mark.skipif(not FILES.is_dir(), reason="no ../shared/data/trec_eval_test beside the checkout")


def printed(path: Path) -> dict[tuple[str, str], str]:
    """What trec_eval printed: the value by query and measure, of which `all` is over the queries."""
    rows = [line.split() for line in path.read_text().splitlines()]
    return {(query, name): value for name, query, value in rows if name not in ("runid", "num_q")}


@of_trec_eval
@pytest.mark.parametrize("qrels", ["qrels.123", "qrels.comments.123"])
def long_every_value_that_trec_eval_printed_comes_out(qrels: str) -> None:
    expected = printed(FILES / "out.test.qrels_jg")
    names = list(dict.fromkeys(name for _, name in expected))
    measures = {str(measure): name for name in names for measure in as_measures([name])}
    assert len(measures) == len(names) == 20
    evaluation = evalsql.Evaluation(FILES / "results.test", FILES / qrels, population="intersection")
    found = {(query, measures[text]): value for _, query, text, value in evaluation.score(names).fetchall()}
    means = evaluation.leaderboard(names)
    (values,) = means.fetchall()
    found |= {("all", measures[text]): value for text, value in zip(means.columns[1:], values[1:], strict=True)}
    assert {key: f"{value:.4f}" for key, value in found.items()} == expected


@of_trec_eval
def long_a_mean_over_judges_is_the_mean_of_what_each_judge_alone_gives() -> None:
    run, lines = FILES / "results.test", (FILES / "qrels.123").read_text().splitlines()
    rows = [line.split() for line in lines]
    judges = {query: sorted({row[1] for row in rows if row[0] == query}) for query in {row[0] for row in rows}}
    alone: dict[str, list[float]] = {query: [] for query in judges}
    for judge in {row[1] for row in rows}:
        own = {(query, doc): float(relevance) for query, by, doc, relevance in rows if by == judge}
        qrels: dict[str, dict[str, float]] = {}
        for (query, doc), relevance in own.items():
            qrels.setdefault(query, {})[doc] = relevance
        for _, query, _, value in evalsql.Evaluation(run, qrels).score("AP").fetchall():
            alone[query].append(value)
    together = evalsql.Evaluation(run, FILES / "qrels.123").score("AP_avgjg").fetchall()
    for _, query, _, value in together:
        assert value == pytest.approx(sum(alone[query]) / len(judges[query]), abs=1e-12)


MEASURES = (
    *("Prefs_simp", "Prefs_pair", "Prefs_avgjg", "Prefs_avgjg_Rnonrel", "NumPrefs_judges(counted='fulfilled')"),
    *("Prefs_pair(among='either')", "Prefs_avgjg_Rnonrel(among='retrieved')"),
)

# two judges of one query: a in two subgroups, of which the second puts d above e, and so f below e
LINES = ["q a 1 d 2", "q a 1 f 1", "q a 2 e 2", "q a 2 d 3", "q a 2 f 0.5", "q b 1 f 1", "q b 1 d 0", "q b 1 g 0"]
RUN = ["q Q0 e 1 4 r", "q Q0 d 2 3 r", "q Q0 x 3 2 r", "q Q0 g 4 1 r"]


def values(run: Path, qrels: object, measures: Sequence[str] = MEASURES, **more: str) -> list[tuple]:
    """The scores of a run."""
    return evalsql.Evaluation(run, qrels, **more).score(measures).fetchall()  # pyright: ignore[reportArgumentType]


def long_a_table_with_a_column_of_subgroups_says_the_same_as_lines_of_five_fields(tmp_path) -> None:
    run = put(tmp_path / "r.run", RUN)
    found = values(run, put(tmp_path / "prefs.txt", LINES))
    header = "query_id,judge,subgroup,doc_id,relevance"
    table = put(tmp_path / "prefs.csv", [header, *(line.replace(" ", ",") for line in LINES)])
    assert values(run, table) == found
    # a: d before e before f; b: f before d and g. e and d stand the wrong way round, and f is missed
    shares = {str(measure): value for _, _, measure, value in found}
    assert shares["Prefs_simp"] == pytest.approx(2 / 5)
    assert shares["Prefs_avgjg"] == pytest.approx((2 / 3 + 0) / 2)
    assert shares["Prefs_pair"] == pytest.approx((0 + 1 + 1 / 2 + 0) / 4)


def test_what_a_judge_says_must_fit_together(tmp_path) -> None:
    run = put(tmp_path / "r.run", RUN)
    for said, more in {"put a document above it": ["q a 3 f 2", "q a 3 d 1"], "judged twice": ["q a 1 d 1"]}.items():
        qrels = put(tmp_path / "prefs.txt", [*LINES, *more])
        with pytest.raises(evalsql.InputError, match=said):
            evalsql.evaluate(run, qrels, "Prefs_simp")


@pytest.mark.skipif(not FILES.is_dir(), reason="no ../shared/data/trec_eval_test beside the checkout")
def long_of_one_judge_preferences_are_those_of_the_judgments() -> None:
    alike = {
        "Prefs": ("Prefs_simp", "Prefs_pair", "Prefs_avgjg"),
        "Prefs_imp": ("Prefs_simp(among='either')",),
        "Prefs_ret": ("Prefs_avgjg(among='retrieved')",),
        "NumPrefs_ful": ("NumPrefs_judges(counted='fulfilled')",),
    }
    judged = {"run": FILES / "results.test", "qrels": FILES / "qrels.test"}
    rows = values(**judged, measures=list(alike))
    rows += values(**judged, measures=[each for some in alike.values() for each in some], subtopics="yes")
    found = {(measure, query): value for _, query, measure, value in rows}
    queries = {query for _, query in found}
    assert len(queries) == 3
    for plain, of_judges in alike.items():
        for each in map(str, map(evalsql.parse_measure, of_judges)):
            assert [found[each, query] for query in queries] == [found[plain, query] for query in queries], each


RECORDED = FIXTURES / "sample_eval"
CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
SAMPLE_EVAL_MEASURES = {"infAP": "xinfAP", "infNDCG": "infNDCG"} | {f"iP{k}": f"infP@{k}" for k in CUTOFFS}
SAMPLE_EVAL_MEASURES |= {"inum_rel": "infNumRel", "inum_rel_ret": "infNumRelRet@1000"}


@pytest.fixture(scope="module")
def recorded_of_sample_eval() -> dict[tuple[str, str], float]:
    rows = duckdb.sql(f"select query_id, measure, value from '{RECORDED}/values.parquet'").fetchall()
    return {(query, SAMPLE_EVAL_MEASURES[measure]): value for query, measure, value in rows}


def long_every_recorded_value_comes_out(recorded_of_sample_eval: dict[tuple[str, str], float]) -> None:
    evaluation = evalsql.Evaluation(RECORDED / "run.parquet", RECORDED / "qrels.parquet")
    found = evaluation.score(list(SAMPLE_EVAL_MEASURES.values())).fetchall()
    values = {(query, measure): value for _, query, measure, value in found}
    assert {key: values[key] for key in recorded_of_sample_eval} == pytest.approx(
        recorded_of_sample_eval, abs=1e-9, rel=0
    )
    of_each = Counter(measure for _, measure in recorded_of_sample_eval)
    assert set(of_each.values()) == {len(recorded_of_sample_eval) / len(SAMPLE_EVAL_MEASURES)}
    assert len(recorded_of_sample_eval) > 500


def test_the_cases_have_all_that_may_matter(recorded_of_sample_eval: dict[tuple[str, str], float]) -> None:
    found = duckdb.sql(f"""
        with
            of_strata as (
                select query_id, stratum, count(*) as pooled, count(*) filter (relevance >= 0) as drawn
                from '{RECORDED}/qrels.parquet' group by all
            ),
            run as (from '{RECORDED}/run.parquet')
        select
            (select max(pooled) > 500 and bool_or(drawn = 0) and count(distinct query_id) > 40 from of_strata),
            (select max(strata) from (select count(*) as strata from of_strata group by query_id)),
            (select max(documents) > 1000 from (select count(*) as documents from run group by query_id)),
            (select count(*) > 10 from (from run select query_id group by query_id, score having count(*) > 1))
    """).fetchall()
    assert found == [(True, 5, True, True)]
    highest = {measure: max(v for (_, m), v in recorded_of_sample_eval.items() if m == measure)
               for measure in ("infNumRel", "xinfAP")}  # fmt: skip
    assert highest["infNumRel"] > 1000 > 1 >= highest["xinfAP"]


PRINTED = {"O-measure": "OMeasure", "P-measure": "PMeasure", "P-plus": "PPlusMeasure", "Q-measure": "QMeasure"}
PRINTED |= {"Q": "QMeasure", "P": "Precision"}
PRINTED |= {"NCUgu,P": "NCUguP", "NCUgu,BR": "NCUguBR", "NCUrb,P": "NCUrbP", "NCUrb,BR": "NCUrbBR"}


# by the gains and whether the ranking is condensed, what NTCIREVAL printed of its sample
SAMPLED = {
    ("1:2:3", "whole"): ("res_test_compute", "res_test_compute_cutoff"),
    ("1:4:9", "whole"): ("res_test_compute_grade",),
    ("1:2:3", "condensed"): ("res_test_compute_label_j",),
}


@recorded.present
def long_the_samples_come_out_as_ntcireval_prints_them() -> None:
    qrels = dict(line.split() for line in (SAMPLES / "sample.rel").read_text().splitlines())
    relevance = {doc: float(level.removeprefix("L")) for doc, level in qrels.items()}
    ranking = (SAMPLES / "sample.res").read_text().split()
    said = {
        (*key, file): dict(re.findall(r"(\S+)= +([0-9.]+)", (SAMPLES / f"{file}.txt").read_text()))
        for key, files in SAMPLED.items()
        for file in files
    }
    for gains in ("1:2:3", "1:4:9"):
        levels = {level: float(gain) for level, gain in enumerate(gains.split(":"), start=1)}
        names = {}
        for name in {name for (of, *_), printed in said.items() if of == gains for name in printed}:
            metric, at, cutoff = name.partition("@")
            text = in_evalsql(PRINTED.get(metric, metric) + at + cutoff, levels)
            names |= {name: text} if text else {}
        ours = score({"q": (relevance, ranking)}, names)
        for (of, which, file), printed in said.items():
            if of == gains:
                expected = {name: float(value) for name, value in printed.items() if name in names}
                assert len(expected) == 17, file
                found = {name: ours["q", which, name] for name in expected}
                assert found == pytest.approx(expected, abs=0.50001e-4, rel=0), file
