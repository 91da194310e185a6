"""Any text is a measure, or is refused with a sentence."""

import re

import pytest

from evalsql import InputError, metrics, parse_measure


def test_any_text_is_a_measure_or_is_refused() -> None:
    hypothesis = pytest.importorskip("hypothesis")
    strategies = hypothesis.strategies
    templates = [name for metric in metrics().values() for names in metric.peers.values() for name in names]
    words = [*metrics(), *(re.sub(r"\{\w+\}", "", template) for template in templates)]
    tokens = strategies.sampled_from([*"@().,='-_ \\{}[]*#", "10", "0", "1.5", "rel", "p", "k", "'jk'", "None", "e5"])
    pieces = strategies.lists(strategies.sampled_from(words) | tokens, max_size=6).map("".join)
    endings = strategies.tuples(strategies.sampled_from(words), strategies.text("0123456789.", max_size=6)).map("".join)

    @hypothesis.settings(deadline=None, max_examples=500)
    @hypothesis.given(strategies.text() | pieces | endings)
    @hypothesis.example("P_010")
    @hypothesis.example("P_1.2.3")
    def understood_or_refused(text: str) -> None:
        try:
            measure = parse_measure(text)
        except InputError as error:
            assert str(error)  # noqa: PT017
        else:
            assert parse_measure(str(measure)) == measure

    understood_or_refused()
