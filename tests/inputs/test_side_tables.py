"""Gains, weights of subtopics and costs of documents: in tables beside judgments or in columns, and what is refused."""

from pathlib import Path

import command
import duckdb
import pytest
import refused
from built import macros_of
from places import FIXTURES
from refused import refusal
from tiny import read, unread, unsaid
from written import put

import evalsql
from evalsql import Evaluation, InputError, InputWarning, check, curve, evaluate
from evalsql.catalog.gains import EXPONENTIAL, gains_text, parse_gains
from evalsql.database.add import add_to_database
from evalsql.database.add import costs_of as costs_given
from evalsql.database.build import build_database
from evalsql.render import frames

JK = FIXTURES / "papers" / "jarvelin_kekalainen_2002"
RUN, QRELS = str(JK / "example.run"), str(JK / "qrels.txt")
COSTLY = {"q1": {"d1": 3.0, "d2": 2.0, "d3": 1.0}, "q2": {"d1": 1.0}}
P = "P_cost@3"  # of q1 the mean of three costs, of q2 of one and two times 1
COSTS, GAINS, WEIGHTS = "query_id,doc_id,cost", "query_id,relevance,gain", "query_id,subtopic,weight"
JUDGED = "query_id,doc_id,relevance"
GOOD = ["q1,x,0.5", "q1,y,0.25", "q2,x,1"]


def table(tmp_path: Path, header: str, *rows: str, name: str = "t.csv") -> Path:
    return put(tmp_path / name, [header, *rows])


def values(measures: list[str] | str, runs=RUN, qrels=QRELS, **options) -> dict[str, list[float]]:
    """The values of each measure, by query in order."""
    found: dict[str, list[float]] = {}
    for *_, metric, value in Evaluation(runs, qrels, **options).score(measures).fetchall():
        found.setdefault(metric, []).append(value)
    return found


def test_a_number_in_a_type_with_names_is_read_as_text_is(tmp_path):
    for column in ("score", "relevance", "gain", "weight", "probability"):
        kind, number = "runs" if column == "score" else "qrels", "0.1_0" if column == "probability" else "1_0"
        with duckdb.connect() as connection:
            connection.execute(f"""
                create table given as select 'r' as run, 'q' as query_id, 'b' as doc_id, 's' as subtopic,
                1 as score, 1 as relevance, 1 as gain, 1 as weight, 1 as probability;
                create table odd as select * replace ('{number}'::enum ('{number}') as {column}) from given
            """)
            assert f"row 1: {column} is " in unread("odd", kind, connection=connection)
    scores = put(tmp_path / "s.csv", ["run,query_id,metric,value", "a,q,AP,1_0", "b,q,AP,1"])
    with pytest.raises(InputError, match="row 1 after the header: value is not a number"):
        evalsql.compare(str(scores), measures=["AP"])


# Costs


def long_a_document_costs_what_its_table_says_for_its_query_or_for_all(tmp_path):
    other, parted = "P_cost(per='search',other_cost=10)@3", "P_cost(judged_only=True)@2"
    of_all = table(tmp_path, "docno,cost", "d1,4", "d2,8", "d3,16", "d9,100", name="all.csv")
    by_query = table(tmp_path, COSTS, "q1,d1,4", "q1,d2,0.5", "q2,d1,7", "q9,d3,100")
    qrels = {"q1": {"d1": 0, "d3": 1}, "q2": {"d1": 1}}
    assert values(P, COSTLY, qrels, costs=by_query) == {P: [5.5 / 3, 3]}
    found = values([P, other, parted, "P_cost@2"], COSTLY, qrels, costs={"q1": {"d2": 4}})
    assert (found[P], found[other]) == ([2, 1], [24, 30])
    later = Evaluation(COSTLY, qrels, costs=of_all)
    assert later.warnings == []
    later.score("AP")
    assert [each.kind for each in later.warnings] == ["idle costs"]
    assert [value for *_, value in later.score([P, parted]).fetchall()] == [28 / 3, 2, 10, 2.5]
    assert later.warnings == []
    assert values(P, COSTLY, qrels, costs=of_all, depth=1)[P] == [2, 2]
    # d2 is unjudged, so that d3 stands at rank 2
    assert values("P_cost@2", COSTLY, qrels, costs=of_all, judged_only=True) == {"P_cost@2": [10, 2.5]}
    price = table(tmp_path, "doc_id,price", "d1,4", name="price.csv")
    assert read(price, "costs", columns={"costs.cost": "price"}) == [(None, None, "d1", (4.0).hex())]


