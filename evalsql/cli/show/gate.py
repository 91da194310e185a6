"""Verdicts of a gate as a table with what they mean, and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalsql.cli.tables import Table
from evalsql.comparing.gate import WORST, Gate
from evalsql.comparing.methods import title
from evalsql.comparing.verdicts import p_value
from evalsql.scoring.slices import SMALL
from evalsql.words import one_line, said

Row = Mapping[str, Any]
# what rules are called in a table
CALLED = {
    "non_inferior": "no worse",
    "unchanged": "unchanged",
    "better": "better",
    "at_least": "mean",
    "worst_loss": "worst loss",
    "losing": "losing",
}
MEANS = ("baseline", "new")  # columns that a narrow terminal does without


def tables(gate: Gate) -> Iterator[Table | str]:
    """For each measure its rules with their verdicts, and then why, and the verdict of all."""
    for metric in gate.measures:
        if rows := [row for row in gate.rows if row["metric"] == metric]:
            yield rule_table(gate.heading(metric), rows)
            yield ""
    for row in gate.rows:
        if row["verdict"] != "pass":
            yield one_line(f"{row['verdict']}: {named(gate, row)}: {row['reason']}")
    yield f"{outcome(gate)}: {said(gate.names[0])} against {said(gate.names[1])} ({counts(gate)})"
    decided = gate.decided
    corrected = title("corrections", decided.correction)
    test = title("significance", decided.tests[0])
    yield (
        f"Means {gate.about}. One-sided {test}, alpha {decided.alpha:.12g}"
        f"{f', {corrected}' if corrected else ''}; limits at {100 * (1 - decided.alpha):g}% each"
        f"{', uncorrected' if corrected else ''}."
    )


def rule_table(heading: str, rows: Sequence[Row]) -> Table:
    sliced = list(dict.fromkeys(row["attribute"] for row in rows if row["attribute"] is not None))
    slices = {1: [(*sliced, lambda row: row["slice"] or "all")], 0: []}.get(len(sliced), [("slice", slice_of)])
    columns = [
        (heading, lambda row: CALLED[row["rule"]]),
        *slices,
        ("verdict", "verdict"),
        ("n", lambda row: f"{'~' * is_small(row)}{row['queries']}"),
        *([("baseline", "baseline"), ("new", "mean")] if any(row["baseline"] is not None for row in rows) else []),
        ("diff", value_text),
        ("limits", limits_text),
        ("bound", bound_text),
        ("p", p_text),
    ]
    spare = () if slices else ("n",)  # the sentence below has it
    spare += tuple(name for name, _ in columns if name in MEANS)
    return Table(rows, columns, texts=2 + len(slices), spare=spare)


def outcome(gate: Gate) -> str:
    return "passed" if gate.passed else "failed"


def counts(gate: Gate) -> str:
    verdicts = [row["verdict"] for row in gate.rows]
    return ", ".join(f"{verdicts.count(each)} {each}" for each in WORST if each in verdicts)


def is_small(row: Row) -> bool:
    return row["slice"] is not None and row["queries"] < SMALL


def slice_of(row: Row) -> str:
    """The slice of a row, as language=de; all if it is of all queries."""
    return "all" if row["slice"] is None else f"{row['attribute']}={row['slice']}"


def named(gate: Gate, row: Row) -> str:
    where = "" if row["slice"] is None else f", {slice_of(row)}"
    return f"{gate.heading(row['metric'])} {CALLED[row['rule']]}{where}"


def value_text(row: Row) -> str:
    """What a rule looks at: the difference, the mean, the largest loss, or the share of queries that lose."""
    if row["value"] is None:
        return "-"
    if row["rule"] == "losing":
        return f"{100 * row['value']:.1f}%"
    return f"{row['value']:.4f}" if row["rule"] in ("at_least", "worst_loss") else f"{row['value']:+.4f}"


def limits_text(row: Row) -> str:
    if row["lower"] is None:
        return "-"
    sign = "" if row["rule"] == "at_least" else "+"
    return f"{row['lower']:{sign}.4f} {row['upper']:{sign}.4f}"


def bound_text(row: Row) -> str:
    """What is allowed."""
    if row["bound"] is None:
        return "-"
    return f"{100 * row['bound']:g}%" if row["rule"] == "losing" else f"{round(row['bound'], 4):g}"


def p_text(row: Row) -> str:
    return p_value(row["p_harm_corrected" if row["verdict"] == "fail" else "p_corrected"]).replace("< ", "<")


def as_object(gate: Gate) -> dict[str, Any]:
    """What JSON has: how it was decided, the verdict of all, the rules, and the queries."""
    decided = gate.decided
    names = ("correction", "alpha", "power", "resamples", "seed")
    return {
        "verdict": gate.verdict,
        "passed": gate.passed,
        "new": gate.names[0],
        "baseline": gate.names[1],
        "decided": {
            "test": decided.tests[0],
            **{name: getattr(decided, name) for name in names},
            "require_evidence": gate.require_evidence,
        },
        "about": gate.about,
        "rules": list(gate.rows),
        "queries": gate.tables["queries"].to_pylist(),
    }
