"""A table calls measures as they were asked for, where it can say below what the convention set."""

import pytest

from evalsql.catalog.headings import headings, left_out
from evalsql.catalog.measure import as_measures


@pytest.mark.parametrize(
    ("asked", "convention", "shown", "below"),
    [
        (
            ["alpha-nDCG@20", "ERR-IA@5", "nERR_IA", "StRecall@20"],
            "ndeval",
            ["alpha_nDCG@20", "ERR_IA@5", "nERR_IA", "StRecall@20"],
            "divisor='ndeval' for ERR_IA, cap='no' for alpha_nDCG and nERR_IA",
        ),
        # what a user sets stays, and so do measures of which one is not as the convention has it
        (["alpha_nDCG(alpha=0.1)@5"], "ndeval", ["alpha_nDCG(alpha=0.1)@5"], "cap='no' for alpha_nDCG"),
        (
            ["AP@3", "AP(divisor='R')@3", "nDCG@3"],
            "ntcireval",
            ["AP(divisor='min(R,k)')@3", "AP@3", "nDCG@3"],
            "discount='jk' for nDCG",
        ),
        (["AP(divisor='R')@3", "P@3"], "ntcireval", ["AP@3", "P@3"], ""),
        (["nDCG(discount='jk')@3"], None, ["nDCG(discount='jk')@3"], ""),
    ],
)
def test_headings_leave_out_what_is_said_below(
    asked: list[str], convention: str | None, shown: list[str], below: str
) -> None:
    measures = as_measures(asked, convention=convention)
    assert list(headings(measures, convention).values()) == shown
    assert left_out(measures, convention) == below
