"""The worked examples of metrics and curves notice every small break of the fragments that their bodies share."""

from functools import cache

import pytest
from mutants import excused, mutants
from test_mutants import ALL, OF_USERS, filled
from worked import Setting, settings

from evalsql.catalog.listing import metrics
from evalsql.catalog.metric import Metric
from evalsql.catalog.templates import FRAGMENT, FRAGMENTS, environment, fragments, sql_folder, words_of

NAMES = (
    "gains",
    "sums",
    "ranks",
    "distances",
    "places",
    "subtopics",
    "users",
    "strata",
    "preferences",
    "costs",
)
FILES = tuple(f"{name}.sql" for name in NAMES)
SHARED = [
    found["name"]
    for file in FILES
    for found in FRAGMENT.finditer((sql_folder() / "fragments" / file).read_text(encoding="utf-8"))
]
METRICS: dict[str, Metric] = dict(found.values for found in ALL) | {name: metrics()[name] for name in OF_USERS}


@cache
def asked(name: str) -> list[Setting]:
    """The examples of a metric or curve; many fragments ask for them."""
    return settings(METRICS[name])


def named_by(text: str) -> set[str]:
    """The fragments that a text names, and those that they name."""
    found: set[str] = set()
    new = words_of(text) & fragments().keys()
    while new:
        found |= new
        new = set().union(*(words_of(fragments()[name]) for name in new)) & fragments().keys() - found
    return found


USERS = {name: [user for user, metric in METRICS.items() if name in named_by(metric.template)] for name in SHARED}


def broken(text: str) -> dict[str, str]:
    """A fragment with one thing changed each; of what is written for one measure alone, nothing."""
    opening, ending = ("{%- else -%}", "{%- endif -%}") if "{%- else -%}" in text else ("-%}", "{%- endmacro")
    start, end = text.index(opening) + len(opening), text.rindex(ending)
    return {change: text[:start] + body + text[end:] for change, body in mutants(text[start:end]).items()}


def holds(user: str) -> bool:
    """Whether a metric or curve gives what its examples say, with the fragments as they are now."""
    statement, settings_of = filled(METRICS[user], METRICS[user].template), asked(user)
    notices = next((setting for setting in settings_of if not setting.holds(statement)), None)
    if notices:
        # what notices one change is likely to notice the next
        settings_of.remove(notices)
        settings_of.insert(0, notices)
    return notices is None


def forget(name: str) -> None:
    """Lets Jinja compile a fragment anew; what names it fetches it when it is rendered."""
    (known,) = [key for key in environment().cache if key[1] == FRAGMENTS + name] or [None]
    if known:
        del environment().cache[known]


@pytest.mark.mutants
@pytest.mark.parametrize("name", [name for name in SHARED if USERS[name]])
def weekly_the_worked_examples_notice_every_break_of_a_fragment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    users, unnoticed = list(USERS[name]), set()
    try:
        for change, text in broken(fragments()[name]).items():
            monkeypatch.setitem(fragments(), name, text)
            forget(name)
            notices = next((user for user in users if not holds(user)), None)
            if notices:
                users.remove(notices)
                users.insert(0, notices)
            else:
                unnoticed.add(change)
    finally:
        monkeypatch.undo()
        forget(name)
    assert unnoticed - excused(f"fragment {name}") == set(), "add a worked example that notices them"
    assert excused(f"fragment {name}") - unnoticed == set(), "noticed, or gone; take them out of unnoticed.toml"
