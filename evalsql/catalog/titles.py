"""The names and titles of metrics and curves, without reading what else their heads say: a shell waits for them."""

import re
from collections.abc import Iterator
from functools import cache

from evalsql.catalog.folder import names, sql_folder

LINE = re.compile(r'^(?P<key>name|title) *= *"(?P<value>.*?)"$', re.MULTILINE)
ALSO = re.compile(r"^\[also\.(\w+)\]$", re.MULTILINE)
FIXED = re.compile(r"^with *= *\{.*\bk = ", re.MULTILINE)
SHORT = re.compile(r'^\[(?P<type>\w+)\.\w+\]\ntype *= *"cutoff"$', re.MULTILINE)  # in sql/fragments/parameters.toml


@cache
def titles(folder: str, beginning: str = "") -> tuple[tuple[str, str, bool], ...]:
    """The name of each metric or curve that begins so, in capitals or not, its title, and whether it takes a cutoff."""
    fragments = (sql_folder() / "fragments" / "parameters.toml").read_text(encoding="utf-8")
    cutoff = re.compile(rf'type *= *"({"|".join(("cutoff", *SHORT.findall(fragments)))})"')
    found = []
    for name in names(folder):
        head = (sql_folder() / folder / f"{name}.sql").read_text(encoding="utf-8").partition("*/")[0]
        first, *also = ALSO.split(head)
        said = {line["key"]: line["value"] for line in LINE.finditer(first)}
        takes = bool(cutoff.search(first))
        found.append((said["name"], said["title"], takes))
        for other, text in zip(also[::2], also[1::2], strict=True):
            title = next((line["value"] for line in LINE.finditer(text)), said["title"])
            found.append((other, title, bool(takes or cutoff.search(text)) and not FIXED.search(text)))
    if folder == "metrics":
        found += titles_of_users(beginning.lower())
    return tuple(each for each in found if each[0].lower().startswith(beginning.lower()))


def titles_of_users(beginning: str) -> Iterator[tuple[str, str, bool]]:
    """The same of users and their quantities, which takes longer: only if a user's name begins so."""
    for user in names("users"):
        also = ALSO.findall((sql_folder() / "users" / f"{user}.sql").read_text(encoding="utf-8"))
        if any(beginning.startswith(each.lower()[: len(beginning)]) for each in (user, *also)):
            from evalsql.catalog.definitions import definitions
            from evalsql.catalog.listing import read

            for place in range(len(definitions(f"users/{user}"))):
                metric = read(f"users/{user}", place, beneath=False)
                yield metric.name, metric.title, metric.cutoff is not None
