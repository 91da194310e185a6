"""Expected values of every setting, and of judged documents alone; test_expected.py has one setting of each metric."""

from dataclasses import replace

from every_order import CASES, FORMS, assert_means, assert_values_without_ties, measures_of

ALL = [measure for name in FORMS for measure in measures_of(name)]


def test_expected_values_are_the_means_over_every_order_of_ties() -> None:
    assert_means(ALL)


def test_without_ties_what_is_expected_is_the_value() -> None:
    assert_values_without_ties(ALL)


def test_expected_values_of_judged_documents_alone_are_the_means_over_every_order() -> None:
    few = [measures_of(name)[0] for name in FORMS if "shared" not in name]
    assert_means([replace(each, judged_only=True) for each in few], CASES[:25])
