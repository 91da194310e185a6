"""Conventions: what they change, and that a measure's text goes before them."""

import json

import duckdb
import pyarrow as pa
import pytest
from built import macros_of
from in_process import output
from places import FIXTURES
from written import put

import evalsql
from evalsql.catalog.conventions import CONVENTIONS

JK = FIXTURES / "papers" / "jarvelin_kekalainen_2002"
A = (str(JK / "example.run"), str(JK / "qrels.txt"))


def test_conventions_are_known_and_their_decisions_are_values_that_parameters_take() -> None:
    for convention in CONVENTIONS.values():
        for name, parameters in convention.parameters.items():
            for parameter, value in parameters.items():
                assert evalsql.metrics()[name].parameters[parameter].takes(value)
    with pytest.raises(evalsql.InputError, match="there is no convention 'trec'; there are trec_eval-9"):
        evalsql.evaluate(*A, "AP", convention="trec")


def test_a_convention_shows_in_the_name_of_a_measure_whose_text_goes_before_it() -> None:
    for text, named in {
        "nDCG@10": "nDCG(discount='jk')@10",
        "AP@10": "AP(divisor='min(R,k)')@10",
        "P@10": "P@10",
        "nDCG(discount='log2')@10": "nDCG@10",
    }.items():
        assert str(evalsql.parse_measure(text, convention="ntcireval")) == named


def long_the_command_line_follows_a_convention_and_says_whose_decisions_it_follows() -> None:
    given = "evaluate", A[0], "--qrels", A[1], "-m", "AP@3", "--convention", "ntcireval"
    printed = output(*given).splitlines()
    assert printed[0].split() == ["run", "AP@3"]
    assert printed[-1] == "By the conventions of ntcireval: divisor='min(R,k)' for AP."
    for form in ("markdown", "latex"):
        paper = output(*given, "--format", form)
        assert "AP@3" in paper
        assert "By the conventions of ntcireval: divisor='min(R,k)' for AP." in paper
        assert "AP(" not in paper
    for form in ("csv", "json"):  # which are read without what is said below
        assert "AP(divisor='min(R,k)')@3" in output(*given, "--format", form)
    assert json.loads(output(*given, "--format", "json"))["convention"] == "ntcireval"
    clarke = FIXTURES / "papers" / "clarke_2008"
    given = (clarke / "example.run", "--qrels", clarke / "qrels.txt")
    printed = output("evaluate", *given, "-m", "alpha_nDCG@5", "--convention", "ndeval")
    said = "By the conventions of ndeval: cap='no' for alpha_nDCG; documents are in the order of the rank column."
    assert printed.splitlines()[-1] == said
    printed = output("curve", *given, "-m", "alpha_nDCG", "--convention", "ndeval-traditional", "--depth", "2")
    assert printed.splitlines()[-1] == "By the conventions of ndeval-traditional: cap='no' for alpha_nDCG."


def test_an_evaluation_follows_its_convention_and_a_file_of_scores_says_it(tmp_path) -> None:
    # of A, relevant at 1, 2, 3, 6, ... and R = 10: AP@3 divides 3 by 10, or by 3
    given = "evaluate", A[0], "--qrels", A[1], "-m", "AP@3", "-o"
    output(*given, tmp_path / "usual.parquet")
    output(*given, tmp_path / "theirs.parquet", "--convention", "ntcireval")
    usual, theirs = (duckdb.sql(f"from '{tmp_path}/{name}.parquet'") for name in ("usual", "theirs"))
    assert theirs.columns == [*usual.columns, "convention"]
    assert usual.fetchall()[0][3] == 0.3
    assert theirs.fetchall()[0][2:] == ("AP(divisor='min(R,k)')@3", 1, "ntcireval")


def ranked(tmp_path, *lines: str) -> tuple[str, str]:
    """A run whose rank column says another order than its scores, and judgments by subtopic."""
    run = put(tmp_path / "a.run", [f"q1 Q0 {line} a" for line in lines or ("d1 2 9", "d2 1 8", "d3 3 7")])
    return str(run), str(put(tmp_path / "q.txt", ["q1 1 d1 1", "q1 2 d1 0", "q1 1 d2 1", "q1 2 d2 1", "q2 1 d1 1"]))


