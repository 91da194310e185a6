"""Judged-only evaluation: every metric and curve gives what it gives of rankings that have no unjudged document."""

from condensed import assert_closed_up, assert_query_is_batch

import evalsql


def test_rankings_are_scored_as_if_they_had_no_unjudged_documents() -> None:
    assert_closed_up([*evalsql.metrics().values(), *evalsql.curves().values()], every=True)


def test_queries_that_stand_alone_give_the_bits_of_the_batch() -> None:
    assert_query_is_batch(evalsql.metrics().values())
