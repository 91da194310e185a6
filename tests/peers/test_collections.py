"""Real collections, held against what trec_eval and others said of them."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pytest
import recorded
from places import COLLECTIONS
from recorded import (
    CLOSE,
    CWL,
    REFUSED,
    VERSION_9,
    VERSION_10,
    evaluation,
    evaluation_of,
    judgments,
    per_query,
    rankings,
    said,
    small,
)

import evalsql

pytestmark = recorded.present

JUDGED = "ir_measures-0.4.3/judged"
RBP_NAMES = {"rbp": 0.9, "rbp_p=0.5": 0.5, "rbp_p=0.8": 0.8, "rbp_p=0.95": 0.95}
RESIDUAL_NAMES = {name.replace("rbp", "rbp_resid"): p for name, p in RBP_NAMES.items()}


@dataclass(frozen=True)
class Case:
    """Rows of trec_eval: of which collection and call, how many, of how many measures, and our settings for that."""

    collection: str
    tool: str
    values: int
    measures: int
    population: str = "qrels"
    depth: int | None = None
    rel: float | None = None
    judged_only: bool = False

    def __str__(self) -> str:
        return f"{self.collection} {self.tool}"


# every row of trec_eval of collections that are read in little time; test_agreement has those of all, by convention
CASES = [
    Case("trec_eval_test", VERSION_10, 467, 119),
    Case("trec_eval_test", f"{VERSION_10} -c", 196, 98),
    Case("trec_eval_test", f"{VERSION_10} -M100", 114, 30, depth=100),
    Case("trec_eval_test", VERSION_9, 7, 3),
    Case("trec_eval_test", REFUSED, 318, 108, "intersection"),
    Case("trec_eval_test", f"{REFUSED} -M100", 86, 30, "intersection", depth=100),
    Case("dl19_passage", VERSION_10, 30_642, 119),
    Case("dl19_passage", f"{VERSION_10} -c", 588, 98),
    Case("dl19_passage", f"{VERSION_10} -M100", 7404, 30, depth=100),
    Case("dl19_passage", f"{VERSION_10} -l2", 10_308, 41, rel=2),
    Case("dl19_passage", f"{VERSION_10} gains 1=1,2=3,3=7", 264, 1),
    Case("dl19_passage", VERSION_9, 474, 9),
    Case("trec_eval_test", f"{VERSION_10} -J", 150, 39, judged_only=True),
    Case("trec_eval_test", f"{REFUSED} -J", 113, 39, "intersection", judged_only=True),
    Case("dl19_passage", f"{VERSION_10} -J", 9780, 39, judged_only=True),
]


def understood(name: str, case: Case) -> evalsql.Measure:
    """The measure that trec_eval calls so, as the version computes it, with another lowest relevance if asked for."""
    plain = {"rbp": "rbp_p=0.9", "rbp_resid": "rbp_resid_p=0.9"}.get(name, name)
    measure = evalsql.parse_measure(plain)
    decided = {"rel": case.rel} if case.rel and measure.metric.name != "RBP" else {}
    decided |= {"scale": "query", "beyond": "trec_eval"}
    decided |= {"rounding": "up" if case.tool.startswith("trec_eval-9") else "nearest"}
    decided = {parameter: value for parameter, value in decided.items() if parameter in measure.values}
    return evalsql.Measure(measure.metric, {**measure.values, **decided})


def measures_of(case: Case) -> dict[str, evalsql.Measure]:
    """The measures of a case by the names that trec_eval has for them."""
    names = duckdb.sql(f"select distinct tool_measure from ({said(case.collection, 'trec_eval', case.tool)})")
    return {name: understood(name, case) for (name,) in names.fetchall()}


def pair(case: Case, evaluated: evalsql.Evaluation) -> duckdb.DuckDBPyConnection:
    """A connection with a table `pairs`: each value of trec_eval with ours, the row "all" being the leaderboard's."""
    measures = measures_of(case)
    connection = duckdb.connect()
    connection.register("scores", evaluated.score(list(measures.values())).to_arrow_table())
    connection.register("board", evaluated.leaderboard(list(measures.values())).to_arrow_table())
    connection.execute(
        f"""
        create table pairs as
        with
            theirs as ({said(case.collection, "trec_eval", case.tool)}),
            names as (select unnest($names) as tool_measure, unnest($texts) as metric),
            means as (from (unpivot board on columns(* exclude run) into name metric value value)),
            ours as (from scores union all by name select *, 'all' as query_id from means)
        select run, query_id, metric, theirs.value as theirs, ours.value as ours
        from theirs join names using (tool_measure) left join ours using (run, query_id, metric)
        """,
        {"names": list(measures), "texts": [str(measure) for measure in measures.values()]},
    )
    return connection


