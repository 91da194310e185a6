"""What puts documents of equal scores in order: the choice of a whole evaluation; best and worst are the extremes."""

from itertools import permutations
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from built import macros_of
from command import TRACK
from in_process import output
from large_track import shuffled
from variants import variants

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore:.*(has|have) no results")

RUNS, _, QRELS = TRACK

DOCUMENTS = ("e", "d", "c", "b", "a", "f")
SCORES = (2.0, 1.0, 1.0, 1.0, 1.0, 0.5)
JUDGED = {"d": 1, "b": 2, "a": -1, "f": 1}  # c is not judged

# of the tied d, c, b and a
ORDERS = {"trec_eval": "edcbaf", "input": None, "best": "ebdcaf", "worst": "eacdbf"}  # None: as they are given
GIVEN = ("edcbaf", "ecabdf", "facebd")  # orders in which rows come


def runs() -> pa.Table:
    """Three runs whose rows are in each order, a query each, others before and after it."""
    scores = dict(zip(DOCUMENTS, SCORES, strict=True))
    rows = [(f"run {number}", order, doc, scores[doc]) for number in range(3) for order in GIVEN for doc in order]
    return pa.table(dict(zip(("run", "query_id", "doc_id", "score"), zip(*rows, strict=True), strict=True)))


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("ties", ORDERS)
def long_documents_are_in_the_order_of_ties(ties: str, whole: bool) -> None:
    evaluation = evalsql.Evaluation(runs(), dict.fromkeys(GIVEN, JUDGED), ties=ties, whole=whole)
    expected = {order: ORDERS[ties] or "e" + "".join(d for d in order if d in "abcd") + "f" for order in GIVEN}
    rows = evaluation.connection.execute(
        "select run::varchar, query_id::varchar, rank, relevance, tied_from, tied_to from evalsql_judged"
    ).fetchall()
    wanted = [
        (f"run {number}", order, rank, JUDGED[doc], *((2, 5) if 2 <= rank <= 5 else (rank, rank)))
        for number in range(3)
        for order in GIVEN
        for rank, doc in enumerate(expected[order], start=1)
        if doc in JUDGED
    ]
    assert sorted(rows) == sorted(wanted)
    if whole:
        found = evaluation.connection.execute(
            "select query_id::varchar, string_agg(doc_id, '' order by rank) from evalsql_retrieved"
            " where run = 'run 1' group by all"
        )
        assert dict(found.fetchall()) == expected


def long_the_order_of_rows_does_not_matter_but_where_it_is_asked_for() -> None:
    table = duckdb.sql(f"from '{RUNS}' where run in ('bm25', 'colbert')").to_arrow_table()
    for ties in ("trec_eval", "best", "worst", "average"):
        given = (QRELS, ["AP", "nDCG@10", "RR"])
        expected = evalsql.evaluate(table, *given, ties=ties).fetchall()
        assert evalsql.evaluate(shuffled(table), *given, ties=ties).fetchall() == expected, ties


def long_what_has_no_order_is_refused(tmp_path: Path) -> None:
    connection = duckdb.connect(tmp_path / "runs.duckdb")
    connection.execute("create table runs as from read_parquet(?)", [RUNS])
    with pytest.raises(evalsql.InputError, match=r"^runs: the rows of a table have no order, so ties cannot be in it;"):
        evalsql.evaluate("runs", QRELS, "AP", ties="input", connection=connection)
    assert evalsql.evaluate("runs", QRELS, "AP", ties="best", connection=connection).fetchall()
    connection.close()
    with pytest.raises(evalsql.InputError, match="the rows of a table have no order"):
        evalsql.evaluate(f"{tmp_path}/runs.duckdb::runs", QRELS, "AP", ties="input")
    told = duckdb.connect()
    told.execute("set preserve_insertion_order = false")
    with pytest.raises(evalsql.InputError, match=r"^preserve_insertion_order is off in DuckDB, so ties cannot"):
        evalsql.evaluate(RUNS, QRELS, "AP", ties="input", connection=told)


def test_choices_that_cannot_be_are_refused() -> None:
    for options, sentence in (
        ({"ties": "random"}, "ties must be trec_eval, input, average, best or worst, not 'random'"),
        ({"ties": "average", "depth": 5}, "depth cannot be combined with ties=average, because averaged ties"),
    ):
        with pytest.raises(evalsql.InputError) as refused:
            evalsql.evaluate(RUNS, QRELS, "AP", **options)
        assert str(refused.value).startswith(sentence)
    start = "INST has no closed form of its mean over the orders of ties; those that have one are AP, ASL, "
    with pytest.raises(evalsql.InputError) as refused:
        evalsql.evaluate(RUNS, QRELS, ["AP", "INST"], ties="average")
    assert str(refused.value).startswith(start)
    later = evalsql.Evaluation(RUNS, QRELS, ties="average")
    with pytest.raises(evalsql.InputError) as refused:
        later.score("INST")
    assert str(refused.value).startswith(start)
    with pytest.raises(evalsql.InputError, match="the curve nDCG has no mean over the orders of ties; ask"):
        later.curve("nDCG@100")


def long_a_table_says_how_ties_are_ordered() -> None:
    for ties, said in (
        ("input", "; ties in the order of the input."),
        ("average", "; ties averaged over all their orders."),
        ("best", "; ties with the most relevant documents first."),
        ("worst", "; ties with the most relevant documents last."),
    ):
        assert said in output("evaluate", *TRACK, "-m", "AP", "--ties", ties)
    assert "ties" not in output("evaluate", *TRACK, "-m", "AP", "--ties", "trec_eval")


