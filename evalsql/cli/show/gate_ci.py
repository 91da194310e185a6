"""Verdicts of a gate for CI: Markdown, JUnit, and annotations of GitHub; names in them are text, whatever they are."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import typer

from evalsql.cli.printing import say_json
from evalsql.cli.show.gate import (
    CALLED,
    Row,
    as_object,
    bound_text,
    counts,
    is_small,
    limits_text,
    named,
    outcome,
    slice_of,
    tables,
    value_text,
)
from evalsql.cli.tables import by, in_brief, show
from evalsql.comparing.gate import Gate
from evalsql.words import one_line, plural, shortened

EXTREME = 5  # queries that lose most, and that gain most
LONGEST = 100  # characters of a query's text
# what a span of code in Markdown, and a cell of a table around it, take for what it is
CODE = re.compile(r"[^\s`|\\]+( [^\s`|\\]+)*")


def printers(gate: Gate, report_url: str | None) -> dict[str, Callable[[], None]]:
    """What prints a gate in each of its formats but CSV."""
    return {
        "table": lambda: show(tables(gate), "table"),
        "json": lambda: say_json(as_object(gate)),
        "markdown": lambda: typer.echo(markdown(gate, report_url)),
        "junit": lambda: typer.echo(junit(gate)),
        "github": lambda: typer.echo(github(gate)),
    }


def reason(row: Row) -> str:
    """The verdict of a rule and why, with the means if these are compared."""
    means = f"; {row['baseline']:.4f} before, {row['mean']:.4f} now" if row["p_value"] is not None else ""
    return f"{row['verdict']}: {row['reason']}{means}"


def markdown(gate: Gate, report_url: str | None = None) -> str:
    """A comment on a pull request: verdicts, differences, and the queries that lose and gain most."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    how: Any = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    jinja = Environment(loader=FileSystemLoader(Path(__file__).parent), **how)
    jinja.filters |= {"code": in_markdown, "sentence": in_sentence, "address": in_link, "brief": in_brief}
    jinja.filters["brief_text"] = lambda text: shortened([text or ""], LONGEST)[0]
    functions = (outcome, counts, slice_of, is_small, value_text, limits_text, bound_text)
    text = jinja.get_template("gate.md").render(
        **{function.__name__: function for function in functions},
        gate=gate,
        called=CALLED,
        rules=[row for metric in gate.measures for row in gate.rows if row["metric"] == metric],
        sliced=any(row["slice"] is not None for row in gate.rows),
        moved=[*moved(gate)],
        extreme=EXTREME,
        report_url=report_url,
    )
    return text.rstrip("\n")


def moved(gate: Gate) -> Iterator[dict[str, Any]]:
    """The queries that lose, and that gain, by each measure that has rules, then on each slice that fails one."""
    queries = gate.tables["queries"].to_pylist()
    for metric, rules in by(sorted(gate.rows, key=lambda row: gate.measures.index(row["metric"])), "metric"):
        failing = [slice_of(row) for row in rules if row["slice"] is not None and not row["passed"]]
        sign = -1 if any(row["better"] == "lower" for row in rules) else 1
        for part in (None, *dict.fromkeys(failing)):
            rows = [row for row in queries if row["metric"] == metric and (part is None or part in row["slices"])]
            yield {
                "measure": gate.heading(metric),
                "part": part,
                "queries": plural(len(rows), "query"),
                "losing": [row for row in rows if sign * row["difference"] < 0],
                "gaining": [row for row in reversed(rows) if sign * row["difference"] > 0],
                "texts": any(row["text"] is not None for row in rows),
            }


def junit(gate: Gate) -> str:
    """JUnit's XML: a test case per rule, which fails if the gate does, and is skipped if it is inconclusive."""
    from xml.etree import ElementTree as ET  # which takes a while to load

    failed = sum(not row["passed"] for row in gate.rows)
    skipped = sum(row["passed"] and row["verdict"] != "pass" for row in gate.rows)
    every: Mapping[str, Any] = {"tests": str(len(gate.rows)), "failures": str(failed), "errors": "0"}
    root = ET.Element("testsuites", {"name": "evalsql gate", **every})
    name = one_line(" against ".join(gate.names))
    suite = ET.SubElement(root, "testsuite", {"name": name, **every, "skipped": str(skipped)})
    for row in gate.rows:
        case = ET.SubElement(suite, "testcase", {"classname": "evalsql.gate", "name": one_line(named(gate, row))})
        message = one_line(reason(row))
        if not row["passed"]:
            ET.SubElement(case, "failure", {"message": message, "type": row["verdict"]}).text = message
        elif row["verdict"] != "pass":
            ET.SubElement(case, "skipped", {"message": message})
    ET.indent(root)
    # in ASCII any stream can write it
    return ET.tostring(root, encoding="us-ascii", xml_declaration=True).decode()


def github(gate: Gate) -> str:
    """Annotations of GitHub: an error for what fails, a warning for what is inconclusive, and a notice of all."""
    lines = []
    for row in gate.rows:
        if row["verdict"] != "pass":
            kind = "warning" if row["passed"] else "error"
            lines.append(annotation(kind, named(gate, row), reason(row)))
    passed = ", ".join(named(gate, row) for row in gate.rows if row["verdict"] == "pass")
    every = f"{counts(gate)}{f' (passed: {passed})' if passed else ''}"
    about = f"{' against '.join(gate.names)}: {every}. Means {gate.about}."
    return "\n".join([*lines, annotation("notice", outcome(gate), about)])


def annotation(kind: str, what: str, message: str) -> str:
    return f"::{kind} title={in_title(f'evalsql gate: {what}')}::{in_annotation(message)}"


def in_markdown(name: str) -> str:
    """A name in Markdown, as code: nothing in it is a sign there, and nobody is mentioned by it.

    A name that a span of code cannot hold, or that would end a cell of a table, is HTML with each sign as a number.
    """
    name = one_line(name)
    if CODE.fullmatch(name):
        return f"`{name}`"
    return f"<code>{re.sub(r'[^A-Za-z0-9 ]', lambda sign: f'&#{ord(sign[0])};', name)}</code>"


def in_sentence(text: str) -> str:
    """A sentence in Markdown, with nothing in it that is a sign there, and nobody mentioned by it."""

    def plain(sign: re.Match[str]) -> str:
        # GitHub looks for people and issues in the text that is shown, where a sign as a number is that sign
        return f"{sign[0]}&#8203;" if sign[0] in "@#" else f"&#{ord(sign[0])};"

    return re.sub(r"[\\`*_{}\[\]<>|&~$]|(?<!\w)[@#](?=\w)|:(?=//)|(?<=[wW]{3})\.", plain, one_line(text))


def in_link(address: str) -> str:
    """An address in a link of Markdown; what would end it there is written as addresses write it."""
    return re.sub(r"[\s<>()\\\"|`]", lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()), address)


def in_annotation(text: str) -> str:
    """A message behind the `::` of a workflow command of GitHub, which is one line."""
    return one_line(text).replace("%", "%25")


def in_title(text: str) -> str:
    """A value between the `::` of a workflow command of GitHub."""
    return in_annotation(text).replace(":", "%3A").replace(",", "%2C")