def long_ndeval_goes_by_rank_to_any_depth_and_leaves_out_queries_without_an_answer(tmp_path) -> None:
    given = ranked(tmp_path)
    by_score, by_rank, traditional = (
        dict(row[1:4:2] for row in evalsql.Evaluation(*given, convention=name).score("alpha_CG@1").fetchall())
        for name in (None, "ndeval", "ndeval-traditional")
    )
    assert (by_score, by_rank, traditional) == ({"q1": 1, "q2": 0}, {"q1": 2}, {"q1": 1})
    every = evalsql.Evaluation(*given, convention="ndeval", population="qrels").score("alpha_CG@1").fetchall()
    assert [row[1:4:2] for row in every] == [("q1", 2), ("q2", 0)]
    evaluation = evalsql.Evaluation(*ranked(tmp_path), convention="ndeval", depth=1)
    assert evaluation.score("alpha_CG").fetchall() == [("a", "q1", "alpha_CG", 2)]


NO_RANKS = {
    ("d1 x 9",): "a.run, line 1: rank is 'x'; a whole number was expected, since the convention goes by rank",
    ("d1 1 9", "d2 2 8", "d3 2 7"): "rank 2 appears twice for query q1 in run a (a.run, line 2 and a.run, line 3)",
}


def long_ranks_that_are_no_order_are_refused_where_they_decide_and_what_they_contradict_is_no_warning(
    tmp_path, monkeypatch
) -> None:
    kinds = [
        {warning.kind for warning in evalsql.Evaluation(*ranked(tmp_path), convention=name).warnings}
        for name in ("ndeval", "ndeval-traditional")
    ]
    assert kinds[1] - kinds[0] == {"rank contradicts score"}
    monkeypatch.chdir(tmp_path)
    for lines, said in NO_RANKS.items():
        ranked(tmp_path, *lines)
        with pytest.raises(evalsql.InputError) as refused:
            evalsql.Evaluation("a.run", "q.txt", convention="ndeval")
        assert str(refused.value) == said
        evalsql.Evaluation("a.run", "q.txt", convention="ndeval-traditional")


def test_a_run_that_outdoes_the_greedy_ideal_is_credited_with_1_and_shown_by_ndeval(tmp_path) -> None:
    # with alpha 1 greed takes c, of four nuggets, and then lacks two; a and b have all six
    judged = [f"q {n} a 1" for n in "123"] + [f"q {n} b 1" for n in "456"] + [f"q {n} c 1" for n in "1245"]
    files = put(tmp_path / "a.run", ["q Q0 a 1 9 a", "q Q0 b 2 8 a"]), put(tmp_path / "q.txt", judged)
    measure = "alpha_nCG(alpha=1)@2"
    ((*_, credited),) = evalsql.Evaluation(*files).score(measure).fetchall()
    ((*_, shown),) = evalsql.Evaluation(*files, convention="ndeval").score(measure).fetchall()
    assert (credited, shown) == (1, 6 / 5)


@pytest.mark.parametrize("rank", ["1.4", "nan", ""])
def test_a_rank_that_is_no_whole_number_is_refused_where_ranks_decide(tmp_path, rank) -> None:
    run = put(tmp_path / "a.csv", ["query_id,doc_id,score,rank", f"q1,d1,9,{rank}"])
    _, qrels = ranked(tmp_path)
    with pytest.raises(evalsql.InputError, match=r"row 1 after the header: rank is .*; a whole number was expected"):
        evalsql.Evaluation(run, qrels, convention="ndeval")


def near(tmp_path) -> tuple[str, str]:
    """A run of two scores that are one as float32, the better document first, and two whose order is that of texts."""
    lines = ("a 1 1.00000002", "b 2 1.00000001", "c 3 1e300", "d 4 -1e-300")
    run = put(tmp_path / "a.run", [f"q1 Q0 {line} a" for line in lines])
    return str(run), str(put(tmp_path / "q.txt", ["q1 0 a 1", "q1 0 b 0", "q1 0 c 0", "q1 0 d 0", "q2 0 a 1"]))


