"""Costs of documents: a table beside the runs, what is refused of it, and what it does in every frame."""

from pathlib import Path

import command
import duckdb
import pytest
from refused import refusal
from written import put

from evalsql import Evaluation, InputError, check, evaluate
from evalsql.render import frames

RUN = {"q1": {"d1": 3.0, "d2": 2.0, "d3": 1.0}, "q2": {"d1": 1.0}}
QRELS = {"q1": {"d1": 0, "d3": 1}, "q2": {"d1": 1}}
P = "P_cost@3"  # of q1 the mean of three costs, of q2 of one and two times 1


def table(tmp_path: Path, *rows: str, header: str = "query_id,doc_id,cost") -> Path:
    return put(tmp_path / "costs.csv", [header, *rows])


def costs_of(measure: str, costs, runs=RUN, qrels=QRELS, **options) -> list[float]:
    return [value for *_, value in evaluate(runs, qrels, measure, costs=costs, **options).fetchall()]


def test_a_document_costs_what_is_given_for_its_query_or_for_all(tmp_path):
    assert costs_of(P, table(tmp_path, "q1,d1,4", "q1,d2,0.5", "q2,d1,7", "q9,d3,100")) == [5.5 / 3, 3]
    assert costs_of(P, table(tmp_path, "d1,4", "d9,100", header="docno,cost")) == [2, 2]
    assert costs_of(P, {"q1": {"d2": 4}, "q2": {"d1": 4}}) == [2, 2]
    assert costs_of(P, None) == [1, 1]
    assert costs_of("P_cost(per='search',other_cost=10)@3", {"q1": {"d2": 4}}) == [24, 30]


@pytest.mark.parametrize("measure", ["BPM_cost(other_cost={})@5", "BPM_dynamic(other_cost={})"])
def test_what_others_cost_is_bounded(measure):
    same = {f"d{i}": 1e12 for i in (1, 2, 3)}
    assert costs_of(measure.format(10**12), {"q1": same}) == costs_of(measure.format(10**12), None)
    with pytest.raises(InputError, match=r"other_cost must be a number in \[0, 1000000000000\], not 1e\+21"):
        costs_of(measure.format("1e21"), {"q1": {"d1": 1}})


def test_costs_are_asked_for_later_and_of_part_of_a_ranking(tmp_path):
    path = table(tmp_path, "d1,4", "d2,8", "d3,16", header="doc_id,cost")
    later = Evaluation(RUN, QRELS, costs=path)
    assert [value for *_, value in later.score(P).fetchall()] == [28 / 3, 2]
    assert costs_of(P, path, depth=1) == [2, 2]
    # d2 is unjudged, so that d3 stands at rank 2
    assert costs_of("P_cost@2", path, judged_only=True) == [10, 2.5]
    assert costs_of("P_cost(judged_only=True)@2", path) == [10, 2.5]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["q1,d1,-1"], "costs.csv, row 1 after the header: cost is '-1'; 0 or a number from 1e-9 to 1e15 was expected"),
        (["q1,d1,much"], "row 1 after the header: cost is 'much'; a number was expected"),
        (["q1,d1,1", "q1,d2,"], "row 2 after the header: cost is null; a number was expected"),
        (["q1,,1"], "row 1 after the header: doc_id is null; every row must have one"),
        (["q1,d1,1", "q1,d1,1"], "document d1 has two costs for query q1 ("),
        ([",d1,1", ",d1,2"], "document d1 has two costs ("),
        (["q1,d1,1", ",d1,2"], "document d1 has a cost for every query, and one for a query alone ("),
        ([], "holds no rows, where a table of costs was expected"),
    ],
)
def test_a_bad_table_of_costs_is_refused(tmp_path, rows, said):
    assert said in refusal(RUN, QRELS, costs=table(tmp_path, *rows))


def test_the_first_document_with_two_costs_is_named_and_the_others_counted(tmp_path):
    path = table(tmp_path, "q2,d3,1", "q2,d3,1", "q1,d2,1", "q1,d2,1", "q1,d2,1", "q1,d1,2", "q2,d1,3")
    assert refusal(RUN, QRELS, costs=path) == (
        f"document d2 has two costs for query q1 ({path}, row 3 after the header and {path}, row 4 after the header)"
        "; 1 more such document"
    )
    path = table(tmp_path, ",d2,1", "q1,d2,1", "q1,d1,1", "q2,d1,1", ",d1,1", ",d0,1", "q1,d9,1", "q2,d9,1")
    assert refusal(RUN, QRELS, costs=path) == (
        f"document d1 has a cost for every query, and one for a query alone ({path}, row 3 after the header and {path},"
        " row 4 after the header); 1 more such document"
    )


