"""Comparisons on standard output: a table with letters and pairs, CSV, JSON, or a table for a paper."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import typer

from evalsql.cli.show.paper import print_latex, print_markdown
from evalsql.cli.show.tables import print_columns
from evalsql.comparing.choices import title
from evalsql.comparing.compare import Comparison, Decided, margins, over_all
from evalsql.comparing.findings import NO_LETTERS, letters, lower_is_better, method, p_value, sentence, standings
from evalsql.words import one_line

MOST_PAIRS = 30  # that a table shows
MOST_SENTENCES = 6


def print_table(comparison: Comparison, one_to_many: bool) -> None:
    """For each measure the runs with their letters, then the pairs, then what it means in words."""
    every, lower = comparison.tables["comparisons"].to_pylist(), lower_is_better(comparison.scores)
    for metric, means in standings(comparison.scores).items():
        rows = [row for row in every if row["metric"] == metric]
        pairs = count_pairs(rows)
        if not one_to_many and len(means) > 2:
            marks = letters(rows, list(means), comparison.decided.tests[0])
            print_columns([metric, "groups", "mean"], [[run, marks[run], f"{means[run]:.4f}"] for run in means], 2)
            read = "Runs that share a letter do not differ" if any(marks.values()) else NO_LETTERS
            typer.echo(f"{read} ({method(comparison.decided, pairs)}).\n")
        if not rows:
            typer.echo(f"{one_line(metric)}: no two runs have a value for the same query.\n")
        elif one_to_many or pairs <= MOST_PAIRS:
            columns = [
                metric,
                "other",
                "test",
                "difference",
                interval_name(comparison.decided),
                "%",
                "d",
                "w/t/l",
                "p",
                "corrected",
            ]
            print_columns(columns, [cells(row) for row in rows], 3)
            typer.echo()
        else:
            told = sum(row["significant"] for row in rows if row["test"] == comparison.decided.tests[0])
            typer.echo(f"{told} of {pairs} pairs differ; --format csv or -o lists them.\n")
        if 0 < len(rows) <= MOST_SENTENCES:
            for row in rows:
                typer.echo(one_line(sentence(row, comparison.decided, pairs, lower[metric])))
            typer.echo()
    for line in together(comparison):
        typer.echo(one_line(line))
    interval = title("intervals", comparison.decided.interval)
    typer.echo(f"Means {comparison.about}. * below alpha {comparison.decided.alpha:g}; intervals: {interval}.")


def count_pairs(rows: Sequence[Mapping[str, Any]]) -> int:
    """How many pairs of runs there are in the rows of a measure."""
    return len({(row["run"], row["other"]) for row in rows})


def interval_name(decided: Decided) -> str:
    """What a column of intervals is called."""
    return f"{100 * (1 - decided.alpha):g}% interval"


def print_ranks(comparison: Comparison) -> None:
    """For each curve and pair a table with one row per rank."""
    every = comparison.tables["comparisons"].to_pylist()
    baseline = len({row["other"] for row in every}) == 1
    pairs: dict[tuple[str, str, str, str], list] = {}
    for row in every:
        curve, _, rank = row["metric"].rpartition("@")
        one, other = (row["run"], row["other"]) if baseline else sorted((row["run"], row["other"]))
        pairs.setdefault((curve, one, other, row["test"]), []).append((rank, row))
    for (curve, one, other, test), found in pairs.items():
        typer.echo(one_line(f"{curve}: {one} and {other}, by {title('significance', test)}"))
        print_columns(
            ["rank", one, other, "difference", interval_name(comparison.decided), "p", "corrected"],
            [[rank, *at_rank(row, one)] for rank, row in found],
            0,
        )
        typer.echo()
    corrected = "; at each rank corrected for the number of pairs, not of ranks"
    corrected = corrected if title("corrections", comparison.decided.correction) else ""
    typer.echo(f"Means {comparison.about}. * below alpha {comparison.decided.alpha:g}{corrected}.")


def at_rank(row: Mapping[str, Any], one: str) -> list[str]:
    """What a table shows of a row of evalsql_comparisons, as the difference of one run from the other."""
    means, sign = [row["mean"], row["other_mean"]], 1 if row["run"] == one else -1
    limits = (
        "-" if row["lower"] is None else "{:+.4f} {:+.4f}".format(*sorted((sign * row["lower"], sign * row["upper"])))
    )
    return [
        *(f"{mean:.4f}" for mean in means[::sign]),
        f"{sign * row['difference']:+.4f}",
        limits,
        p_value(row["p_value"]),
        p_value(row["p_corrected"]) + ("*" if row["significant"] else " "),
    ]


def cells(row: Mapping[str, Any]) -> list[str]:
    """A row of evalsql_comparisons as a table shows it."""
    interval = "-" if row["lower"] is None else f"{row['lower']:+.4f} {row['upper']:+.4f}"
    return [
        row["run"],
        row["other"],
        row["test"],
        f"{row['difference']:+.4f}",
        interval,
        "-" if row["percent"] is None else f"{row['percent']:+.1f}",
        "-" if row["d"] is None else f"{row['d']:+.2f}",
        f"{row['wins']}/{row['ties']}/{row['losses']}",
        p_value(row["p_value"]),
        p_value(row["p_corrected"]) + ("*" if row["significant"] else " "),
    ]


def together(comparison: Comparison) -> list[str]:
    """What the tests of all runs together say, a line per measure; of two runs they say no more than those of pairs."""
    if max(len(means) for means in standings(comparison.scores).values()) < 3:
        return []
    lines: dict[str, list[str]] = {}
    for row in over_all(comparison.scores, comparison.decided):
        if row["statistic"] is not None:
            df = f"{row['df']:.0f}" + ("" if row["error_df"] is None else f", {row['error_df']:.0f}")
            text = (
                f"{title('significance', row['test'])} {row['statistic']:.2f} ({df}), p {p_value(row['p_value'], '= ')}"
            )
            lines.setdefault(row["metric"], []).append(text)
    for metric, margin in margins(comparison.scores, comparison.decided).items():
        if margin is not None:
            share = f"{100 * (1 - comparison.decided.alpha):g}%"
            lines.setdefault(metric, []).append(f"{share} interval of each mean +-{margin:.4f}")
    return [f"{metric}, all runs together: {'; '.join(texts)}." for metric, texts in lines.items()]


def print_json(comparison: Comparison, one_to_many: bool) -> None:
    """One object: what was decided, the runs with their letters, the pairs with a sentence each, and all together."""
    every, lower = comparison.tables["comparisons"].to_pylist(), lower_is_better(comparison.scores)
    decided = comparison.decided
    runs, pairs = [], []
    for metric, means in standings(comparison.scores).items():
        rows = [row for row in every if row["metric"] == metric]
        marks = {} if one_to_many else letters(rows, list(means), comparison.decided.tests[0])
        runs += [{"metric": metric, "run": run, "mean": mean, "letters": marks.get(run)} for run, mean in means.items()]
        count = count_pairs(rows)
        pairs += [row | {"sentence": sentence(row, decided, count, lower[metric])} for row in rows]
    named = {"tests": decided.tests, "correction": decided.correction, "interval": decided.interval}
    result = {
        "decided": decided.values | named,
        "about": comparison.about,
        "runs": runs,
        "comparisons": pairs,
        "all_runs": over_all(comparison.scores, comparison.decided),
        "margins": margins(comparison.scores, comparison.decided),
    }
    typer.echo(json.dumps(result, indent=1, ensure_ascii=False))


PRINTERS: Mapping[str, Callable[[Comparison, bool], None]] = {
    "table": print_table,
    "json": print_json,
    "markdown": print_markdown,
    "latex": print_latex,
}
