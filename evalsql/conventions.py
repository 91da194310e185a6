"""Conventions: named bundles of decisions that make another tool's numbers come out.

Each says what the parameters of metrics are where a measure's text does not say them. A parameter that this changes
shows in the measure's name, as in `AP(divisor='min(R,k)')@10`.
"""

from collections.abc import Mapping
from typing import Any

from evalsql.errors import InputError

CONVENTIONS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    # NTCIREVAL and pyNTCIREVAL: AP@k and Q@k divide by the relevant documents that k ranks can hold, and nDCG is that
    # of Järvelin and Kekäläinen, whose ranks below the base are not discounted
    "ntcireval": {
        "AP": {"divisor": "min(R,k)"},
        "Q": {"divisor": "min(R,k)"},
        "DCG": {"discount": "jk"},
        "nDCG": {"discount": "jk"},
    },
}


def decisions(convention: str | None) -> Mapping[str, Mapping[str, Any]]:
    """What a convention says of the parameters of each metric; nothing where there is none.

    Raises:
        InputError: there is no such convention.
    """
    if convention is not None and convention not in CONVENTIONS:
        raise InputError(f"there is no convention {convention!r}; there are {', '.join(CONVENTIONS)}")
    return CONVENTIONS[convention] if convention is not None else {}
