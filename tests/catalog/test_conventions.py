"""Conventions: what they change, and that a measure's text goes before them."""

import pytest
from in_process import output
from places import FIXTURES
from written import put

import evalsql
from evalsql.catalog.conventions import CONVENTIONS

JK = FIXTURES / "papers" / "jarvelin_kekalainen_2002"
A = (str(JK / "example.run"), str(JK / "qrels.txt"))


def test_every_decision_is_a_value_that_a_parameter_takes() -> None:
    for convention in CONVENTIONS.values():
        for name, parameters in convention.parameters.items():
            for parameter, value in parameters.items():
                assert evalsql.metrics()[name].parameters[parameter].takes(value)


def test_a_convention_shows_in_the_name_of_a_measure() -> None:
    assert str(evalsql.parse_measure("nDCG@10", convention="ntcireval")) == "nDCG(discount='jk')@10"
    assert str(evalsql.parse_measure("AP@10", convention="ntcireval")) == "AP(divisor='min(R,k)')@10"
    assert str(evalsql.parse_measure("P@10", convention="ntcireval")) == "P@10"


def test_the_text_of_a_measure_goes_before_the_convention() -> None:
    assert str(evalsql.parse_measure("nDCG(discount='log2')@10", convention="ntcireval")) == "nDCG@10"


def test_an_evaluation_follows_its_convention() -> None:
    # of A, relevant at 1, 2, 3, 6, ... and R = 10: AP@3 divides 3 by 10, or by 3
    usual = evalsql.evaluate(*A, "AP@3").fetchall()
    theirs = evalsql.evaluate(*A, "AP@3", convention="ntcireval").fetchall()
    assert (usual[0][3], theirs[0][3]) == (0.3, 1)
    assert theirs[0][2] == "AP(divisor='min(R,k)')@3"


def test_the_command_line_follows_a_convention_and_says_so() -> None:
    given = "evaluate", A[0], "--qrels", A[1], "-m", "AP@3", "--convention", "ntcireval"
    printed = output(*given).splitlines()
    assert printed[0].split() == ["run", "AP@3"]
    assert printed[-1] == "By the conventions of ntcireval: divisor='min(R,k)' for AP."
    for form in ("csv", "json", "markdown"):  # which are read without what is said below
        assert "AP(divisor='min(R,k)')@3" in output(*given, "--format", form)


def test_an_unknown_convention_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(evalsql.InputError, match="there is no convention 'trec'; there are ntcireval"):
        evalsql.evaluate(*A, "AP", convention="trec")


def ranked(tmp_path, *lines: str) -> tuple[str, str]:
    """A run whose rank column says another order than its scores, and judgments by subtopic."""
    run = put(tmp_path / "a.run", [f"q1 Q0 {line} a" for line in lines or ("d1 2 9", "d2 1 8", "d3 3 7")])
    return str(run), str(put(tmp_path / "q.txt", ["q1 1 d1 1", "q1 2 d1 0", "q1 1 d2 1", "q1 2 d2 1", "q2 1 d1 1"]))


def test_ndeval_goes_by_rank_and_leaves_out_queries_without_an_answer(tmp_path) -> None:
    given = ranked(tmp_path)
    by_score, by_rank, traditional = (
        dict(row[1:4:2] for row in evalsql.Evaluation(*given, convention=name).score("alpha_CG@1").fetchall())
        for name in (None, "ndeval", "ndeval-traditional")
    )
    assert (by_score, by_rank, traditional) == ({"q1": 1, "q2": 0}, {"q1": 2}, {"q1": 1})
    every = evalsql.Evaluation(*given, convention="ndeval", population="qrels").score("alpha_CG@1").fetchall()
    assert [row[1:4:2] for row in every] == [("q1", 2), ("q2", 0)]


def test_depth_counts_documents_by_rank(tmp_path) -> None:
    evaluation = evalsql.Evaluation(*ranked(tmp_path), convention="ndeval", depth=1)
    assert evaluation.score("alpha_CG").fetchall() == [("a", "q1", "alpha_CG", 2)]


def test_ranks_that_contradict_scores_are_no_warning_where_ranks_decide(tmp_path) -> None:
    kinds = [
        {warning.kind for warning in evalsql.Evaluation(*ranked(tmp_path), convention=name).warnings}
        for name in ("ndeval", "ndeval-traditional")
    ]
    assert kinds[1] - kinds[0] == {"rank contradicts score"}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["d1 x 9"], "a.run, line 1: rank is 'x'; a whole number was expected, since the convention goes by rank"),
        (
            ["d1 1 9", "d2 2 8", "d3 2 7"],
            "rank 2 is there twice for query q1 in run a (a.run, line 2 and a.run, line 3)",
        ),
    ],
)
def test_ranks_that_are_no_order_are_refused_where_they_decide(tmp_path, monkeypatch, lines, said) -> None:
    ranked(tmp_path, *lines)
    monkeypatch.chdir(tmp_path)
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


def test_the_table_says_whose_decisions_it_follows() -> None:
    clarke = FIXTURES / "papers" / "clarke_2008"
    given = (clarke / "example.run", "--qrels", clarke / "qrels.txt")
    printed = output("evaluate", *given, "-m", "alpha_nDCG@5", "--convention", "ndeval")
    said = "By the conventions of ndeval: cap='no' for alpha_nDCG; documents are in the order of the rank column."
    assert printed.splitlines()[-1] == said
    printed = output("curve", *given, "-m", "alpha_nDCG", "--convention", "ndeval-traditional", "--depth", "2")
    assert printed.splitlines()[-1] == "By the conventions of ndeval-traditional."


@pytest.mark.parametrize("rank", ["1.4", "nan", ""])
def test_a_rank_that_is_no_whole_number_is_refused_where_ranks_decide(tmp_path, rank) -> None:
    run = put(tmp_path / "a.csv", ["query_id,doc_id,score,rank", f"q1,d1,9,{rank}"])
    _, qrels = ranked(tmp_path)
    with pytest.raises(evalsql.InputError, match=r"row 1 after the header: rank is .*; a whole number was expected"):
        evalsql.Evaluation(run, qrels, convention="ndeval")
