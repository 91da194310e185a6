"""Methods to compare scores, chosen by name: tests, intervals, corrections and so on, each a file of sql/.

Their names are known without reading what the files hold, since the help of the command line says them too.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from evalsql.catalog.folder import sql_folder
from evalsql.errors import InputError
from evalsql.words import in_one_spelling

Folder = Literal["significance", "intervals", "corrections", "correlations", "discrimination"]
CALLED: Mapping[Folder, str] = {
    "significance": "test",
    "intervals": "interval",
    "corrections": "correction",
    "correlations": "coefficient",
    "discrimination": "method",
}
# of what: a folder that has files of other kinds too says of each
OF: Mapping[Folder, str] = {"significance": "pairs", "correlations": "orderings"}
LINE = re.compile(r'^(?P<key>place|of|brief) *= *"?(?P<value>.*?)"?$', re.MULTILINE)
LAST = "999"


@cache
def lines(folder: Folder) -> Mapping[str, dict[str, str]]:
    """The lines of heads that say the place of a file, of what it is, and what it is in brief: by name, in order.

    In the order of the places, then of names.
    """
    texts = {file.stem: file.read_text(encoding="utf-8") for file in (sql_folder() / folder).glob("*.sql")}
    found = {
        name: {line["key"]: line["value"] for line in LINE.finditer(text.partition("*/")[0])}
        for name, text in texts.items()
    }
    return dict(sorted(found.items(), key=lambda item: (int(item[1].get("place", LAST)), item[0])))


def names(folder: Folder, of: str | None = None) -> tuple[str, ...]:
    """The names that there are, in the order in which they are listed."""
    wanted = of or OF.get(folder)
    return tuple(name for name, each in lines(folder).items() if each.get("of") == wanted)


# of sql/intervals, those that look at one run, or one pair of runs, alone
OF_MEANS = ("student", "percentile", "bca", *names("intervals", "means"))


def in_brief(folder: Folder) -> str:
    """The names with what each is, for the help of an option."""
    found = lines(folder)
    return " ".join(f"{name}: {found[name]['brief']}." for name in names(folder) if "brief" in found[name])


def heads(folder: Folder) -> Mapping[str, dict[str, Any]]:
    """What the files of a folder say of themselves, by name."""
    return {name: head(folder, name) for name in lines(folder)}


@cache
def head(folder: Folder, name: str) -> dict[str, Any]:
    """What a file says of itself."""
    from evalsql.catalog.sqlfiles import read_file  # which takes a while to load

    return read_file(folder, name)[0]


def find(folder: Folder, text: str, *of: str) -> str:
    """The name of a file that a name or another name of it means, however it is spelled, of the usual kind or these."""
    wanted, there = spelled(text), [each for kind in of or (None,) for each in names(folder, kind)]
    for each in there:
        if wanted == spelled(each):
            return each
    for each in there:
        head = heads(folder)[each]
        if wanted in map(spelled, head.get("aliases", ())):
            return each
        for name, reason in head.get("unlike", {}).items():
            if wanted in (spelled(name), f"{spelled(name)}{CALLED[folder]}"):
                raise InputError(f"there is no {CALLED[folder]} {text!r} here: {reason}")
    for each, head in lines(folder).items():
        if wanted == spelled(each):
            what = {"runs": "all runs together"}.get(head["of"], head["of"])
            said = f"the {CALLED[folder]} {each} is of {what} and has no place here"
            raise InputError(f"{said}; there are {', '.join(there)}")
    raise InputError(f"there is no {CALLED[folder]} {text!r}; there are {', '.join(there)}")


def spelled(name: str) -> str:
    """A name in one spelling: ttest for t-test, T_Test and "t test", randomisation for randomization."""
    return re.sub(r"[-_\s]", "", in_one_spelling(str(name).lower()))


def title(folder: Folder, name: str) -> str:
    """The name of a test, interval or correction in a sentence, or nothing."""
    return head(folder, name).get("title", "")


def familywise(test: str) -> bool:
    """Whether the p-values of a test are over all pairs of runs already."""
    return bool(head("significance", test).get("familywise", False))


def binary(folder: Folder, name: str) -> bool:
    """Whether a test or an interval is for measures whose values are 0 or 1."""
    return bool(head(folder, name).get("binary", False))


def one_sided(test: str) -> bool:
    """Whether a test has one-sided p-values too."""
    return bool(head("significance", test).get("one_sided", False))


def lacking(test: str) -> str:
    """Where a test has no p-value."""
    return head("significance", test).get("lacking", "for fewer than two queries")


def by_ranks(test: str) -> bool:
    """Whether a test looks at ranks, and may say the opposite of the means."""
    return bool(head("significance", test).get("by_ranks", False))


@cache
def formulas() -> Mapping[str, str]:
    """The expression of SQL that each correction is, by name."""
    from evalsql.catalog.sqlfiles import body_of

    return {name: body_of("corrections", name) for name in names("corrections")}
