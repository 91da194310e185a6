"""Which tests are likely to notice a break, by what they reach and by what they are called."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

SECONDS, MORE_SECONDS = 9, 60  # of tests, that look at a break; and that do where these notice nothing
Known = Mapping[str, tuple[float, list[str]]]  # of each test its seconds, and what it reaches


def near(reached: str, about: str, known: Known) -> tuple[list[str], list[str]]:
    """The tests that reach a break, as many as fit into the seconds; and those that are to look where none notices.

    By turns come those that are called most like it, and of each file those that reach little else.

    Args:
        reached: the function, or the file of sql/, that is broken.
        about: what else is known of the break, in words.
        known: of each test its seconds, and what it reaches.
    """
    there = {test: len(names) for test, (_, names) in known.items() if reached in names}
    rare = Counter(word for test in known for word in words(test))
    of_break = words(about)
    alike = {test: sum(1 / rare[word] for word in words(test) & of_break) for test in there}
    by_file: dict[str, list[str]] = {}
    for test in sorted(there, key=there.__getitem__):
        by_file.setdefault(test.partition("::")[0], []).append(test)
    places = {test: place for tests in by_file.values() for place, test in enumerate(tests)}
    turns = zip(
        sorted(there, key=lambda test: (-alike[test], there[test])),
        sorted(there, key=lambda test: (places[test], there[test])),
        strict=True,
    )
    ordered = list(dict.fromkeys(test for turn in turns for test in turn))
    first = fitting(ordered, known, SECONDS)
    return first, fitting([test for test in ordered if test not in first], known, MORE_SECONDS)


def words(text: str) -> set[str]:
    """The words of a name or of code, in the singular."""
    return {word.removesuffix("s") for word in re.findall("[a-z]{3,}", text.lower())}


def fitting(tests: Sequence[str], known: Known, seconds: float) -> list[str]:
    """The first of the tests, as many as fit into the seconds, and one at least."""
    found: list[str] = []
    for test in tests:
        if known[test][0] < seconds or not found:
            found.append(test)
            seconds -= known[test][0]
    return found
