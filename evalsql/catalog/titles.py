"""The names and titles of metrics and curves, without reading what else their heads say: a shell waits for them."""

import re
from functools import cache

from evalsql.catalog.folder import names, sql_folder

LINE = re.compile(r'^(?P<key>name|title) *= *"(?P<value>.*?)"$', re.MULTILINE)
SHORT = re.compile(r'^\[(?P<type>\w+)\.\w+\]\ntype *= *"cutoff"$', re.MULTILINE)  # in sql/fragments/parameters.toml


@cache
def titles(folder: str) -> tuple[tuple[str, str, bool], ...]:
    """The name of each metric or curve, its title, and whether it takes a cutoff."""
    fragments = (sql_folder() / "fragments" / "parameters.toml").read_text(encoding="utf-8")
    cutoff = re.compile(rf'type *= *"({"|".join(("cutoff", *SHORT.findall(fragments)))})"')
    found = []
    for name in names(folder):
        head = (sql_folder() / folder / f"{name}.sql").read_text(encoding="utf-8").partition("*/")[0]
        said = {line["key"]: line["value"] for line in LINE.finditer(head)}
        found.append((said["name"], said["title"], bool(cutoff.search(head))))
    return tuple(found)