def same(connection: duckdb.DuckDBPyConnection, case: Case) -> None:
    """Fails where a value of trec_eval is not ours, or where they are not as many as they should be."""
    apart = f"ours is null or not abs(theirs - ours) <= {CLOSE}"
    assert connection.execute(f"from pairs where {apart} order by all limit 5").fetchall() == []
    compared = connection.execute("select count(*), count(distinct metric) from pairs").fetchone()
    assert compared == (case.values, case.measures)


@pytest.mark.quick(4)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_value_of_trec_eval_is_ours(case: Case) -> None:
    same(pair(case, evaluation(case.collection, case.population, case.depth, case.judged_only)), case)


@pytest.mark.slow
def test_every_value_of_version_9_is_ours_where_scores_have_single_precision() -> None:
    # of covid_r1 alone some scores are the same in single precision, and are not in double
    case = Case("covid_r1", VERSION_9, 1119, 28)
    same(pair(case, evaluation_of("covid_r1", "score::float::double")), case)
    double = pair(case, evaluation("covid_r1"))
    double.execute("delete from pairs where query_id = 'all'")
    apart = double.execute(f"select distinct run, query_id from pairs where abs(theirs - ours) > {CLOSE} order by all")
    assert apart.fetchall() == [("BRPHJ_NLP1", "24"), ("tm_lda400", "12")]


def rbp(names: dict[str, float], metric: str) -> dict[str, str]:
    """Trec_eval's names for rank-biased precision or its residual, and ours."""
    return {name: str(evalsql.parse_measure(f"{metric}(p={p})")) for name, p in names.items()}


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "binary", "graded"),
    [("trec_eval_test", 12, 0), ("covid_r1", 0, 2880), ("dl19_passage", 0, 1032), ("web2012_div", 40, 960)],
)
def test_rbp_is_trec_evals_unless_a_judgment_is_above_1_and_then_never_lower(
    collection: str, binary: int, graded: int
) -> None:
    # there trec_eval divides gains by the highest grade of the query; ours are 0 and 1, so ours can only be higher
    counts: Counter[str] = Counter()
    for run, query, name, theirs, ours in per_query(collection, "trec_eval", VERSION_10, rbp(RBP_NAMES, "RBP")):
        if max(judgments(collection)[query].values()) <= 1:
            assert ours == pytest.approx(theirs, abs=CLOSE, rel=0), (run, query, name)
            counts["binary"] += 1
        else:
            assert ours >= theirs - CLOSE, (run, query, name)
            counts["graded"] += 1
            counts["higher"] += ours > theirs + CLOSE
    assert (counts["binary"], counts["graded"]) == (binary, graded)
    assert counts["higher"] >= 0.8 * graded


@pytest.mark.slow
def test_the_mean_of_rbp_over_msmarco_is_trec_evals() -> None:
    rows = duckdb.execute(said("msmarco_dev_sim", "trec_eval", f"{VERSION_10} -c")).fetchall()
    theirs = {run: value for run, _, name, value in rows if name == "rbp"}
    ours = dict(evaluation("msmarco_dev_sim").leaderboard("RBP(p=0.9)").fetchall())
    assert len(theirs) == 2
    assert ours == pytest.approx(theirs, abs=CLOSE, rel=0)


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "values", "exceptions"),
    [("trec_eval_test", 12, 0), ("covid_r1", 2880, 8), ("dl19_passage", 1032, 12), ("web2012_div", 1000, 0)],
)
def test_the_residual_is_trec_evals_but_where_all_is_judged(collection: str, values: int, exceptions: int) -> None:
    # there trec_eval says 0, and forgets the documents beyond the ranking
    rows = per_query(collection, "trec_eval", VERSION_10, rbp(RESIDUAL_NAMES, "RBP_residual"))
    relevance = judgments(collection)
    complete = {
        (run, query)
        for (run, query), ranking in rankings(collection).items()
        if query in relevance and all(relevance[query].get(doc, -1) >= 0 for _, doc in ranking)
    }
    found = 0
    for run, query, name, theirs, ours in rows:
        if (run, query) in complete:
            assert theirs == 0, (run, query, name)
            theirs = RESIDUAL_NAMES[name] ** len(rankings(collection)[run, query])
            found += 1
        assert ours == pytest.approx(theirs, abs=CLOSE, rel=0), (run, query, name)
    assert (len(rows), found) == (values, exceptions)


