"""The table of CONTRIBUTING.md that says how many breaks were tried of what, and how many of them no test notices."""

from collections.abc import Mapping

import pages
from mutants import excused, mutants

PAGE = "CONTRIBUTING.md"
TITLES = {
    "metrics": "bodies of metrics",
    "curves": "bodies of curves",
    "fragments": "fragments that they share",
    "relations": "relations, and what is made of scores",
    "checks": "checks of inputs",
    "inputs": "readers of inputs",
    "scoring": "scoring",
}


def of_bodies() -> dict[tuple[str, str], int]:
    """How many breaks of metrics, curves, users and fragments their tests try: all that there are."""
    from test_mutants import ALL
    from test_mutants_of_fragments import SHARED, USERS, broken, fragments
    from test_mutants_of_users import USERS as SETTING_PARTS
    from test_mutants_of_users import broken as broken_parts
    from test_mutants_of_users import quantities

    found: dict[tuple[str, str], int] = {}
    tried = [(name.partition("-")[0], name, mutants(metric.template)) for name, metric in (each.values for each in ALL)]
    tried += [("metrics", user, dict(broken_parts(parts))) for user, parts in SETTING_PARTS.items()]
    tried += [("metrics", file, mutants(query)) for file, query in quantities().items()]
    tried += [("fragments", f"fragment {name}", broken(fragments()[name])) for name in SHARED if USERS[name]]
    for kind, name, changes in tried:
        explained = len(changes.keys() & excused(name))
        for came, number in (("explained", explained), ("noticed", len(changes) - explained)):
            found[kind, came] = found.get((kind, came), 0) + number
    return found


def table(totals: Mapping[tuple[str, str], int]) -> str:
    """The totals of each kind as a table in Markdown."""
    came = {kind: [totals.get((kind, each), 0) for each in ("noticed", "explained", "unnoticed")] for kind in TITLES}
    came["all"] = [sum(numbers) for numbers in zip(*came.values(), strict=True)]
    rows = [pages.row("what is broken", "tried", "noticed", "explained", "neither"), "|---|---|---|---|---|"]
    for kind, numbers in came.items():
        rows.append(pages.row(TITLES.get(kind, kind), *(f"{number:,}" for number in (sum(numbers), *numbers))))
    return "\n".join(rows)


def write(totals: Mapping[tuple[str, str], int]) -> None:
    """Writes the table into the page."""
    pages.writing = True
    pages.fill(PAGE, "mutants", table({**totals, **of_bodies()}))
