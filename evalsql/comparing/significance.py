"""The significance tests and intervals there are: the files of sql/significance and sql/intervals."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from evalsql.catalog.sqlfiles import split_file, sql_folder
from evalsql.errors import InputError

MOST = 10**9  # of what is drawn
CORRECTIONS = ("none", "bonferroni", "holm", "hochberg", "benjamini_hochberg", "benjamini_yekutieli")


@cache
def heads(folder: str) -> Mapping[str, dict[str, Any]]:
    """What the files of a folder say of themselves, by name."""
    files = sorted((sql_folder() / folder).iterdir(), key=lambda file: file.name)
    found = [split_file(file.name, file.read_text(encoding="utf-8"))[0] for file in files if file.name.endswith(".sql")]
    return {head["name"]: head for head in found}


def known_tests(of: str) -> list[str]:
    """The names of the tests of pairs of runs ("pairs"), of all runs ("runs") or of their categories ("categories")."""
    return [name for name, head in heads("significance").items() if head["of"] == of]


def find_test(text: str, of: str = "pairs") -> str:
    """The test that a name or another name of it means.

    Raises:
        InputError: there is no such test.
    """
    name = text.strip().lower().replace("-", "_").replace(" ", "_")
    for each in known_tests(of):
        if name == each or name in heads("significance")[each].get("aliases", ()):
            return each
    raise InputError(f"there is no test {text!r}; there are {', '.join(known_tests(of))}")


def find_one(text: str, names: tuple[str, ...] | list[str], what: str) -> str:
    """A name that there is.

    Raises:
        InputError: there is none such.
    """
    name = text.strip().lower().replace("-", "_")
    if name not in names:
        raise InputError(f"there is no {what} {text!r}; there are {', '.join(names)}")
    return name


def refuse_other_numbers(what: str, value: Any, least: int, most: int = MOST) -> None:
    """Refuses what is no whole number in a range.

    Raises:
        InputError: it is not.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError(f"{what} must be a whole number, not {value!r}")
    if not least <= value <= most:
        raise InputError(
            f"{what} must be at {'least' if value < least else 'most'} {least if value < least else most}, not {value}"
        )


def title(folder: str, name: str) -> str:
    """What a test or an interval is called in a sentence."""
    return heads(folder)[name]["title"]


def familywise(test: str) -> bool:
    """Whether the p-values of a test are over all pairs of runs already."""
    return bool(heads("significance")[test].get("familywise", False))
