"""Suites: scores are those of each collection alone, and runs stand over all of them as plain Python says."""

import itertools
import random
from hashlib import md5
from math import floor, log2, sqrt
from statistics import mean

import duckdb
import numpy as np
import pyarrow as pa
import pytest
import scipy.stats
import suites
from places import FIXTURES

import evalsql
from evalsql.comparing.leaderboards import boards_of, stand
from evalsql.connections import cursor_of
from evalsql.inputs.suites import COLUMNS

VALUES = {"confidence": 0.9, "resamples": 40, "seed": 3}
Means = dict[str, dict[str, float]]  # of each run, by collection


def stood(rows: list[tuple], names: list[str], measure: str = "nDCG@10", **values) -> dict[str, pa.Table]:
    """How runs stand by scores of (dataset, run, query_id, value)."""
    own = cursor_of(None)
    own.execute(
        "create temp table evalsql_suite_scores"
        " (dataset varchar, run varchar, query_id varchar, metric varchar, value double, position bigint)"
    )
    table = pa.table(
        dict(zip(("dataset", "run", "query_id", "value"), map(list, zip(*rows, strict=True)), strict=True))
    )
    own.register("given", table)
    own.execute(
        "insert into evalsql_suite_scores select dataset, run, query_id, ?, value, row_number() over () from given",
        [measure],
    )
    boards = boards_of({name: [evalsql.parse_measure(measure)] for name in names})
    return stand(own, boards, names, VALUES | values)


def by_hand(means: Means, names: list[str], sign: int = 1) -> dict[str, tuple[float, float, float, int]]:
    """The macro mean, the mean rank, the Borda points and the Borda rank of runs that have every collection."""
    whole = {run: held for run, held in means.items() if held.keys() >= set(names)}
    ranks: dict[str, list[float]] = {run: [] for run in whole}
    for name in names:
        for run, held in whole.items():
            better = sum(sign * (other[name] - held[name]) > 1e-12 for other in whole.values())
            alike = sum(abs(other[name] - held[name]) <= 1e-12 for other in whole.values())
            ranks[run].append(better + (alike + 1) / 2)
    points = {run: sum(len(whole) - rank for rank in each) for run, each in ranks.items()}
    return {
        run: (
            mean(whole[run][name] for name in names),
            mean(ranks[run]),
            points[run],
            1 + sum(other > points[run] for other in points.values()),
        )
        for run in whole
    }


def drawn(seed: int, runs: int, names: list[str], queries: int, lacking: float = 0.03) -> list[tuple]:
    """Scores with ties, of which some runs lack a collection."""
    dice = random.Random(seed)
    return [
        (name, f"r{run}", f"q{query}", dice.choice((0.0, 0.25, 0.5, 1.0)))
        for name in names
        for run in range(runs)
        if dice.random() > lacking
        for query in range(queries)
    ]


def means_of(rows: list[tuple]) -> Means:
    found: dict[str, dict[str, list[float]]] = {}
    for name, run, _, value in rows:
        found.setdefault(run, {}).setdefault(name, []).append(value)
    return {run: {name: mean(values) for name, values in held.items()} for run, held in found.items()}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("measure", ["nDCG@10", "D_measure"])
def long_standings_are_those_of_plain_python(seed: int, measure: str) -> None:
    if measure == "D_measure":  # any measure of which a lower value is better
        measure = next(
            name
            for name, each in evalsql.metrics().items()
            if each.better == "lower"
            and each.summary == "mean"
            and not any(p.required for p in each.parameters.values())
        )
    names = ["one", "Two", "three words", "four"]
    rows = drawn(seed, 7, names, 3, 0.1)
    sign = -1 if evalsql.parse_measure(measure).metric.better == "lower" else 1
    expected = by_hand(means_of(rows), names, sign)
    found = stood(rows, names, measure)["leaderboard"].to_pylist()
    assert len(found) == len(means_of(rows))
    ranked = [row for row in found if row["borda"] is not None]
    assert {row["run"] for row in ranked} == expected.keys()
    assert len(ranked) > 0
    for row in found:
        held = means_of(rows)[row["run"]]
        assert all(row[name] == pytest.approx(held[name]) if name in held else row[name] is None for name in names)
        lacks = [name for name in names if name not in held]
        assert row["missing"] == (", ".join(lacks) or None)
        if lacks:
            assert row["macro_mean"] is row["mean_rank"] is row["rank_lower"] is None
        else:
            got = (row["macro_mean"], row["mean_rank"], row["points"], row["borda"])
            assert got == pytest.approx(expected[row["run"]], abs=1e-12)
    assert [row["borda"] for row in ranked] == sorted(row["borda"] for row in ranked)
    assert found[: len(ranked)] == ranked


