"""Objects of JSON as their text has them, in which Python would let the last of two keys win."""

from typing import Any

from evalsql.errors import InputError
from evalsql.inputs.source import File


def once(file: File, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON in which no key appears twice."""
    each = dict(pairs)
    if len(each) < len(pairs):
        names = [name for name, _ in pairs]
        again = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{file.label}: {again!r} appears twice in one object of JSON")
    return each