def test_what_others_cost_is_bounded():
    measures = [f"BPM_cost(other_cost={10**12})@5", f"BPM_dynamic(other_cost={10**12})"]
    assert values(measures, COSTLY, {"q1": {"d3": 1}}, costs={"q1": {f"d{i}": 1e12 for i in (1, 2, 3)}}) == values(
        measures, COSTLY, {"q1": {"d3": 1}}
    )
    for measure in ("BPM_cost(other_cost=1e21)@5", "BPM_dynamic(other_cost=1e21)"):
        with pytest.raises(InputError, match=r"other_cost must be a number in \[0, 1000000000000\], not 1e\+21"):
            evalsql.parse_measure(measure)


def long_the_command_line_takes_costs_and_warns_where_no_measure_reads_them(tmp_path, run, qrels):
    path = table(tmp_path, "doc_id,cost", "d1,4", "d2,2")
    given = ("evaluate", run, "--qrels", qrels, "--format", "csv", "--costs")
    done = command.evalsql(*given, path, "-m", "RBP_cost(p=0)", "-m", "P_cost@2")
    assert (done.stdout.splitlines()[1], b"warning" in done.stderr) == (b"fine,4.0,2.75", False)
    said = command.evalsql(*given, path, "-m", "P@1").stderr.decode()
    assert "evalsql: warning: costs were given, and no measure reads them, as RBP_cost does\n" in said
    assert "cost is '-4'" in command.refusal(*given, table(tmp_path, "doc_id,cost", "d1,-4", name="bad.csv"))
    assert check(run, qrels) == []


def long_a_query_and_a_macro_take_costs_and_refuse_bad_ones():
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
    ((*_, query),) = connection.execute(frames.query(measure, costs="costs")).fetchall()
    ((*_, macro),) = connection.execute("from rbp_cost(p := 0.5, costs := 'costs')").fetchall()
    assert query == macro == batch == (4 + 0.5 + 0.25 + 0.25) / 2
    assert connection.execute("select value from rbp_cost(p := 0.5)").fetchall() == [(1,)]
    connection.execute("alter table runs add column cost varchar default 'dear'")  # which says nothing
    assert connection.execute("select value from rbp_cost(p := 0.5)").fetchall() == [(1,)]
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


# Gains


def test_gains_are_a_mapping_a_short_text_or_exp():
    assert parse_gains({0: 0, 1: 1, 2: 10, 3: 100}) == parse_gains("0-1-10-100") == {1: 1, 2: 10, 3: 100}
    assert parse_gains({3: 0.5, 1.5: 2}) == {1.5: 2, 3: 0.5}
    assert parse_gains("0-.5-1.25") == {1: 0.5, 2: 1.25}
    assert parse_gains("exp")[4] == 15
    assert (gains_text({1.0: 1.0, 2.5: 10.0}), gains_text(EXPONENTIAL)) == ("{1:1,2.5:10}", "'exp'")
    for given, measure in {
        "nDCG(gains='0-1-10-100')@10": "nDCG(gains={1:1,2:10,3:100})@10",
        "nDCG(gains={0:0,1:1,2:10,3:100})@10": "nDCG(gains={1:1,2:10,3:100})@10",
        "nDCG(dcg='exp-log2')@20": "nDCG(gains='exp')@20",  # as ir-measures says it
        "nDCG(dcg='log2')@20": "nDCG@20",
        "CG(gains=None)": "CG",
    }.items():
        assert str(evalsql.parse_measure(given)) == measure
    none_of_all = "{} {1:-1} {0:1,1:2} {-1:1} '0' '1-2' 'a-b' 5 True {1:'a'} {1:1e999} {1:1e16} {1:1e-10}"
    for none in none_of_all.split():
        with pytest.raises(InputError, match="gains must be a mapping of relevance to gain such as"):
            evalsql.parse_measure(f"CG(gains={none})")