def test_a_table_without_its_columns_is_refused(tmp_path):
    said = refusal(RUN, QRELS, costs=table(tmp_path, "d1,1", header="doc_id,price"))
    assert said.endswith("no column cost, which a table of costs must have; it has doc_id, price")
    assert costs_of(P, table(tmp_path, "d1,4", header="doc_id,price"), columns={"costs.cost": "price"}) == [2, 2]
    with pytest.raises(InputError, match="standard input can be read only once"):
        Evaluation("-", QRELS, costs="-")


def test_the_command_line_takes_costs(tmp_path, run, qrels):
    path = table(tmp_path, "d1,4", "d2,2", header="doc_id,cost")
    given = ("evaluate", run, "--qrels", qrels, "--costs", path, "-m", "RBP_cost(p=0)", "-m", "P_cost@2")
    assert command.output(*given, "--format", "csv").splitlines()[1] == "fine,4.0,2.75"
    bad = table(tmp_path, "d1,-4", header="doc_id,cost")
    assert "cost is '-4'" in command.refusal("evaluate", run, "--qrels", qrels, "--costs", bad)
    assert check(run, qrels) == []


def test_costs_that_no_measure_reads_are_warned_of(tmp_path, run, qrels):
    path = table(tmp_path, "d1,4", header="doc_id,cost")
    given = ("evaluate", run, "--qrels", qrels, "--costs", path, "-m", "P@1")
    said = "evalsql: warning: costs were given, and no measure reads them, as RBP_cost does\n"
    assert said in command.evalsql(*given).stderr.decode()
    assert said not in command.evalsql(*given, "-m", "P_cost@2").stderr.decode()
    later = Evaluation(RUN, QRELS, costs=path)
    assert later.warnings == []
    later.score("AP")
    assert [each.kind for each in later.warnings] == ["idle costs"]
    later.score(P)
    assert later.warnings == []


def test_a_query_and_a_macro_take_costs_and_refuse_bad_ones():
    connection = duckdb.connect()
    connection.execute("""
        create table runs as
        from (values ('x', 'q1', 'd1', 3.0), ('x', 'q1', 'd2', 2.0)) as t (run, query_id, doc_id, score);
        create table qrels as from (values ('q1', 'd2', 1)) as t (query_id, doc_id, relevance);
        create table costs as from (values ('d1', 4)) as t (doc_id, cost);
    """)
    measure = Evaluation(connection=connection, costs="costs").compute("RBP_cost(p=0.5)")[0]
    connection.execute(frames.macro(measure.metric))
    ((*_, batch),) = Evaluation(connection=connection, costs="costs").score(measure).fetchall()
    assert batch == (4 + 0.5 + 0.25 + 0.25) / 2
    ((*_, query),) = connection.execute(frames.query(measure, costs="costs")).fetchall()
    ((*_, macro),) = connection.execute("from rbp_cost(p := 0.5, costs := 'costs')").fetchall()
    assert query == macro == batch
    ((*_, without),) = connection.execute("from rbp_cost(p := 0.5)").fetchall()
    assert without == 1
    connection.execute("alter table runs add column cost varchar default 'dear'")  # which says nothing
    ((*_, without),) = connection.execute("from rbp_cost(p := 0.5)").fetchall()
    assert without == 1
    for rows, said in {
        "('d1', 1), ('d1', 1)": "document d1 has two costs for a query",
        "('d1', -1)": "RBP_cost: the cost of document d1 is -1; the costs need the columns doc_id and cost",
        "('d1', '1_0')": "RBP_cost: the cost of document d1 is 1_0",
        "('d1', null)": "RBP_cost: the cost of document d1 is null",
        "(null, 1)": "RBP_cost: the cost of document null is 1",
    }.items():
        connection.execute(f"create or replace table bad as from (values {rows}) as t (doc_id, cost)")
        with pytest.raises(duckdb.InvalidInputException, match=said):
            connection.execute("from rbp_cost(costs := 'bad')").fetchall()
