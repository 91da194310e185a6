"""Expected values of every setting, and of judged documents alone; test_expected.py has one setting of each metric."""

from dataclasses import replace

from every_order import FORMS, assert_means, measures_of


def test_expected_values_are_the_means_over_every_order_of_ties() -> None:
    every = [measures_of(name) for name in FORMS]
    judged = [
        replace(each[0], judged_only=True) for name, each in zip(FORMS, every, strict=True) if "shared" not in name
    ]
    assert_means([*(measure for each in every for measure in each), *judged])
