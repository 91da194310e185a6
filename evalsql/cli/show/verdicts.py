"""What a gate found, in sentences and for other programs: Markdown, JUnit, and annotations of GitHub."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evalsql.cli.show.escapes import in_annotation, in_markdown, in_sentence, in_title, link
from evalsql.words import one_line, plural, said

if TYPE_CHECKING:
    from evalsql.comparing.gate import Gate

Row = Mapping[str, Any]
EXTREME = 5  # queries that lose most, and that gain most


def claim(row: Row) -> str:
    """What a rule asks of its measure."""
    bound = f"{row['bound']:.4g}"
    return {
        "non_inferior": f"loses at most {bound}",
        "unchanged": f"changes by at most {bound}",
        "better": "is better",
        "at_least": f"is at {'least' if row['better'] == 'higher' else 'most'} {bound}",
        "worst_loss": f"no query loses more than {bound}",
        "losing": f"at most {row['bound']:.4g} of the queries lose",
    }[row["rule"]]


def slice_of(row: Row) -> str:
    """Which queries a rule is held to, where it is not all of them."""
    return "" if row["attribute"] is None else f"{row['attribute']} = {row['slice']}"


def title(row: Row) -> str:
    """A rule with its measure, and its slice if it has one."""
    where = slice_of(row)
    return f"{row['metric']} {claim(row)}" + (f", {where}" if where else "")


def finding(row: Row, level: str) -> str:
    """What was found of a rule, and what would tell where it cannot be told.

    Args:
        row: the rule with its verdict.
        level: the confidence of intervals, such as 90%.
    """
    if row["queries"] == 0:
        return "there is no query that both have a value for"
    if row["rule"] == "at_least":
        return f"the mean is {row['mean']:.4f}"
    if row["rule"] == "worst_loss":
        return (
            "no query loses" if row["query_id"] is None else f"query {said(row['query_id'])} loses {row['value']:.4f}"
        )
    if row["rule"] == "losing":
        return f"{row['losses']} of {plural(row['queries'], 'query')} lose"
    found = f"from {row['baseline']:.4f} to {row['mean']:.4f}, {row['difference']:+.4f} ({interval(row, level)})"
    if row["verdict"] != "cannot tell":
        return found
    needed = row["queries_needed"]
    if needed is None:
        return f"{found}; {plural(row['queries'], 'query')} are too few"
    return f"{found}; about {plural(int(needed), 'query')} would tell, and there are {row['queries']:,}"


def interval(row: Row, level: str) -> str:
    """The interval of a difference, where there is one."""
    if row["lower"] is None or row["upper"] is None:
        return "no interval"
    return f"{level} interval {row['lower']:+.4f} to {row['upper']:+.4f}"


def level_of(gate: "Gate") -> str:
    """The confidence of the interval between the two limits, each of which is at the level of the gate."""
    return f"{100 * (1 - 2 * gate.decided.alpha):.4g}%"


def counted(gate: "Gate") -> str:
    """How many rules fail, cannot be told and pass."""
    verdicts = [row["verdict"] for row in gate.rows]
    words = {"fail": ("fails", "fail"), "cannot tell": ("cannot be told",) * 2, "pass": ("passes", "pass")}
    parts = [(verdicts.count(name), *forms) for name, forms in words.items()]
    first, *rest = [f"{count} {{}}{one if count == 1 else many}" for count, one, many in parts if count]
    noun = "rule " if first.startswith("1 ") else "rules "
    return ", ".join([first.format(noun), *(each.format("") for each in rest)])


def outcome(gate: "Gate") -> str:
    """The verdict of all rules together: whether the gate lets the change pass."""
    return "fail" if not gate.passed else gate.verdict


def markdown(gate: "Gate", report_url: str | None = None) -> str:
    """The comment on a pull request: verdicts, differences, and the queries that lose and gain most.

    Args:
        gate: what was found.
        report_url: a page to link to.
    """
    new, baseline = map(in_markdown, gate.names)
    level = level_of(gate)
    lines = [
        f"### evalsql gate: {outcome(gate)}",
        "",
        f"{new} against {baseline}: {counted(gate)}. Means {in_sentence(gate.about)}.",
        "",
        *table(["measure", "rule", "verdict", "found"], [cells(row, level) for row in gate.rows]),
    ]
    for metric in gate.measures:
        lines += ["", *extremes(gate, metric)]
    if report_url is not None:
        lines += ["", link("Report", report_url)]
    return "\n".join(lines)


def cells(row: Row, level: str) -> list[str]:
    """The row of a rule in Markdown."""
    where = f", {in_markdown(slice_of(row))}" if slice_of(row) else ""
    verdict = row["verdict"] if row["verdict"] == "pass" else f"**{row['verdict']}**"
    return [in_markdown(row["metric"]) + where, claim(row), verdict, in_sentence(finding(row, level))]


def table(header: Sequence[str], rows: Sequence[Sequence[str]], texts: int | None = None) -> list[str]:
    """The lines of a table in Markdown, whose cells are escaped; behind the texts are numbers."""
    left = len(header) if texts is None else texts
    line = "|" + "---|" * left + "---:|" * (len(header) - left)
    return [f"| {' | '.join(header)} |", line, *(f"| {' | '.join(row)} |" for row in rows)]


def extremes(gate: "Gate", metric: str) -> Iterator[str]:
    """The lines about the queries that lose most by a measure, and that gain most."""
    rows = [row for row in gate.tables["queries"].to_pylist() if row["metric"] == metric]  # the largest loss first
    sign = next(1 if row["better"] == "higher" else -1 for row in gate.rows if row["metric"] == metric)
    losing = [row for row in rows if sign * row["difference"] < 0]
    gaining = [row for row in reversed(rows) if sign * row["difference"] > 0]
    count = f"{len(losing)} of {plural(len(rows), 'query')} lose, {len(gaining)} gain"
    yield f"<details><summary>{in_sentence(metric)}: {count}</summary>"
    for words, some in (("lose", losing), ("gain", gaining)):
        if some:
            yield from ["", f"The queries that {words} most:", ""]
            yield from table(["query", "baseline", "new", "difference"], list(map(scores, some[:EXTREME])), 1)
    yield from ["", "</details>"]


def scores(row: Row) -> list[str]:
    """The row of a query in Markdown."""
    return [in_markdown(row["query_id"]), f"{row['baseline']:.4f}", f"{row['value']:.4f}", f"{row['difference']:+.4f}"]


def junit(gate: "Gate") -> str:
    """JUnit's XML: a test case a rule, that fails where the gate does, and is skipped where it cannot be told."""
    rows, level = gate.rows, level_of(gate)
    failed = sum(not row["passed"] for row in rows)
    told = {"tests": str(len(rows)), "failures": str(failed), "errors": "0"}
    skipped = {"skipped": str(sum(row["verdict"] == "cannot tell" and row["passed"] for row in rows))}
    root = ET.Element("testsuites", {"name": "evalsql gate", **told})
    suite = ET.SubElement(root, "testsuite", {"name": one_line(" against ".join(gate.names)), **told, **skipped})
    for row in rows:
        case = ET.SubElement(suite, "testcase", {"classname": "evalsql.gate", "name": one_line(title(row))})
        said_of = {"message": one_line(f"{row['verdict']}: {finding(row, level)}")}
        if not row["passed"]:
            ET.SubElement(case, "failure", {**said_of, "type": row["verdict"]}).text = said_of["message"]
        elif row["verdict"] == "cannot tell":
            ET.SubElement(case, "skipped", said_of)
    ET.indent(root)
    # in ASCII any stream can write it
    return ET.tostring(root, encoding="us-ascii", xml_declaration=True).decode()


def github(gate: "Gate") -> str:
    """Annotations of a workflow of GitHub: an error for what fails, a warning for what cannot be told, and a notice."""
    level = level_of(gate)
    lines = []
    for row in gate.rows:
        if row["verdict"] != "pass":
            kind = "warning" if row["passed"] else "error"
            told = in_annotation(f"{row['verdict']}: {finding(row, level)}")
            lines.append(f"::{kind} title={in_title(f'evalsql gate: {title(row)}')}::{told}")
    new, baseline = gate.names
    told = in_annotation(f"{new} against {baseline}: {counted(gate)}. Means {gate.about}.")
    return "\n".join([*lines, f"::notice title={in_title(f'evalsql gate: {outcome(gate)}')}::{told}"])