@pytest.mark.parametrize(("convention", "rank"), [(None, 2), ("trec_eval-10", 2), ("trec_eval-9", 3), ("beir", 3)])
def long_scores_are_compared_as_doubles_or_as_float32(tmp_path, convention, rank) -> None:
    run, qrels = near(tmp_path)
    if rank == 3:
        put(tmp_path / "a.run", [*reversed((tmp_path / "a.run").read_text().splitlines())])
    given = evalsql.Evaluation(run, qrels, convention=convention, population="intersection", whole=True)
    assert [row[3] for row in given.score("AP").fetchall()] == [1 / rank]
    rows = given.connection.sql("select doc_id from evalsql_retrieved order by rank asc").fetchall()
    assert [doc for (doc,) in rows] == ["c", *("ab" if rank == 2 else "ba"), "d"]


def long_a_linked_database_ranks_its_files_by_the_convention(tmp_path) -> None:
    rows = ["q1,q1,2e300", "q1,a,1.00000002", "q1,b,1.00000001", "q1,c,1e300"]
    run = str(put(tmp_path / "a.csv", ["query_id,doc_id,score", *rows]))
    qrels = str(put(tmp_path / "q.csv", ["query_id,doc_id,relevance", "q1,a,1", "q1,b,0", "q1,c,0"]))
    with macros_of("AP"):
        evalsql.build_database(tmp_path / "a.duckdb", run, qrels, ["AP"], convention="beir", link=True)
    with duckdb.connect(str(tmp_path / "a.duckdb"), read_only=True) as opened:
        documents = [doc for (doc,) in opened.sql("select doc_id from retrieved order by rank asc").fetchall()]
        assert documents == ["c", "b", "a"]  # as float32, and without the query itself
        assert opened.sql("select value from scores").fetchall() == [(1 / 3,)]
        (sql,) = opened.sql("select sql from measures").fetchall()[0]
        assert opened.sql(sql).fetchall()[0][-1] == 1 / 3


def long_trec_eval_10_refuses_a_run_that_does_not_answer_a_query(tmp_path) -> None:
    given = near(tmp_path)
    with pytest.raises(evalsql.InputError, match="run a has no results for query q2, which trec_eval-10 refuses"):
        evalsql.Evaluation(*given, convention="trec_eval-10")
    for population, queries in (("qrels", 2), ("intersection", 1)):
        evaluation = evalsql.Evaluation(*given, convention="trec_eval-10", population=population)
        assert len(evaluation.score("RR").fetchall()) == queries
    assert len(evalsql.Evaluation(*given, convention="trec_eval-9").score("RR").fetchall()) == 1


def test_gdeval_counts_queries_with_a_relevant_document() -> None:
    run = {query: {"a": 9.0} for query in ("q1", "q2", "q3")}
    qrels = {"q1": {"a": 2, "b": 1}, "q2": {"a": 0}, "q3": {"b": -2}, "q4": {"a": 1}}
    ((_, *ids, value),) = evalsql.Evaluation(run, qrels, convention="gdeval").score("nDCG@5").fetchall()
    assert (ids, round(value, 5)) == (["q1", "nDCG(gains='exp')@5"], 0.82623)


def test_beir_drops_a_document_that_is_called_as_the_query() -> None:
    run = {"q1": {"q1": 9.0, "a": 8.0}, "q2": {"a": 9.0, "q2": 8.0}}
    qrels = {"q1": {"a": 1}, "q2": {"q2": 1, "a": 1}}
    scores = evalsql.evaluate(run, qrels, ["RR", "AP", "NumRet"], convention="beir").fetchall()
    assert [value for *_, value in scores] == [1, 1, 1, 0.5, 1, 1]


