"""The worked examples of users notice every small break of what their files set, and of the queries of quantities."""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest
from mutants import excused, mutants
from test_mutants import filled
from worked import Setting, settings

from evalsql.catalog.definitions import QUANTITIES, fill_quantity, quantity_file, set_parts, text_of, texts
from evalsql.catalog.folder import names
from evalsql.catalog.listing import metric
from evalsql.catalog.sqlfiles import apart

USERS = {file: set_parts(apart(file, text_of(file))[1]) for file in texts("users")}


@cache
def asked(name: str) -> list[Setting]:
    """The examples of a metric, or none if there is no such metric."""
    found = metric(name)
    return settings(found) if found else []


def name_of(user: str, quantity: str) -> str:
    """The name of the metric that a user and a quantity are, in lower case."""
    return user.removeprefix("users/") + f"_{quantity}" * (quantity != "rate")


def holds(user: str, quantity: str, query: str, parts: Mapping[str, str]) -> bool:
    """Whether a user's metric gives what its examples say, with other parts or another query of the quantity."""
    name = name_of(user, quantity)
    body = fill_quantity(quantity, query, dict(parts))
    found = metric(name)
    if found is None or body == found.template:
        return True
    statement = filled(found, body)
    return all(setting.holds(statement) for setting in asked(name))


def quantities() -> dict[str, str]:
    """The query of each quantity, by its file."""
    return {f"{QUANTITIES}/{name}": quantity_file(name)[1] for name in names(QUANTITIES)}


def broken(texts_of: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Parts with one thing in one of them changed."""
    for part, text in texts_of.items():
        for change, other in mutants(text).items():
            yield f"{part}: {change}", {**texts_of, part: other}


@pytest.mark.mutants
@pytest.mark.parametrize("user", USERS)
def test_the_worked_examples_notice_every_break_of_a_user(user: str) -> None:
    quantities, unnoticed = list(names(QUANTITIES)), set()
    for change, parts in broken(USERS[user]):
        notices = next((q for q in quantities if not holds(user, q, quantity_file(q)[1], parts)), None)
        if notices:
            quantities.remove(notices)
            quantities.insert(0, notices)
        else:
            unnoticed.add(change)
    assert unnoticed - excused(user) == set(), "add a worked example that notices them"
    assert excused(user) - unnoticed == set(), "noticed, or gone; take them out of unnoticed.toml"


@pytest.mark.mutants
@pytest.mark.parametrize("file", quantities())
def test_the_worked_examples_notice_every_break_of_a_quantity(file: str) -> None:
    users, unnoticed, query, quantity = list(USERS), set(), quantities()[file], file.rpartition("/")[2]
    for change, other in mutants(query).items():
        notices = next((user for user in users if not holds(user, quantity, other, USERS[user])), None)
        if notices:
            users.remove(notices)
            users.insert(0, notices)
        else:
            unnoticed.add(change)
    assert unnoticed - excused(file) == set(), "add a worked example that notices them"
    assert excused(file) - unnoticed == set(), "noticed, or gone; take them out of unnoticed.toml"