def test_the_ranks_and_means_of_mtebs_own_code_on_its_public_results() -> None:
    rows = duckdb.sql(
        f"select dataset, run, 'all', value, borda, mean from '{FIXTURES / 'mteb' / 'retrieval.parquet'}'"
    )
    every = rows.fetchall()
    names = sorted({row[0] for row in every})
    said = {run: (borda, macro) for _, run, _, _, borda, macro in every}
    found = stood([row[:4] for row in every], names, resamples=1)["leaderboard"].to_pylist()
    assert len(found) == 129
    for row in found:
        assert row["borda"] == said[row["run"]][0], row["run"]
        assert row["macro_mean"] == pytest.approx(said[row["run"]][1], abs=1e-12)


@pytest.mark.parametrize("seed", [1, 5])
def long_friedman_and_nemenyi_over_collections(seed: int) -> None:
    names = [f"c{number}" for number in range(8)]
    rows = [row for row in drawn(seed, 5, names, 6) if row[1] != "r9"]
    means = means_of(rows)
    whole = sorted(run for run, held in means.items() if len(held) == len(names))
    assert len(whole) > 2
    scikit_posthocs = pytest.importorskip("scikit_posthocs")  # which loads Matplotlib
    table = np.array([[means[run][name] for run in whole] for name in names])
    found = stood(rows, names)
    (tests,) = found["tests"].to_pylist()
    chi2, p = scipy.stats.friedmanchisquare(*table.T)
    assert (tests["statistic"], tests["p_value"]) == pytest.approx((chi2, p), abs=1e-9)
    k, n = len(whole), len(names)
    quantile = scipy.stats.studentized_range.ppf(0.9, k, np.inf) / sqrt(2)
    assert tests["critical_difference"] == pytest.approx(quantile * sqrt(k * (k + 1) / 6 / n), rel=1e-8)
    nemenyi = scikit_posthocs.posthoc_nemenyi_friedman(table).to_numpy()
    neighbours = found["neighbours"].to_pylist()
    assert len(neighbours) == k - 1
    for row in neighbours:
        one, other = whole.index(row["run"]), whole.index(row["other"])
        assert row["p_nemenyi"] == pytest.approx(nemenyi[one, other], abs=1e-9)


def number_of(text: str) -> int:
    """The lower 64 bits of md5, as DuckDB reads them."""
    return int.from_bytes(md5(text.encode()).digest()[8:], "little")


def resampled(
    rows: list[tuple], names: list[str], seed: int, resamples: int
) -> dict[str, dict[int, tuple[float, float]]]:
    """The macro mean and the mean rank of each run that has all collections, in each resample where it has them too."""
    means = means_of(rows)
    whole = [run for run, held in means.items() if len(held) == len(names)]
    values = {(name, run, query): value for name, run, query, value in rows}
    queries = {name: sorted({row[2] for row in rows if row[0] == name and row[1] in whole}) for name in names}
    lines = {(name, run): [values.get((name, run, q)) for q in queries[name]] for name in names for run in whole}
    found: dict[str, dict[int, tuple[float, float]]] = {run: {} for run in whole}
    for resample in range(resamples):
        slots = []
        for slot in range(len(names)):
            name = names[number_of(f"collections:{seed}:{resample}:{slot}") % len(names)]
            n = len(lines[name, whole[0]])
            each = 1 if n < 2 else max(1, floor(44 / log2(n)))
            places = [
                number_of(f"queries:{seed}:{resample}:{slot}:{draw // each}") // n ** (draw % each) % n
                for draw in range(n)
            ]
            there = {run: [lines[name, run][place] for place in places] for run in whole}
            there = {run: [value for value in line if value is not None] for run, line in there.items()}
            slots.append({run: {"slot": mean(line)} if line else {} for run, line in there.items()})
        ranks = [by_hand(slot, ["slot"]) for slot in slots]
        for run in whole:
            if all(slot[run] for slot in slots):
                of_slots = [(slot[run]["slot"], each[run][1]) for slot, each in zip(slots, ranks, strict=True)]
                found[run][resample] = (mean(value for value, _ in of_slots), mean(rank for _, rank in of_slots))
    return found


