"""What the page shows of kinds that were tried."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import pages

from bad_input.kind import Group
from bad_input.trying import Tried

CALLED = {
    "evaluate": "evaluate",
    "line": "command line",
    "python": "Python",
    "gate": "gate",
    "report": "report",
    "macro": "macro",
    "spark": "Spark",
}
# what Python, DuckDB and the system say of a cause, which changes from version to version
OF_OTHERS = (
    r"(?<=: not TOML: ).*",
    r"(?<=: not TOML: ).*",
    r"(?<=: not JSON: ).*",
    r"(?<=: cannot be unpacked: ).*",
    r"(?<=: cannot be opened as a DuckDB database: ).*",
    r"(?<=: cannot be written: ).*",
    r"(?<= at )0x[0-9a-f]+",
    r"(?<=: not readable as Parquet: ).*",
)
OWN_WORDS = "an error of DuckDB, which reads the call before the macro does"
ANSWERS = {"refused": "refused", "warned": "taken with a warning", "right": "taken, the scores those of clean input"}


def code(text: str) -> str:
    """A text as code in Markdown, whatever it holds, without what others than us say."""
    for pattern in OF_OTHERS:
        text = re.sub(pattern, "...", text)
    shown = "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)
    shown = shown if len(shown) <= 400 else f"{shown[:200]} ... {shown[-150:]}"
    marks = "``" if "`" in shown else "`"
    return f"{marks} {shown} {marks}" if "`" in shown else f"`{shown}`"


def answers(tried: Tried) -> str:
    """What came back, each answer once, with the entries that gave it where they are not all."""
    said: dict[str, list[str]] = {}
    for each in tried.outcomes:
        text = " ".join(map(code, each.said)) or ANSWERS[each.did]
        text = OWN_WORDS if tried.kind.own_words else text
        said.setdefault(text, []).append(CALLED[each.entry])
    if len(said) == 1:
        return next(iter(said))
    return "<br>".join(f"{', '.join(names)}: {text}" for text, names in said.items())


def listed(groups: Sequence[Group], tried: Mapping[str, Sequence[Tried]]) -> str:
    """Each group with its kinds."""
    parts = []
    for group in groups:
        rows = [pages.row(each.kind.name, each.kind.expected, answers(each)) for each in tried[group.name]]
        parts += [f"### {group.title}\n", "| input | it is | result |", "|---|---|---|", *rows, ""]
    return "\n".join(parts)


def totals(groups: Sequence[Group], tried: Mapping[str, Sequence[Tried]], known: Iterable[str]) -> str:
    """How many kinds of each group there are, and what was done with them."""
    names = ["refused", "warned", "right"]
    lines = ["| group | kinds | refused, with a sentence | taken with a warning | taken, scores right | open |"]
    lines.append("|---|--:|--:|--:|--:|--:|")
    known, sums = set(known), Counter()
    for group in groups:
        is_open = {each.kind.name: f"{group.name}: {each.kind.name}" in known for each in tried[group.name]}
        counted = Counter(each.kind.expected for each in tried[group.name] if not is_open[each.kind.name])
        open_ = sum(is_open.values())
        figures = [len(group.kinds), *(counted[name] for name in names), open_]
        sums.update(dict(enumerate(figures)))
        lines.append(pages.row(group.title, *(str(each) if each else "-" for each in figures)))
    return "\n".join([*lines, pages.row("all", *(f"{sums[place]:,}" for place in range(5)))])
