"""Conventions: named bundles of decisions that make another tool's numbers come out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from evalsql.errors import InputError

Order = Literal["score", "rank"]
Population = Literal["qrels", "intersection"]
Subtopics = Literal["auto", "yes", "no"]  # whether judgments are by subtopic
Ties = Literal["trec_eval", "input", "average", "best", "worst"]  # what puts documents of equal scores in order


@dataclass(frozen=True)
class Convention:
    """What another tool decides.

    Attributes:
        about: what it changes, in a sentence.
        parameters: what parameters of metrics are that a measure's text does not set. One that this changes shows in
            the measure's name, as in `AP(divisor='min(R,k)')@10`; a table that says it below leaves it out.
        order: whether the score or the rank column puts documents in order.
        population: which queries are scored where the user does not say.
    """

    about: str = ""
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    order: Order = "score"
    population: Population = "qrels"


# what is normalized by the maximum is not at the first rank, and what exceeds the greedy ideal is shown
NDEVAL = {
    "alpha_DCG": {"divisor": "ndeval"},
    "ERR_IA": {"divisor": "ndeval"},
    **{name: {"cap": "no"} for name in ("alpha_nCG", "alpha_nDCG", "nERR_IA", "nNRBP")},
}
CONVENTIONS: Mapping[str, Convention] = {
    # NTCIREVAL and pyNTCIREVAL: AP@k and Q@k divide by the relevant documents that k ranks can hold, and nDCG is that
    # of Järvelin and Kekäläinen, whose ranks below the base are not discounted
    "ntcireval": Convention(
        "AP@k and Q@k divide by min(R, k), and nDCG is discounted as jk does",
        {
            "AP": {"divisor": "min(R,k)"},
            "Q": {"divisor": "min(R,k)"},
            "DCG": {"discount": "jk"},
            "nDCG": {"discount": "jk"},
        },
    ),
    # ndeval of the TREC Web tracks, which goes by rank, and by score where it is called with -traditional
    "ndeval": Convention(
        "the rank column is the order, queries that a run does not answer are left out, alpha_DCG and ERR_IA are"
        " normalized by the maximum (except at k = 1), and a run that exceeds the greedy ideal is shown above 1",
        NDEVAL,
        order="rank",
        population="intersection",
    ),
    "ndeval-traditional": Convention("as ndeval, in the order of scores", NDEVAL, population="intersection"),
}

NONE = Convention()


def caption(convention: str | None, chosen: str = "") -> str:
    """The line below a table that says whose decisions it follows; nothing where there is no convention.

    Args:
        convention: whose they are.
        chosen: those that the table's headings leave out.
    """
    if convention is None:
        return ""
    order = "; documents are in the order of the rank column" if CONVENTIONS[convention].order == "rank" else ""
    return f"\nBy the conventions of {convention}{chosen and ': '}{chosen}{order}."


def clause(convention: str | None) -> str:
    """What `caption` says, to be joined to a sentence that goes on."""
    return caption(convention).replace("\nBy", "; by").removesuffix(".")


def decisions(convention: str | None) -> Convention:
    """What a convention decides; what evalsql does where there is none.

    Raises:
        InputError: there is no such convention.
    """
    if convention is not None and convention not in CONVENTIONS:
        raise InputError(f"there is no convention {convention!r}; there are {', '.join(CONVENTIONS)}")
    return CONVENTIONS[convention] if convention is not None else NONE
