"""What puts documents of equal scores in order: the choice of a whole evaluation."""

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from built import macros_of
from command import TRACK
from in_process import output
from large_track import shuffled

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
