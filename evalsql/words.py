"""How messages quote, list and count."""

import re
from collections.abc import Sequence


def brief(text: str | None, size: int = 80) -> str:
    """A text from an input as a message quotes it: on one line, and not too long."""
    shown = repr(text)
    return shown if len(shown) <= size else f"{shown[:size]}... ({len(text or ''):,} characters)"


def said(name: str) -> str:
    """An id in a sentence: as it is, or in quotes where it is empty, very long, or has a line break or blank ends."""
    return name if name.isprintable() and name == name.strip() and 0 < len(name) <= 80 else brief(name)


def one_line(text: str) -> str:
    """A name or a sentence to be shown: what cannot be printed in it, such as a line break, as Python writes it."""
    return text if text.isprintable() else "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def some(names: Sequence[str]) -> str:
    """The first of several ids in a sentence."""
    return ", ".join(map(said, names)) + ", ..."


def first_few(names: Sequence[str]) -> str:
    """Up to five of the names that there are, in a sentence."""
    return ", ".join(map(said, names[:5])) + (", ..." if names[5:] else "")


def either(names: Sequence[str]) -> str:
    """Several names of which one is chosen, in a sentence: a, b or c."""
    return " or ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def more(count: int, what: str) -> str:
    """The end of a sentence about the first of several."""
    return f"; {count - 1} more such {what}{'s' if count > 2 else ''}" if count > 1 else ""


def plural(count: int, noun: str) -> str:
    """A count with its noun: 1 query, 2 queries."""
    several = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{count:,} {noun if count == 1 else several}"


def in_one_spelling(name: str) -> str:
    """A name as evalsql spells it: standardise for standardize, randomisation for randomization."""
    return re.sub(r"(standard|random)iz(?=e|ation)", r"\1is", name)