def test_rbp_and_its_residual_are_the_bounds_of_rbstar(tmp_path: Path) -> None:
    folder = COLLECTIONS / "golden" / "rbstar"
    evaluated = evalsql.Evaluation(str(folder / "test-one.trec.gz"), str(folder / "1-9.qrels.gz"))
    for p in (0.5, 0.8, 0.95):
        (bounds,) = json.loads((folder / f"out.rbp.p{p}.json").read_text())["runs"].values()
        ((_, value, residual),) = evaluated.leaderboard([f"RBP(p={p})", f"RBP_residual(p={p})"]).fetchall()
        assert value == pytest.approx(bounds["lower_bound"], abs=CLOSE, rel=0)
        assert value + residual == pytest.approx(bounds["upper_bound"], abs=CLOSE, rel=0)


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(("collection", "values"), [("covid_r1", 450), ("dl19_passage", 441), ("web2012_div", 414)])
def test_rbp_is_cwl_evals_where_no_relevant_document_is_tied(collection: str, values: int) -> None:
    # cwl-eval leaves ties in the order of the file
    names = {"RBP(rel=1)": "RBP", "RBP(rel=1,p=0.5)": "RBP(p=0.5)", "RBP(rel=1,p=0.95)": "RBP(p=0.95)"}
    compared = 0
    for run, query, name, theirs, ours in per_query(collection, "other_tools", CWL, names):
        ranking, relevance = rankings(collection)[run, query], judgments(collection)[query]
        shared = Counter(score for score, _ in ranking)
        if all(shared[score] == 1 for score, doc in ranking if relevance.get(doc, 0) >= 1):
            assert ours == pytest.approx(theirs, abs=CLOSE, rel=0), (run, query, name)
            compared += 1
    assert compared == values


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "values"),
    [
        ("trec_eval_test", 18),
        ("covid_r1", 2064),
        ("dl19_passage", 744),
        ("web2012_div", 744),
        ("msmarco_dev_sim", 41_880),
    ],
)
def test_judged_is_ir_measures_where_no_tie_straddles_the_cutoff(collection: str, values: int) -> None:
    # ir_measures puts the lowest doc_id first there
    names = {name: name for name in ("Judged@10", "Judged@20", "Judged@100")}
    compared = 0
    for run, query, name, theirs, ours in per_query(collection, "other_tools", JUDGED, names):
        ranking = rankings(collection).get((run, query), [])
        cutoff = int(name.removeprefix("Judged@"))
        if len(ranking) <= cutoff or ranking[cutoff - 1][0] > ranking[cutoff][0]:
            assert ours == pytest.approx(theirs, abs=CLOSE, rel=0), (run, query, name)
            compared += 1
    assert compared == values


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "values"), [("trec_eval_test", 18), ("covid_r1", 2160), ("dl19_passage", 774), ("web2012_div", 750)]
)
def test_judged_only_measures_are_ir_measures(collection: str, values: int) -> None:
    names = {name: name for name in ("P(judged_only=True)@10", "nDCG(judged_only=True)@10", "AP(judged_only=True)")}
    tool = "ir_measures-0.4.3/pytrec_eval-terrier-0.5.11"
    rows = per_query(collection, "other_tools", tool, names)
    for run, query, name, theirs, ours in rows:
        assert ours == pytest.approx(theirs, abs=CLOSE, rel=0), (run, query, name)
    assert len(rows) == values


PROBES = [
    ("ties_docno", "10.0", {}),
    ("ties_utf8_case", "10.0", {}),
    ("float32", "10.0", {}),  # two scores that single precision cannot tell apart; version 9 takes them for a tie
    ("missing_run_topic", "9.0.8", {"population": "intersection"}),
    ("missing_run_topic_c", "10.0", {}),
    ("no_relevant", "10.0", {}),
    ("short_run_ndcg", "10.0", {}),
    ("bpref_edge", "10.0", {}),
    ("interleaved", "10.0", {}),
    ("level2", "10.0", {}),
]


@pytest.mark.quick(5)
@pytest.mark.parametrize(("probe", "version", "options"), PROBES, ids=[probe for probe, *_ in PROBES])
def test_the_edge_cases_come_out_as_trec_eval_prints_them(probe: str, version: str, options: dict[str, str]) -> None:
    folder = COLLECTIONS / "golden" / "probes" / probe
    case = Case("", f"trec_eval-{version}", 0, 0, rel=2 if probe == "level2" else None)
    printed = {}
    for line in (folder / f"trec_eval-{version}.out").read_text().splitlines():
        name, query, value = line.split()
        if not name.startswith(("runid", "relstring")):
            measure = understood(name, case)
            printed[query, str(measure)] = float(value)

    if probe == "bpref_edge":
        # it divides by a variable that was never set: .171 is (.9 + .81) / 10, relevant at ranks 2 and 3
        for query in ("1", "all"):
            assert printed.pop((query, "RBP(p=0.9,scale='query')")) == 0.1466
            printed[query, "RBP(p=0.9,scale='query')"] = 0.171
    measures = sorted({measure for _, measure in printed})
    assert len(measures) > 80
    evaluated = evalsql.Evaluation(str(folder / "run"), str(folder / "qrels"), **options)
    ours = {(query, measure): value for _, query, measure, value in evaluated.score(measures).fetchall()}
    ((_, *means),) = evaluated.leaderboard(measures).fetchall()
    ours |= {("all", measure): mean for measure, mean in zip(measures, means, strict=True)}
    assert {key: ours[key] for key in printed} == pytest.approx(printed, abs=0.50001e-4, rel=0)