@pytest.mark.parametrize("sparse", [False, True])  # whether a run has a value on few queries of a collection
def long_intervals_are_those_of_the_same_draws_in_plain_python(sparse: bool) -> None:
    names = ["a", "b", "c"]
    rows = drawn(2, 6, names, 5)
    if sparse:
        rows = [row for row in rows if row[:2] != ("b", "r1") or row[2] == "q3"]
    expected = resampled(rows, names, 3, 40)
    assert len(expected) > 2
    assert (min(map(len, expected.values())) < 40) == sparse
    found = stood(rows, names)
    for row in found["leaderboard"].to_pylist():
        if row["run"] in expected:
            of_run = np.array(list(expected[row["run"]].values()))
            limits = np.quantile(of_run, [0.05, 0.95], axis=0)
            got = [[row["mean_lower"], row["rank_lower"]], [row["mean_upper"], row["rank_upper"]]]
            assert np.allclose(got, limits, atol=1e-9)
    told = 0
    for row in found["neighbours"].to_pylist():
        one, other = (expected[row[name]] for name in ("run", "other"))
        differences = np.round([one[each][0] - other[each][0] for each in sorted(one.keys() & other.keys())], 12)
        assert np.allclose([row["lower"], row["upper"]], np.quantile(differences, [0.05, 0.95]), atol=1e-9)
        assert row["p_bootstrap"] == pytest.approx(
            min(1, 2 * min((differences <= 0).mean(), (differences >= 0).mean()))
        )
        assert row["told_apart"] == bool(row["lower"] > 0 or row["upper"] < 0)
        told += row["told_apart"]
    assert found["leaderboard"].column_names == [*COLUMNS, *names]


def test_names_of_collections_are_no_sql() -> None:
    names = ["a/*", "*/", "$confidence", "$none", "it's", 'a "b', "{{ c }}", "from runs", "place", "mean", "told_apart"]
    values = {
        (name, run): (place + 2 * (run == "two")) / 16 for place, name in enumerate(names) for run in ("one", "two")
    }
    board = stood([(name, run, "q", value) for (name, run), value in values.items()], names)["leaderboard"]
    assert board.column_names == [*COLUMNS, *names]
    for row, run in zip(board.to_pylist(), ("two", "one"), strict=True):
        assert [row["run"], *(row[name] for name in names)] == [run, *(values[name, run] for name in names)]


def long_one_run_one_collection_one_query() -> None:
    for names, runs in itertools.product((["a"], ["a", "b"]), (1, 2)):
        found = stood([(name, f"r{run}", "q", 0.5) for name in names for run in range(runs)], names)
        assert found["leaderboard"]["borda"].to_pylist() == [1] * runs
        assert not any(found["neighbours"]["told_apart"].to_pylist())
    alone = stood([("a", "one", "q", 0.5), ("b", "two", "q", 0.5)], ["a", "b"])
    assert alone["leaderboard"]["borda"].to_pylist() == [None, None]
    assert alone["tests"]["p_value"].to_pylist() == [None]


IGNORED = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")


def bits(rows: list[tuple]) -> list[tuple]:
    """Rows with each value to its last bit, in one order."""
    return sorted((*ids, None if value is None else value.hex()) for *ids, value in rows)


