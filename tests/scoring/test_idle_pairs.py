"""What changes no value is said to change none, and what is said to change none changes none: where heads say so."""

from pairs_of_settings import first_of_its_kind, silent_or_said, telling, unread_or_read


def test_a_parameter_that_a_head_says_can_be_idle_changes_a_value_or_is_said_to_change_none() -> None:
    wrong, count = silent_or_said([metric for metric in first_of_its_kind() if telling(metric)], lambda metric: False)
    assert not wrong, "\n".join(wrong)
    assert count > 150


def test_weights_change_the_values_of_those_measures_that_read_them() -> None:
    assert not (wrong := unread_or_read("weights")), "\n".join(wrong)
