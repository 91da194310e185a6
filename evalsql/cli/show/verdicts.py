"""Verdicts of a gate for other programs: Markdown, JUnit, and annotations of GitHub."""

import contextlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import typer

from evalsql.cli.show import gates
from evalsql.cli.show.escapes import in_annotation, in_markdown, in_sentence, in_title, link
from evalsql.cli.show.tables import cell
from evalsql.comparing.gate import Gate
from evalsql.words import one_line, plural, shortened

Row = Mapping[str, Any]
EXTREME = 5  # queries that lose most, and that gain most
LONGEST = 100  # characters of a query's text


def printers(found: Gate, report_url: str | None) -> dict[str, Callable[[], None]]:
    """What prints a gate in each of its formats."""
    return {
        **{name: lambda print_in=each: print_in(found) for name, each in gates.PRINTERS.items()},
        "markdown": lambda: typer.echo(markdown(found, report_url)),
        "junit": lambda: typer.echo(junit(found)),
        "github": lambda: typer.echo(github(found)),
    }


def printed(print_in: Callable[[], None]) -> str:
    """What is printed on standard output, as text."""
    with contextlib.redirect_stdout(io.StringIO()) as text:
        print_in()
    return text.getvalue()


def told(row: Row) -> str:
    """The verdict of a rule and why, with the means where these are compared."""
    means = f"; {row['baseline']:.4f} before, {row['mean']:.4f} now" if row["p_value"] is not None else ""
    return f"{row['verdict']}: {row['reason']}{means}"


def markdown(found: Gate, report_url: str | None = None) -> str:
    """A comment on a pull request: verdicts, differences, and the queries that lose and gain most."""
    new, baseline = map(in_markdown, found.names)
    sliced = any(row["slice"] is not None for row in found.rows)
    header = ["measure", "rule", *(["slice"] if sliced else []), "verdict"]
    numbers = ["n", "baseline", "new", "diff", "limits", "bound"]
    rows = [
        cells({**row, "metric": found.heading(metric)}, sliced)
        for metric in found.measures
        for row in found.rows
        if row["metric"] == metric
    ]
    lines = [
        f"### evalsql gate: {gates.outcome(found)}",
        "",
        f"{new} against {baseline}: {gates.counts(found)}. Means {in_sentence(found.about)};"
        f" limits at {100 * (1 - found.decided.alpha):g}% each.",
        "",
        *table([*header, *numbers, "why"], rows, len(header), len(numbers)),
    ]
    queries = found.tables["queries"].to_pylist()
    for metric in found.measures:
        rules = [row for row in found.rows if row["metric"] == metric]
        if not rules:
            continue
        failing = [gates.slice_of(row) for row in rules if row["slice"] is not None and not row["passed"]]
        for part in (None, *dict.fromkeys(failing)):
            some = [row for row in queries if row["metric"] == metric and (part is None or part in row["slices"])]
            sign = -1 if any(row["better"] == "lower" for row in rules) else 1
            lines += ["", *extremes(found.heading(metric), part, some, sign)]
    if report_url is not None:
        lines += ["", link("Report", report_url)]
    return "\n".join(lines)


def cells(row: Row, sliced: bool) -> list[str]:
    """The row of a rule in Markdown."""
    return [
        in_markdown(row["metric"]),
        gates.CALLED[row["rule"]],
        *([in_markdown(gates.slice_of(row)) if row["slice"] is not None else "all"] if sliced else []),
        row["verdict"] if row["verdict"] == "pass" else f"**{row['verdict']}**",
        f"{row['queries']}{' (few)' if gates.small(row) else ''}",
        *(cell(row[name]) for name in ("baseline", "mean")),
        gates.value_cell(row),
        gates.limits_cell(row),
        gates.bound_cell(row),
        in_sentence(row["reason"]),
    ]


def table(header: Sequence[str], rows: Sequence[Sequence[str]], texts: int, numbers: int) -> list[str]:
    """The lines of a table in Markdown."""
    line = "|" + "---|" * texts + "---:|" * numbers + "---|" * (len(header) - texts - numbers)
    return [f"| {' | '.join(header)} |", line, *(f"| {' | '.join(row)} |" for row in rows)]


def extremes(metric: str, part: str | None, rows: Sequence[Row], sign: int) -> Iterator[str]:
    """The lines about the queries that lose most by a measure, and that gain most."""
    losing = [row for row in rows if sign * row["difference"] < 0]
    gaining = [row for row in reversed(rows) if sign * row["difference"] > 0]
    texts = any(row["text"] is not None for row in rows)
    header = ["query", *(["text"] if texts else []), "baseline", "new", "difference"]
    count = f"{len(losing)} of {plural(len(rows), 'query')} lose, {len(gaining)} gain"
    where = f", {in_sentence(part)}" if part is not None else ""
    yield f"<details><summary>{in_sentence(metric)}{where}: {count}</summary>"
    for words, some in (("lose", losing), ("gain", gaining)):
        if some:
            yield from ["", f"The queries that {words} most:", ""]
            yield from table(header, [scores(row, texts) for row in some[:EXTREME]], len(header) - 3, 3)
    yield from ["", "</details>"]


def scores(row: Row, texts: bool) -> list[str]:
    """The row of a query in Markdown, with its text where queries have texts."""
    text = in_sentence(shortened([row["text"] or ""], LONGEST)[0])
    values = [f"{row['baseline']:.4f}", f"{row['value']:.4f}", f"{row['difference']:+.4f}"]
    return [in_markdown(row["query_id"]), *([text] if texts else []), *values]


def junit(found: Gate) -> str:
    """JUnit's XML: a test case a rule, which fails where the gate does, and is skipped where it cannot be told."""
    from xml.etree import ElementTree as ET  # which takes a while to load

    failed = sum(not row["passed"] for row in found.rows)
    skipped = sum(row["passed"] and row["verdict"] != "pass" for row in found.rows)
    all_ = {"tests": str(len(found.rows)), "failures": str(failed), "errors": "0"}
    root = ET.Element("testsuites", {"name": "evalsql gate", **all_})
    name = one_line(" against ".join(found.names))
    suite = ET.SubElement(root, "testsuite", {"name": name, **all_, "skipped": str(skipped)})
    for row in found.rows:
        case = ET.SubElement(suite, "testcase", {"classname": "evalsql.gate", "name": one_line(gates.named(row))})
        message = one_line(told(row))
        if not row["passed"]:
            ET.SubElement(case, "failure", {"message": message, "type": row["verdict"]}).text = message
        elif row["verdict"] != "pass":
            ET.SubElement(case, "skipped", {"message": message})
    ET.indent(root)
    # in ASCII any stream can write it
    return ET.tostring(root, encoding="us-ascii", xml_declaration=True).decode()


def github(found: Gate) -> str:
    """Annotations of GitHub: an error for what fails, a warning for what cannot be told, and a notice of all."""
    lines = []
    for row in found.rows:
        if row["verdict"] != "pass":
            kind = "warning" if row["passed"] else "error"
            lines.append(f"::{kind} title={in_title(f'evalsql gate: {gates.named(row)}')}::{in_annotation(told(row))}")
    passed = ", ".join(gates.named(row) for row in found.rows if row["verdict"] == "pass")
    counts = f"{gates.counts(found)}{f' (passed: {passed})' if passed else ''}"
    all_ = in_annotation(f"{' against '.join(found.names)}: {counts}. Means {found.about}.")
    return "\n".join([*lines, f"::notice title={in_title(f'evalsql gate: {gates.outcome(found)}')}::{all_}"])