def long_gains_are_worth_what_the_paper_says_and_change_nothing_that_is_relevant():
    # DEFINITIONS of section 3.3: 0-1-1-1, 0-0-0-1 and 0-1-10-100, and 2^g - 1
    of_paper = [f"nDCG(discount='none',gains='{gains}')@10" for gains in ("0-1-1-1", "0-0-0-1", "0-1-10-100")]
    falling, late = "nDCG(discount='none',gains={1:5,2:1,3:3})@4", "nDCG(discount='jk',base=11.5)"
    evaluation = Evaluation(RUN, QRELS)
    rows = evaluation.score([*of_paper, "nDCG(gains='exp')@10", "CG(gains={1:0,2:0,3:5})", "AP", "P@5"]).fetchall()
    found = [value for _, query, _, value in rows if query == "A"]
    assert found[:5] == pytest.approx([0.7, 1, 0.991018, 0.853938, 15], abs=5e-7)
    quiet = [each.text for each in evaluation.warnings if "0-0-0-1" not in each.text]
    nothing = duckdb.sql("select unnest(['A', 'A']) as query_id, unnest([1, 2]) as relevance, 0 as gain")
    assert [values(["AP", "P@5"], gains=nothing)[name][0] for name in ("AP", "P@5")] == found[5:]
    evaluation = Evaluation(RUN, QRELS)
    rows = evaluation.score([falling, "nDCG(gains={1:5,2:1,3:7})", "nDCG(gains='0-1-3')", late]).fetchall()
    # by gain the recall base of A is 5 5 5 5 (grade 1), then 3 3 3 (grade 3), then 1 1 1
    assert rows[0][3] == pytest.approx((3 + 1 + 3 + 0) / 20)
    said = " ".join(each.text for each in evaluation.warnings)
    for text in (
        "relevance 1 gains 5 and relevance 2 only 1; the ideal ranking goes by gain",
        "its gains do not name relevance 3, which gains 3",
        "the first 11 ranks weigh the same, and query A has only 10 relevant; their order",
    ):
        assert text in said
    assert not [text for text in quiet if "gains" in text]


def long_gains_may_differ_by_query(tmp_path):
    path = table(tmp_path, GAINS, "A,3,10", "A,2,5", "E,3,100")
    # A: 3 2 3 0 0 1 2 2 3 0; E: 0 1 0 3 2
    with pytest.warns(UserWarning, match="the gains do not name relevance 1 of query A, which gains itself; 2 more"):
        rows = evaluate(RUN, QRELS, ["CG", "CG(gains='0-1-2-3')"], gains=str(path)).fetchall()
    assert [row[3] for row in rows] == [10 + 5 + 10 + 1 + 5 + 5 + 10, 1 + 100 + 2, 16, 6]
    printed = command.output("evaluate", RUN, "--qrels", QRELS, "-m", "CG", "--gains", path, "--per-query")
    assert "46.0000" in printed
    assert "103.0000" in printed


def long_judgments_may_have_gains_of_their_own_and_a_table_goes_before_them(tmp_path):
    gained = f"{JUDGED},gain,subtopic"
    for rows, gains, cg in (
        (("A,a01,1,7,", "A,a02,2,,", "A,a03,0,0,"), None, 9),
        (("A,a01,1,7,1", "A,a02,2,5,1"), table(tmp_path, GAINS, "A,2,100"), 7 + 100),
        (("A,a01,1,9,1", "A,a01,2,3,2"), None, 3),  # of a document judged twice the gain of its best relevance
        (("A,a01,1,5,1", "A,a02,1,2,1"), None, 7),  # documents of one relevance may differ
    ):
        evaluation = Evaluation(RUN, table(tmp_path, gained, *rows, name="q.csv"), gains=gains)
        assert evaluation.score("CG").fetchall()[0][3] == cg
    assert "gains that fall" not in [problem.kind for problem in evaluation.warnings]


