"""Conventions: what they change, and that a measure's text goes before them."""

import pytest
from command import output
from conftest import FIXTURES

import evalsql
from evalsql.conventions import CONVENTIONS

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
    printed = output("evaluate", A[0], "--qrels", A[1], "-m", "AP@3", "--convention", "ntcireval")
    assert "AP(divisor='min(R,k)')@3" in printed
    assert "By the conventions of ntcireval." in printed


def test_an_unknown_convention_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(evalsql.InputError, match="there is no convention 'trec'; there are ntcireval"):
        evalsql.evaluate(*A, "AP", convention="trec")
