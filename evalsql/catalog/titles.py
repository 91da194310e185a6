"""The names and titles of metrics and curves, without reading what else their heads say: a shell waits for them."""

import re
from functools import cache

from evalsql.catalog.folder import names, sql_folder

LINE = re.compile(r'^(?P<key>name|title) *= *"(?P<value>.*?)"$', re.MULTILINE)
# the types that sql/fragments/parameters.toml calls so
CUTOFF = re.compile(r'type *= *"(cutoff|curve|last|stop|thousandth)"')


@cache
def titles(folder: str) -> tuple[tuple[str, str, bool], ...]:
    """The name of each metric or curve, its title, and whether it takes a cutoff.

    Args:
        folder: metrics or curves.
    """
    found = []
    for name in names(folder):
        head = (sql_folder() / folder / f"{name}.sql").read_text(encoding="utf-8").partition("*/")[0]
        said = {line["key"]: line["value"] for line in LINE.finditer(head)}
        found.append((said["name"], said["title"], bool(CUTOFF.search(head))))
    return tuple(found)