def test_a_warning_of_several_collections_is_said_once_and_each_step_before_it_is_done() -> None:
    told: list[tuple[str, float]] = []
    measures = ["AP(divisor='min(R,k)')", "nDCG(base=3)"]  # whose parameters have no effect, and each is warned of
    found = evalsql.suite.answer(FIXTURES / "tiny" / "suite.toml", measures, progress=lambda *step: told.append(step))
    assert found.about == "over 2 collections with 14 judged queries"
    assert told[:1] + told[-2:] == [
        ("first: reading judgments", 0.0),
        ("second: counting queries", 1.0),
        ("ranking runs over collections", 1.0),
    ]
    texts = [problem.text for problem in found.problems]
    assert len(texts) == 5
    assert all(text.startswith("first: ") and text.endswith("; 1 other collection likewise") for text in texts)


def test_a_list_of_queries_is_shared_out_and_a_collection_without_one_left_out() -> None:
    held: dict = {
        name: {"runs": {"bm25": {q: {"d": 1.0} for q in queries}}, "qrels": {q: {"d": 1} for q in queries}}
        for name, queries in {"one": "ab", "two": "cd", "three": "ef"}.items()
    }
    with pytest.warns(evalsql.InputWarning, match="no query of the list is judged in three, left out"):
        found = evalsql.suite(held, "AP", queries=["c", "a", "d"])
    rows = found["scores"].project("dataset, query_id").fetchall()
    assert rows == [("one", "a"), ("two", "c"), ("two", "d")]
    assert found["leaderboard"].columns == [*COLUMNS, "one", "two"]
    held["two"]["queries"] = ["d"]
    with pytest.raises(evalsql.InputError, match="the list of queries has x, which is not"):
        evalsql.suite(held, "AP", queries=["a", "e", "x"])
    for measure, options, said in (
        ("NumRet", {}, "one: NumRet of a run is not a mean over queries and cannot be averaged over collections"),
        ("AP", {"strict": "yes"}, "strict must be True or False, not 'yes'"),
        ("AP", {"alpha": 1}, "alpha must be a number above 0 and below 1, not 1"),
        ("AP", {"resamples": 0.5}, "resamples must be a whole number of at least 1, not 0.5"),
        ("AP", {"seed": -1}, "seed must be a whole number"),
        ("AP", {"ties": "odd"}, "one: ties must be trec_eval, input, average, best or worst, not 'odd'"),
    ):
        with pytest.raises(evalsql.InputError, match=said):
            evalsql.suite(held, measure, **options)
    with pytest.raises(evalsql.InputError, match="of ESL, the first measure of b, a lower value is better, and of AP"):
        boards_of({name: [evalsql.parse_measure(measure)] for name, measure in (("a", "AP"), ("b", "ESL"))})
    found = evalsql.suite.answer(held, "AP", queries=["a", "e"], exclusions={"a": {"d": 1}})
    rows = found.tables["scores"].select(["dataset", "query_id"]).to_pylist()
    assert [tuple(row.values()) for row in rows] == [("one", "a"), ("two", "d"), ("three", "e")]
    over = "over 3 collections with 3 judged queries"
    assert found.about == f"{over}; 1 document that does not count dropped"


@IGNORED
def long_the_scores_are_the_bits_of_each_collection_alone(tmp_path) -> None:
    folder = suites.put_suite(tmp_path / "suite")
    given = {"exclusions": {"111": {"d1": 1}}, "judged_only": True}
    found = evalsql.suite(folder, ["nDCG@10", "AP"], **given)["scores"].fetchall()
    alone = []
    for name in suites.NAMES:
        one = evalsql.evaluate(
            str(folder / name / "runs"), str(folder / name / "qrels" / "test.tsv"), ["nDCG@10", "AP"], **given
        )
        alone += [(name, *row) for row in one.fetchall()]
    assert [row[:4] for row in found] == [row[:4] for row in alone]
    assert bits(found) == bits(alone)