def test_what_is_doubtful_about_gains_is_said_once(tmp_path):
    falling = table(tmp_path, GAINS, *(f"{query},{level},{4 - level}" for query in "AE" for level in (1, 2, 3)))
    evaluation = Evaluation(RUN, QRELS, gains=falling)
    evaluation.score(["nDCG", "CG", "DCG@10"])
    said = "the gains: relevance 1 gains 3 and relevance 2 only 2; the ideal ranking goes by gain"
    assert [problem.text for problem in evaluation.warnings] == [said]
    rows = [row for each in range(40) for row in (f"q{each},a,1,5", f"q{each},b,2,{4 - each % 3}")]
    lowest = Evaluation({"q1": {"a": 1}}, table(tmp_path, f"{JUDGED},gain", *rows, name="q.csv"))
    lowest.score("nDCG")
    assert "relevance 1 gains 5 and relevance 2 only 2" in " ".join(each.text for each in lowest.warnings)
    run, judged = {query: {"d1": 2.0, "d2": 1.0} for query in "ABC"}, {query: {"d1": 1, "d2": 0} for query in "ABC"}
    nothing = table(tmp_path, GAINS, "A,1,2", "B,1,0", "C,1,0", name="g.csv")
    column = table(tmp_path, f"{JUDGED},gain", "A,d1,1,2", "B,d1,1,0", "C,d1,1,0", "C,d2,1,0", name="q.csv")
    for qrels, gains in ((judged, nothing), (column, None)):
        evaluation = Evaluation(run, qrels, gains=gains)
        assert [row[3] for row in evaluation.score("nDCG").fetchall()] == [1, 0, 0]
        said = "2 queries whose relevant documents all gain 0, so that measures by gain score 0 (first: B)"
        assert [problem.text for problem in evaluation.warnings] == [said]
    fractions = table(tmp_path, JUDGED, "A,a01,1.5", name="q.csv")
    with pytest.raises(InputError, match=r"and the judgments have 1.5; name the gain of each level"):
        evaluate(RUN, fractions, "nDCG(gains='exp')")


def test_where_nothing_that_is_judged_gains_anything_there_is_no_share(tmp_path):
    qrels = table(tmp_path, f"{JUDGED},subtopic", "q1,d1,1,x")
    # I-rec, which is half of Dsharp_nDCG, is of subtopics that are met, whatever they gain
    shares = {"nDCG{}": 0, "nCG{}": 0, "AvgPos{}@2": 0, "Dsharp_nDCG{}": 0.5}
    found = values([name.format("(gains='0-0-1')") for name in shares], {"q1": {"d1": 1}}, qrels)
    assert [value for (value,) in found.values()] == [*shares.values()]


# Weights


@pytest.fixture
def divided(tmp_path) -> Path:
    """Judgments by subtopic; z of q1 has no relevant document."""
    return table(tmp_path, f"{JUDGED},subtopic", "q1,d1,1,x", "q1,d1,1,y", "q1,d2,0,z", "q2,d1,2,x", name="d.csv")


def weighed(tmp_path: Path, *rows: str, column: str = "weight") -> Path:
    return table(tmp_path, f"{JUDGED},subtopic,{column}", *rows, name="w.csv")


def long_weights_are_read_in_every_format_and_under_many_names(tmp_path, run, divided):
    rows = [(None, "q1", "x", (0.5).hex()), (None, "q1", "y", (0.25).hex()), (None, "q2", "x", (1.0).hex())]
    for header in (WEIGHTS, "topic,intent,probability", "qid,aspect,nugget_weight"):
        assert read(table(tmp_path, header, *GOOD), "weights") == rows
    for name, (write, _) in refused.WRITERS.items():
        given = write(tmp_path / name, ("query_id", "subtopic", "weight"), [tuple(row.split(",")) for row in GOOD])
        assert read(given, "weights") == rows, name
    assert len(evaluate(run, divided, "AP_IA", weights=given).fetchall()) == 2
    assert len(curve(run, divided, "alpha_DCG@2", weights=given).fetchall()) == 4
    connection = duckdb.connect()
    connection.execute(f"create table importance as from '{table(tmp_path, WEIGHTS, *GOOD)}'")
    assert Evaluation(run, divided, connection=connection, weights="importance").warnings == []
    assert [row[2] for row in connection.execute("show all tables").fetchall()] == ["importance"]


