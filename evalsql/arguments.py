"""Checks of the arguments of public functions: each returns the value or rejects it with one sentence."""

from collections.abc import Iterable, Sequence
from inspect import Parameter, Signature
from math import inf, isfinite
from typing import Any, get_args

from evalsql.errors import InputError
from evalsql.words import either, first_like, said

MOST = 10**9  # of what is counted or drawn
SEEDS = (-(2**63), 2**63 - 1)


def whole_number(value: Any, name: str, least: int = 1, most: float = inf) -> int:
    """A whole number in a range, which may be NumPy's."""
    whole = hasattr(value, "__index__") and not isinstance(value, bool)
    if not whole or int(value) < least:
        at_least = f" of at least {least}" if least > SEEDS[0] else ""
        raise InputError(f"{name} must be a whole number{at_least}, not {value!r}")
    if int(value) > most:
        raise InputError(f"{name} must be at most {most}, not {value!r}")
    return int(value)


def real_number(
    value: Any, name: str, *, above: float | None = None, below: float | None = None, most: float | None = None
) -> float:
    """A number in a range."""
    known = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
    if (
        not known
        or (above is not None and value <= above)
        or (below is not None and value >= below)
        or (most is not None and value > most)
    ):
        ends = {"above": above, "below": below, "at most": most}
        within = " and ".join(f"{what} {end:g}" for what, end in ends.items() if end is not None)
        raise InputError(f"{name} must be a number {within}".rstrip() + f", not {value!r}")
    return value


def one_of(value: Any, name: str, choices: Sequence[str]) -> Any:
    """One of several texts."""
    if value not in choices:
        raise InputError(f"{name} must be {either(choices)}, not {value!r}")
    return value


def flag(value: Any, name: str) -> bool:
    """True or False, which may be NumPy's: "no" would be true."""
    if type(value).__name__ not in ("bool", "bool_"):
        raise InputError(f"{name} must be True or False, not {value!r}")
    return bool(value)


def list_of(value: Any, name: str, what: str = "ids") -> Any:
    """A list of texts, which a text by itself is not."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise InputError(f"{name} must be a list of {what}, not {value!r}")
    return value


def known_run(run: Any, role: str, runs: Sequence[str]) -> str:
    """One of the runs that there are."""
    if run not in runs:
        raise InputError(f"unknown {role}run {said(str(run))}; runs: {first_like(str(run), runs)}")
    return run


def with_options(signature: Signature) -> Signature:
    """A signature with the options that **options: Unpack[...] stands for spelled out."""
    named = list(signature.parameters.values())
    if not named or named[-1].kind is not Parameter.VAR_KEYWORD:
        return signature
    hints = [vars(options).get("__annotations__", {}) for options in get_args(named.pop().annotation)]
    spelled = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=..., annotation=hint)
        for each in hints
        for name, hint in each.items()
        if name not in signature.parameters
    ]
    return signature.replace(parameters=[*named, *spelled])