@IGNORED
def long_the_intervals_are_the_bits_of_each_collection_alone(tmp_path) -> None:
    folder = suites.put_suite(tmp_path / "suite")
    measures = ["nDCG@10", "AP"]
    found = evalsql.suite(folder, measures, interval="bca", resamples=300, alpha=0.1, seed=7)["means"]
    alone = set()
    for name in suites.NAMES:
        files = str(folder / name / "runs"), str(folder / name / "qrels" / "test.tsv")
        one = evalsql.mean_intervals(*files, measures, interval="bca", resamples=300, alpha=0.1, seed=7)
        alone |= {(name, *row) for row in one.project("metric, run, lower, upper").fetchall()}
    assert {*found.project("dataset, metric, run, lower, upper").fetchall()} == alone
    assert len(alone) == 2 * (len(suites.NAMES) * len(suites.RUNS) - 1)


@IGNORED
def long_a_column_says_the_collection(tmp_path) -> None:
    runs, qrels = suites.by_dataset()
    asked: dict = {"measures": "AP", "resamples": 20}
    found = evalsql.suite(runs=runs, qrels=qrels, **asked)
    rows_of_all = {name: each.fetchall() for name, each in found.items()}
    assert len(rows_of_all["leaderboard"]) == 12
    expected = evalsql.evaluate(
        FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet", "AP"
    ).fetchall()
    assert bits([row[1:] for row in rows_of_all["scores"]]) == bits(expected)
    # files in another order, by one thread
    runs.order("doc_id").write_parquet(str(tmp_path / "runs.parquet"))
    qrels.order("doc_id").write_csv(str(tmp_path / "qrels.csv"))
    again = evalsql.suite(
        runs=tmp_path / "runs.parquet", qrels=str(tmp_path / "qrels.csv"), **asked, settings={"threads": 1}
    )
    assert {name: each.fetchall() for name, each in again.items()} == rows_of_all
    own = duckdb.connect()
    for name, rows in (("runs", runs), ("judged", qrels)):
        own.register("given", rows.to_arrow_table())
        own.execute(f"create temp table {name} as from given")
    named = evalsql.suite(runs="runs", qrels="judged", connection=own, **asked)
    assert {name: each.fetchall() for name, each in named.items()} == rows_of_all
    few = evalsql.suite(runs=runs, qrels=qrels, where="run in ('bm25', 'dense')", **asked)
    assert len(few["leaderboard"].fetchall()) == 2


@IGNORED
def long_boards_are_over_what_collections_have_in_common(tmp_path) -> None:
    folder = suites.put_suite(tmp_path / "suite", ())
    given = {name: {"folder": str(folder / name)} for name in suites.NAMES[:3]}
    given["fiqa"]["measures"] = ["AP", "nDCG@10"]  # type: ignore[assignment]
    given["arguana"] |= {"measures": "nDCG@10", "without_own": True}  # type: ignore[operator]
    found = evalsql.suite(given, ["nDCG@10", "RR"], resamples=5)
    board = found["leaderboard"].fetchall()
    assert list(dict.fromkeys(row[0] for row in board)) == ["main", "nDCG@10"]
    means = found["means"].filter("run = 'bm25' and dataset = 'fiqa'").fetchall()
    alone = evalsql.evaluate(
        str(folder / "fiqa" / "runs" / "bm25.parquet"), str(folder / "fiqa" / "qrels" / "test.tsv"), ["AP", "nDCG@10"]
    )
    expected = dict(alone.aggregate("metric, avg(value order by query_id)").fetchall())
    assert {row[0]: row[3] for row in means} == {"main": expected["AP"], "nDCG@10": expected["nDCG@10"]}


def long_a_run_that_lacks_a_collection_is_said_and_left_out_or_refused(tmp_path) -> None:
    folder = suites.put_suite(tmp_path / "suite")
    with pytest.warns(
        evalsql.InputWarning, match=r"^run splade has no scores in touche; it has no mean over collections"
    ):
        found = evalsql.suite(folder, resamples=5)
    rows = {row[1]: row for row in found["leaderboard"].fetchall()}
    assert rows["splade"][2:7] == (None, None, None, None, None)
    assert rows["splade"][11] == "touche"
    assert {row[2] for row in rows.values()} == {None, 1, 2, 3, 4}
    assert found["tests"].fetchall()[0][1] == 4
    with pytest.raises(evalsql.InputError, match=r"^run splade has no scores in touche, which --strict refuses$"):
        evalsql.suite(folder, strict=True)