def long_weights_must_cover_the_subtopics_that_count(tmp_path, run, divided):
    for rows, said in {
        ("q1,x,1", "q2,x,1"): "t.csv: no weight of subtopic y of query q1, which has relevant documents",
        ("q1,y,1",): "no weight of subtopic x of query q1, which has relevant documents; 1 more such subtopic",
        ("q1,x,0", "q1,y,0", "q2,x,0"): "t.csv: every weight is 0, which makes every measure by subtopic 0",
    }.items():
        path = table(tmp_path, WEIGHTS, *rows)
        assert said in refusal(run, divided, weights=path)
        assert said in check(run, divided, weights=path)[0].text
    path = table(tmp_path, WEIGHTS, "q2,x,1")
    assert len(evaluate(run, divided, "AP_IA", weights=path, queries=["q2"]).fetchall()) == 1
    path = table(tmp_path, WEIGHTS, "q1,x,0", "q1,y,1", "q1,z,1", "q1,other,1", "q2,x,1", "q9,x,1")
    assert Evaluation(run, divided, weights=path).warnings == []
    assert [problem.level for problem in check(run, divided, weights=path)] == ["warning"]  # d1 has two subtopics


def test_weights_of_judgments_that_name_no_subtopics_are_refused(tmp_path, run):
    path, plain = table(tmp_path, WEIGHTS, *GOOD), table(tmp_path, JUDGED, "q1,d1,1", "q2,d1,1", name="p.csv")
    said = f"{path}: weights of subtopics were given, and the judgments name no subtopics"
    field = put(tmp_path / "q.txt", ["q1 x d1 1", "q1 y d2 1", "q2 x d1 1"])
    hint = '; --subtopics yes, or subtopics="yes", takes their iteration field for it'
    for qrels, more in ((plain, ""), (field, hint)):
        assert refusal(run, qrels, weights=path) == said + more
        assert [each.text for each in check(run, qrels, weights=path) if each.level == "error"] == [said + more]


def test_every_table_is_read_once_and_looked_at_even_where_judgments_cannot_be_read(tmp_path, run):
    for options in ({"weights": "-"}, {"gains": "-"}, {"costs": "-"}):
        with pytest.raises(InputError, match="standard input can be read only once"):
            Evaluation(run, "-", **options)
    assert "only once" in check(run, "-", weights="-")[0].text
    found = check(run, tmp_path / "none.txt", weights=table(tmp_path, WEIGHTS, "q1,x,-1"))
    assert {problem.kind for problem in found} == {"unreadable qrels", "unfit weight"}


def long_every_command_takes_weights(tmp_path, run, divided):
    good, bad = table(tmp_path, WEIGHTS, *GOOD), table(tmp_path, WEIGHTS, "q1,x,1", name="bad.csv")
    for name in ("evaluate", "curve", "check"):
        assert command.evalsql(name, run, "--qrels", divided, "--weights", good).returncode == 0
        done = command.evalsql(name, run, "--qrels", divided, "--weights", bad)
        assert done.returncode == 2
        assert "no weight of subtopic y of query q1" in (done.stdout + done.stderr).decode()


