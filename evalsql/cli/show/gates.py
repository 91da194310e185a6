"""Verdicts of a gate on standard output: a table and what they mean, or JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import typer

from evalsql.cli.layout import say, say_json
from evalsql.cli.show.tables import print_columns
from evalsql.comparing.choices import title
from evalsql.comparing.findings import p_value
from evalsql.comparing.gate import WORST, Gate
from evalsql.scoring.slices import SMALL
from evalsql.words import one_line, said

# what rules are called in a table
CALLED = {
    "non_inferior": "no worse",
    "unchanged": "unchanged",
    "better": "better",
    "at_least": "mean",
    "worst_loss": "worst loss",
    "losing": "losing",
}


def print_table(found: Gate) -> None:
    """For each measure its rules with their verdicts, and then why, and the verdict of all."""
    rows = found.rows
    for metric in found.measures:
        some = [row for row in rows if row["metric"] == metric]
        if some:
            print_measure(found.heading(metric), some)
            typer.echo()
    for row in rows:
        if row["verdict"] != "pass":
            called = {**row, "metric": found.heading(row["metric"])}
            say(one_line(f"{row['verdict']}: {named(called)}: {row['reason']}"))
    say(f"{outcome(found)}: {said(found.names[0])} against {said(found.names[1])} ({counts(found)})")
    decided = found.decided
    corrected = title("corrections", decided.correction)
    test = title("significance", decided.tests[0])
    say(
        f"Means {found.about}. {test[:1].upper()}{test[1:]} to one side, alpha {decided.alpha:.12g}"
        f"{f', {corrected}' if corrected else ''}; limits at {100 * (1 - decided.alpha):g}% each."
    )


def outcome(found: Gate) -> str:
    """Whether the gate lets the change pass."""
    return "passed" if found.passed else "failed"


def counts(found: Gate) -> str:
    """How many rules have each verdict."""
    verdicts = [row["verdict"] for row in found.rows]
    return ", ".join(f"{verdicts.count(each)} {each}" for each in WORST if each in verdicts)


def print_measure(metric: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """The rules of a measure."""
    sliced = list(dict.fromkeys(row["attribute"] for row in rows if row["attribute"] is not None))
    header = [
        metric,
        *(sliced if len(sliced) == 1 else ["slice"] if sliced else []),
        "verdict",
        "n",
        "diff",
        "limits",
        "bound",
        "p",
    ]
    lines = [
        [
            CALLED[row["rule"]],
            *([] if not sliced else [row["slice"] or "all"] if len(sliced) == 1 else [slice_of(row)]),
            row["verdict"],
            small(row) + str(row["queries"]),
            value_cell(row),
            limits_cell(row),
            bound_cell(row),
            p_cell(row["p_harm_corrected" if row["verdict"] == "fail" else "p_corrected"]),
        ]
        for row in rows
    ]
    print_columns(header, lines, 3 if sliced else 2)


def small(row: Mapping[str, Any]) -> str:
    """The mark of a slice of few queries."""
    return "~" if row["slice"] is not None and row["queries"] < SMALL else ""


def slice_of(row: Mapping[str, Any]) -> str:
    """The slice of a row, as language=de; all where it is of all queries."""
    return "all" if row["slice"] is None else f"{row['attribute']}={row['slice']}"


def named(row: Mapping[str, Any]) -> str:
    """Which rule of which measure and slice a row is."""
    where = "" if row["slice"] is None else f", {slice_of(row)}"
    return f"{row['metric']} {CALLED[row['rule']]}{where}"


def value_cell(row: Mapping[str, Any]) -> str:
    """What a rule looks at: the difference, the mean, the largest loss, or the share of queries that lose."""
    if row["value"] is None:
        return "-"
    if row["rule"] == "losing":
        return f"{100 * row['value']:.1f}%"
    return f"{row['value']:.4f}" if row["rule"] in ("at_least", "worst_loss") else f"{row['value']:+.4f}"


def limits_cell(row: Mapping[str, Any]) -> str:
    """The limits of a difference or a mean."""
    if row["lower"] is None:
        return "-"
    sign = "" if row["rule"] == "at_least" else "+"
    return f"{row['lower']:{sign}.4f} {row['upper']:{sign}.4f}"


def bound_cell(row: Mapping[str, Any]) -> str:
    """What is allowed."""
    return (
        "-"
        if row["bound"] is None
        else f"{100 * row['bound']:g}%"
        if row["rule"] == "losing"
        else f"{round(row['bound'], 4):g}"
    )


def p_cell(value: float | None) -> str:
    """A p-value as a table shows it."""
    return p_value(value).replace("< ", "<")


def print_json(found: Gate) -> None:
    """One object: what was decided, the verdict of all, the rules, and the queries."""
    decided = found.decided
    result = {
        "verdict": found.verdict,
        "passed": found.passed,
        "new": found.names[0],
        "baseline": found.names[1],
        "decided": {
            "test": decided.tests[0],
            "correction": decided.correction,
            "alpha": decided.alpha,
            "power": decided.power,
            "resamples": decided.resamples,
            "seed": decided.seed,
            "require_evidence": found.require_evidence,
        },
        "about": found.about,
        "rules": list(found.rows),
        "queries": found.tables["queries"].to_pylist(),
    }
    say_json(result)


PRINTERS: Mapping[str, Callable[[Gate], None]] = {"table": print_table, "json": print_json}