def test_the_mean_reciprocal_rank_of_ms_marco(tmp_path) -> None:
    lines = [f"{query} Q0 d{rank} {rank} {rank} a" for query in ("q1", "q2") for rank in range(1, 13)]  # scores rise
    run, qrels = put(tmp_path / "a.run", lines), {"q1": {"d4": 1}, "q2": {"d11": 1}, "q3": {"d1": 1}}
    scores = evalsql.Evaluation(run, qrels, convention="msmarco").score("RR").fetchall()
    assert [row[1:] for row in scores] == [("q1", "RR@10", 0.25), ("q2", "RR@10", 0), ("q3", "RR@10", 0)]


def long_a_peer_that_refuses_duplicates_has_them_looked_for_among_all_rows(tmp_path) -> None:
    given = near(tmp_path)
    for convention, population in (("trec_eval-9", None), ("trec_eval-10", "qrels"), ("msmarco", None)):
        evaluation = evalsql.Evaluation(*given, convention=convention, population=population, keep=False)
        assert evaluation.coverage.all_rows


@pytest.mark.parametrize("rows", [1, 300])
def long_near_scores_are_one_under_float32_for_some_measures_alone(rows) -> None:
    run = {"q": {"a": 0.10000000001, "b": 0.1, "c": 0.05, **{f"x{number}": -float(number) for number in range(rows)}}}
    qrels = {"q": {"a": 1, "c": 1}}
    for given in (run, {"q": dict(reversed(run["q"].items()))}):  # in order, and not
        evaluation = evalsql.Evaluation(given, qrels, convention="ir_measures")
        means = evaluation.leaderboard(["RR", "P@1", "RR@10", "ERR@1", "Judged@1", "Accuracy@3"]).fetchall()[0][1:]
        assert means == (0.5, 0.0, 1.0, 0.0625, 1.0, 0.5)
        of_beir = evalsql.Evaluation(given, qrels, convention="beir").leaderboard(["nDCG@1", "RR@1", "Success@1"])
        assert of_beir.fetchall()[0][1:] == (0.0, 1.0, 1.0)


@pytest.mark.parametrize("judged_only", [False, True])
@pytest.mark.parametrize("convention", ["ir_measures", "beir"])
def test_costs_and_samples_are_of_the_document_that_is_first_by_doubles(convention, judged_only) -> None:
    runs = pa.table({"run": ["a"] * 2, "query_id": ["q"] * 2, "doc_id": ["d0", "d9"], "score": [1.0000000001, 1.0]})
    of = {"query_id": ["q"] * 4, "doc_id": ["d0", "d9", "d5", "d6"], "relevance": [1, 0, 1, 0], "stratum": [*"aabb"]}
    costs = pa.table({"doc_id": ["d0", "d9"], "cost": [1.0, 100.0]})
    texts = [f"{name}(judged_only=True)" if judged_only else name for name in ("P_cost", "xinfAP")]
    scores = evalsql.evaluate(runs, pa.table(of), [f"{texts[0]}@1", texts[1]], convention=convention, costs=costs)
    assert [row[3] for row in scores.order("metric").fetchall()] == [1.0, 0.5]


def long_beir_divides_by_what_its_functions_divide_by() -> None:
    """Query 1 is answered with itself alone, and 3 not at all: pytrec_eval counts two queries, BEIR itself three."""
    qrels = {"1": {"a": 1}, "2": {"b": 1, "c": 0}, "3": {"a": 1}}
    run = {"1": {"1": 1.0}, "2": {"z": 3.0, "b": 2.0}}
    measures = ["nDCG@1", "P@2", "MRR@10", "R_cap@10", "Hole@1", "top_k_accuracy@10"]
    expected = {None: [0, 1 / 4, 1 / 6, 1 / 3, 1 / 3, 1 / 3], "intersection": [0, 1 / 4, 1 / 4, 1 / 2, 1 / 2, 1 / 2]}
    for population, means in expected.items():
        found = evalsql.Evaluation(run, qrels, convention="beir", population=population).leaderboard(measures)
        assert list(found.fetchall()[0][1:]) == pytest.approx(means, abs=1e-15)