def long_a_database_keeps_the_order_of_ties(tmp_path: Path) -> None:
    path = tmp_path / "worst.duckdb"
    with macros_of("AP", "paired_t"):
        evalsql.build_database(path, RUNS, QRELS, ["AP"], curves=["nDCG"], ties="worst")
    expected = dict(
        evalsql.evaluate(RUNS, QRELS, "AP", ties="worst").aggregate("run, avg(value order by query_id asc)").fetchall()
    )
    with duckdb.connect(path, read_only=True) as connection:
        kept = "select value from internal.evalsql_meta where key = 'ties'"
        assert connection.execute(kept).fetchall() == [("worst",)]
        for source in ("scores where metric = 'AP'", "ap()"):
            means = f"select run, avg(value order by query_id asc) from {source} group by run"
            assert dict(connection.execute(means).fetchall()) == expected
        # it would rank the runs as trec_eval does
        assert connection.execute("select sql from measures").fetchall() == [(None,)]
    for ties, link, sentence in (
        ("average", False, "a database keeps each ranking in one order, so it cannot average over the orders of ties;"),
        ("best", True, "--link ranks runs whenever they are read, with ties as trec_eval has them, not best"),
    ):
        with pytest.raises(evalsql.InputError) as refused:
            evalsql.build_database(tmp_path / "other.duckdb", RUNS, QRELS, ["AP"], ties=ties, link=link)
        assert str(refused.value).startswith(sentence)


def long_runs_are_added_to_a_database_with_its_ties(tmp_path: Path) -> None:
    half = {name: tmp_path / f"{name}.parquet" for name in ("old", "new")}
    for name, sign in (("old", "="), ("new", "<>")):
        duckdb.execute(f"copy (from read_parquet('{RUNS}') where (run < 'd') {sign} true) to '{half[name]}'")
    built, whole = tmp_path / "built.duckdb", tmp_path / "whole.duckdb"
    with macros_of("AP", "paired_t"):
        evalsql.build_database(built, half["old"], QRELS, ["AP"], ties="best")
        evalsql.add_to_database(built, half["new"])
        evalsql.build_database(whole, RUNS, QRELS, ["AP"], ties="best")
    scores = "select run, query_id, value from scores order by all"
    with duckdb.connect(whole, read_only=True) as connection:
        expected = connection.execute(scores).fetchall()
    with duckdb.connect(built, read_only=True) as connection:
        assert connection.execute(scores).fetchall() == expected


TIED = ([0, None], [1, None, 0], [2, 1, -1, None], [0, None, None, 1])
EVERY_ORDER = [list(dict.fromkeys(permutations(each))) for each in TIED]


def every_order() -> tuple[pa.Table, dict[str, dict[str, int]]]:
    """A query per order of the tied documents, whose doc_ids put them in it."""
    runs, qrels = [], {}
    for case, orders in enumerate(EVERY_ORDER):
        for number, order in enumerate(orders):
            query = f"{case}-{number}"
            runs += [{"query_id": query, "doc_id": f"d{9 - i}", "score": 1.0} for i in range(len(order))]
            qrels[query] = {f"d{9 - i}": level for i, level in enumerate(order) if level is not None} | {"missed": 1}
    return pa.Table.from_pylist(runs), qrels


def monotone(listed: dict) -> list:
    return [each for each in listed.values() if each.monotone and each.better != "neither" and not each.by_subtopic]


def assert_extremes(values: dict[str, dict]) -> None:
    """Values by order of ties, and then by measure, query, and rank of a curve."""
    for key in values["trec_eval"]:
        measure, query, rank = key
        case = int(query.split("-")[0])
        lower = evalsql.parse_measure(measure).metric.better == "lower" if rank is None else "residual" in measure
        every = [values["trec_eval"].get((measure, f"{case}-{n}", rank)) for n in range(len(EVERY_ORDER[case]))]
        if None not in every:
            ends = (min(every), max(every)) if lower else (max(every), min(every))
            found = (values["best"][key], values["worst"][key])
            assert found == pytest.approx(ends, abs=1e-12), (measure, TIED[case], rank)


def long_best_and_worst_are_the_extremes_of_all_orders() -> None:
    texts = [str(next(variants(metric))) for metric in monotone(evalsql.metrics())]
    assert len(texts) > 80
    assert_extremes_of(texts)


def weekly_best_and_worst_are_the_extremes_of_all_orders_whatever_the_parameters() -> None:
    texts = [str(each) for metric in monotone(evalsql.metrics()) for each in variants(metric)]
    # a measure's own gains may put relevances in another order
    assert_extremes_of([each for each in texts if "gains=" not in each])


def assert_extremes_of(texts: list[str]) -> None:
    runs, qrels = every_order()
    values = {}
    for ties in ("trec_eval", "best", "worst"):
        rows = evalsql.Evaluation(runs, qrels, ties=ties, whole=True).score(texts).fetchall()
        values[ties] = {(measure, query, None): value for _, query, measure, value in rows}
    assert_extremes(values)


def long_best_and_worst_are_the_extremes_at_every_rank_of_curves() -> None:
    runs, qrels = every_order()
    curves = monotone(evalsql.curves())
    assert len(curves) == 15
    for over in {each.over for each in curves}:
        texts, values = [each.name for each in curves if each.over == over], {}
        for ties in ("trec_eval", "best", "worst"):
            rows = evalsql.curve(runs, qrels, texts, ties=ties).fetchall()
            values[ties] = {(curve, query, at): value for _, query, curve, at, value, _ in rows if at <= 5}
        assert_extremes(values)
