"""How messages quote, list, count and shorten."""

import re
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from evalsql.errors import InputError


def refuse_no_text(name: str, option: str | None = None) -> None:
    """Reject a name that is not text, such as a file's name in another encoding."""
    try:
        name.encode()
    except UnicodeEncodeError:
        if option is not None:
            raise InputError(f"{option} takes UTF-8 text, not {name!r}") from None
        raise InputError(f"{name!r} is not UTF-8 text, which names of files and folders must be; rename it") from None


def refuse_blank_ends(name: str | None, what: str) -> None:
    """Refuses a name that would stand beside one that looks the same, or beside none."""
    if name == "":
        raise InputError(f"{what} is empty; leave it out, or say a name")
    if name is not None and name != name.strip():
        raise InputError(f"{what} {said(name)} begins or ends with a blank; leave it out")


def path_of(given: Any) -> Path:
    """The path of a file to be written or read."""
    if not isinstance(given, str | PathLike):
        raise InputError(f"a path must be a text, not {given!r}")
    return Path(given)


def brief(text: str | None, size: int = 80) -> str:
    """A text from an input as a message quotes it: on one line, and not too long."""
    shown = repr(text)
    return shown if len(shown) <= size else f"{shown[:size]}... ({len(text or ''):,} characters)"


def said(name: str) -> str:
    """An id in a sentence: as it is, or in quotes if it is empty, very long, or has a line break or blank ends."""
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


def first_like(name: str, names: Sequence[str]) -> str:
    """The first few of a list; where it goes on, those that are most like a name come first."""
    from difflib import get_close_matches  # which takes time to load, where something is refused alone

    folded = {each.casefold(): each for each in names}
    wanted = name.replace("\\", "/").rpartition("/")[2].casefold()
    close = [folded[each] for each in get_close_matches(wanted, folded)] if len(names) > 5 else []
    return first_few([*close, *(each for each in names if each not in close)])


def either(names: Sequence[str]) -> str:
    """Several names as alternatives in a sentence: a, b or c."""
    return " or ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def more(count: int, what: str) -> str:
    """The end of a sentence about the first of several."""
    return f"; {count - 1} more such {what}{'s' if count > 2 else ''}" if count > 1 else ""


def plural(count: int, noun: str) -> str:
    """A count with its noun: 1 query, 2 queries."""
    several = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{count:,} {noun if count == 1 else several}"


def in_one_spelling(name: str) -> str:
    """A name as evalsql spells it: standardize for standardise, randomisation for randomization."""
    return re.sub("standardis(?=e)", "standardiz", re.sub("randomiz(?=e|ation)", "randomis", name))


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def shortened(names: Sequence[str], most: int, dots: str = "…") -> list[str]:
    """Names without their middles if they are long, and still as many different ones."""
    different = dict.fromkeys(names)
    for size in range(most, max(map(len, names), default=0)):
        short = {name: without_middle(name, size, dots) for name in different}
        if len(set(short.values())) == len(different):
            return [short[name] for name in names]
    return list(names)


def without_middle(name: str, size: int, dots: str) -> str:
    """A name that is no longer than a size, its beginning and its end."""
    if len(name) <= size or width(name) != len(name):
        return name
    left = size - len(dots)
    return name[: left - left // 2] + dots + name[len(name) - left // 2 :]
