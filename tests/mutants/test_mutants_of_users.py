"""The worked examples of users notice every small break of what their files set, and of the queries of quantities."""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest
from mutants import excused, mutants
from test_mutants import OF_USERS, filled
from worked import Setting, settings

from evalsql.catalog.definitions import PART, QUANTITIES, fill_quantity, texts, with_also
from evalsql.catalog.folder import names
from evalsql.catalog.listing import metrics
from evalsql.catalog.sqlfiles import read_file, split_file

# of each file the parts that it sets, those of one user by `NERR9.looks`, and the users
PARTS = {file: {each["name"]: each["text"] for each in PART.finditer(text)} for file, text in texts("users").items()}
USERS = {
    file: [head["name"] for head, _ in with_also(*split_file(file, text))] for file, text in texts("users").items()
}


@cache
def asked(name: str) -> list[Setting]:
    """The examples of a metric."""
    return settings(metrics()[name])


def holds(user: str, quantity: str, query: str, parts: Mapping[str, str]) -> bool:
    """Whether a user's metric gives what its examples say, with other parts or another query of the quantity."""
    name = user + f"_{quantity}" * (quantity != "rate")
    if name not in OF_USERS:
        return True
    named = ((*part.rpartition("."), text) for part, text in parts.items())
    body = fill_quantity(quantity, query, {part: text for of, _, part, text in sorted(named) if of in ("", user)})
    found = metrics()[name]
    if body == found.template:
        return True
    statement = filled(found, body)
    return all(setting.holds(statement) for setting in asked(name))


def quantities() -> dict[str, str]:
    """The query of each quantity, by its file."""
    return {f"{QUANTITIES}/{name}": read_file(QUANTITIES, name)[1] for name in names(QUANTITIES)}


def broken(texts_of: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Parts with one thing in one of them changed."""
    for part, text in texts_of.items():
        for change, other in mutants(text).items():
            yield f"{part}: {change}", {**texts_of, part: other}


@pytest.mark.mutants
@pytest.mark.parametrize("file", USERS)
def weekly_the_worked_examples_notice_every_break_of_a_user(file: str) -> None:
    queries = {name.rpartition("/")[2]: query for name, query in quantities().items()}
    asked_of, unnoticed = [(user, quantity) for user in USERS[file] for quantity in queries], set()
    for change, parts in broken(PARTS[file]):
        notices = next((each for each in asked_of if not holds(*each, queries[each[1]], parts)), None)
        if notices:
            asked_of.remove(notices)
            asked_of.insert(0, notices)
        else:
            unnoticed.add(change)
    assert unnoticed - excused(file) == set(), "add a worked example that notices them"
    assert excused(file) - unnoticed == set(), "noticed, or gone; take them out of unnoticed.toml"


@pytest.mark.mutants
@pytest.mark.parametrize("file", quantities())
def weekly_the_worked_examples_notice_every_break_of_a_quantity(file: str) -> None:
    users = [(user, each) for each in USERS for user in USERS[each]]
    unnoticed, query, quantity = set(), quantities()[file], file.rpartition("/")[2]
    for change, other in mutants(query).items():
        notices = next((each for each in users if not holds(each[0], quantity, other, PARTS[each[1]])), None)
        if notices:
            users.remove(notices)
            users.insert(0, notices)
        else:
            unnoticed.add(change)
    assert unnoticed - excused(file) == set(), "add a worked example that notices them"
    assert excused(file) - unnoticed == set(), "noticed, or gone; take them out of unnoticed.toml"