def long_columns_of_weights_and_probabilities(tmp_path, run):
    header = f"{JUDGED},subtopic,weight"
    one = table(tmp_path, header, "q1,d1,1,x,1", "q1,d2,1,x,", "q1,d3,1,x,", name="1.csv")
    other = table(tmp_path, header, "q1,d4,1,x,", "q2,d1,1,x,", name="2.csv")
    said = f"{one}, row 2 after the header: no weight, where other judgments of query q1 have one; 2 more such rows"
    assert unsaid([([other, one], said)], "qrels") == []
    # each query has weights of its own or none; probabilities may differ by document and be missing
    assert read(weighed(tmp_path, "q1,d1,1,x,0.5", "q1,d2,1,x,0.5", "q1,d1,1,y,2", "q2,d1,1,x,"), "qrels")
    assert read(weighed(tmp_path, "q1,d1,1,x,0", "q1,d1,1,y,1", "q1,d2,1,x,0.3", "q2,d1,1,x,", column="prob"), "qrels")
    # and weights do not matter where there are no subtopics
    rows = ("q1,d1,1,1", "q1,d2,0,2", "q1,d3,0,", "q2,d1,1,1")
    assert len(evaluate(run, table(tmp_path, f"{JUDGED},weight", *rows), "AP").fetchall()) == 2
    path = weighed(tmp_path, "q1,d1,1,x,1", "q1,d2,1,y,3", "q2,d1,1,x,1")
    assert evaluate(run, path, "alpha_DCG@1").fetchall()[0][-1] == 1
    given = table(tmp_path, WEIGHTS, "q1,x,3", "q1,y,1", "q2,x,1")
    assert evaluate(run, path, "alpha_DCG@1", weights=given).fetchall()[0][-1] == 3  # the table goes before it


def long_a_query_whose_subtopics_weigh_nothing_scores_0_and_gamma_times_a_weight_is_a_probability(tmp_path, run):
    names = ["alpha_nCG", "alpha_nDCG", "nERR_IA", "nNRBP", "D_nDCG", "AP_IA", "NRBP", "P_IA"]
    path = weighed(tmp_path, "q1,d1,1,x,0", "q1,d2,1,y,0", "q2,d1,1,x,1")
    said = r"^1 query whose subtopics all weigh 0, so that measures by weight score 0 \(first: q1\)$"
    with pytest.warns(InputWarning, match=said):
        rows = evaluate(run, path, names).fetchall()
    assert {name: value for _, query, name, value in rows if query == "q1"} == dict.fromkeys(names, 0)
    assert all(value > 0 for _, query, _, value in rows if query == "q2")
    path = weighed(tmp_path, "q1,d1,1,x,1.5", "q2,d1,1,x,1")
    for name in ("exact_G", "P_relevant"):
        said = "the weight of subtopic x of query q1 is 1.5; times gamma it must be a probability, at most 1"
        with pytest.raises(InputError, match=said):
            curve(run, path, f"{name}@2")
        assert [row[4] for row in curve(run, path, f"{name}(gamma=0.5)@1").fetchall()] == [0.375, 0.25]


def stored(path: Path, call: str) -> list[tuple]:
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(f"select run, query_id, value from {call} order by all").fetchall()


@macros_of("P_cost")
def long_a_database_keeps_costs_for_its_macros_and_for_runs_that_are_added(tmp_path):
    path = tmp_path / "eval.duckdb"
    costs = table(tmp_path, COSTS, "q1,d1,4", "q1,d2,8", "q2,d1,2", "q9,d1,5")
    assert (
        build_database(
            path, {"one": COSTLY}, {"q1": {"d1": 0, "d3": 1}, "q2": {"d1": 1}}, ["AP", P], curves=(), costs=costs
        )
        == []
    )
    scored = [("one", "q1", 13 / 3), ("one", "q2", 4 / 3)]
    assert stored(path, "p_cost(k := 3)") == scored
    assert stored(path, f"scores where metric = '{P}'") == scored
    other = {"q1": {"d3": 2.0, "d1": 1.0}}
    add_to_database(path, {"other": other})
    both = [*scored, ("other", "q1", 2), ("other", "q2", 1)]
    assert stored(path, "p_cost(k := 3)") == stored(path, f"scores where metric = '{P}'") == both
    assert costs_given(path) == f"{path}::internal.document_costs"


def long_spark_says_that_it_reads_no_costs():
    pytest.importorskip("pyspark")
    from evalsql.spark import evaluate as on_spark

    with pytest.raises(InputError, match="Spark reads no costs of documents; leave out costs"):
        on_spark(None, None, "RBP_cost", costs={"q1": {"d1": 1}})
