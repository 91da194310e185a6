"""Comparisons on standard output: a table with letters and pairs, CSV, JSON, or a table for a paper."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import typer

from evalsql.cli.layout import say, say_json
from evalsql.cli.show import paper
from evalsql.cli.show.compared import paper_of
from evalsql.cli.show.slice_comparisons import called, change, p_cell, papers_of, print_slices
from evalsql.cli.show.tables import print_columns, print_top
from evalsql.comparing.choices import familywise, title
from evalsql.comparing.compare import Comparison, Decided, margins, over_all
from evalsql.comparing.findings import letters, method, p_value, ratio, read_letters, sentence, standings
from evalsql.comparing.scores import directed
from evalsql.words import one_line, said

MOST_PAIRS = 30  # that a table shows
MOST_SENTENCES = 6


@dataclass(frozen=True, kw_only=True)
class Look:
    """How a comparison is printed."""

    one_to_many: bool  # whether runs were compared with baselines, or with the best one, and not all with all
    letters: bool = False  # whether a table for a paper marks a run with the letters of those that it beats
    decimals: int = 4  # of means and differences
    top: int | None = None  # how many runs; all of them where None


def print_table(comparison: Comparison, look: Look) -> None:
    """For each measure the runs with their letters, then the pairs, then what it means in words."""
    every = comparison.rows()
    for metric, means in standings(comparison.scores).items():
        rows = [row for row in every if row["metric"] == metric]
        pairs, heading = count_pairs(rows), comparison.heading(metric)
        if not look.one_to_many and len(means) > 2:
            marks = letters(rows, list(means), comparison.decided.tests[0])
            groups = {run: [mark] for run, mark in marks.items()} if any(marks.values()) else {}
            lines = [[run, *groups.get(run, []), f"{means[run]:.{look.decimals}f}"] for run in means]
            names = [heading, *(["groups"] if groups else [])]
            print_top([*names, "mean"], lines, len(names), look.top, "run")
            read = read_letters(rows, marks, comparison.decided.tests[0])
            say(f"{one_line(read)} ({method(comparison.decided, pairs)}).\n")
        if not rows:
            say(f"{one_line(heading)}: no two runs have a value for the same query.\n")
        elif look.one_to_many or pairs <= MOST_PAIRS:
            print_pairs(heading, rows, comparison, look)
        else:
            told = sum(row["significant"] for row in rows if row["test"] == comparison.decided.tests[0])
            say(f"{told} of {pairs} pairs differ; --format csv or -o lists them.\n")
        if 0 < len(rows) <= MOST_SENTENCES:
            for row in rows:
                say(one_line(sentence({**row, "metric": heading}, comparison.decided, pairs, directed(metric))))
            typer.echo()
    if "interactions" in comparison.tables:
        print_slices(comparison, look.decimals, look.top)
    for line in together(comparison):
        say(one_line(line))
    interval = title("intervals", comparison.decided.interval)
    say(f"Means {comparison.about}. * significant at alpha {comparison.decided.alpha:.12g}; intervals: {interval}.")


def print_pairs(metric: str, rows: Sequence[Mapping[str, Any]], comparison: Comparison, look: Look) -> None:
    """The pairs of a measure, in a table for each baseline; what all of a table share stands above it."""
    decided, pairs = comparison.decided, count_pairs(rows)
    how = f" ({method(decided, pairs)})" if len(decided.tests) == 1 else ""
    corrected = not all(map(familywise, decided.tests)) and pairs > 1 and title("corrections", decided.correction)
    values = [called(rows[0]), interval_name(decided), "%", "d", "w/t/l", "p", *(["p-corr"] if corrected else [])]
    for baseline in comparison.baselines or [None]:
        part = [row for row in rows if baseline in (None, row["other"])]
        if not part:
            continue
        others, runs = {row["other"] for row in part}, {row["run"] for row in part}
        names = ["run", "other"]
        if len(others) == 1:
            names, text = ["run"], f"{metric}: runs compared with {said(*others)}"
        elif len(runs) == 1:
            names, text = ["other"], f"{metric}: {said(*runs)} compared with the others"
        else:
            text = f"{metric}: runs compared with each other"
        names += ["test"] if len(decided.tests) > 1 else []
        say(one_line(text + how))
        lines = [[*(row[name] for name in names), *cells(row, look.decimals, bool(corrected))] for row in part]
        print_top([*names, *values], lines, len(names), look.top, "row")
        typer.echo()


def count_pairs(rows: Sequence[Mapping[str, Any]]) -> int:
    """How many pairs of runs there are in the rows of a measure."""
    return len({(row["run"], row["other"]) for row in rows})


def interval_name(decided: Decided) -> str:
    """What a column of intervals is called."""
    return f"{100 * (1 - decided.alpha):g}% interval"


def print_ranks(comparison: Comparison, look: Look) -> None:
    """For each curve and pair a table with one row per rank."""
    baselines = comparison.baselines
    pairs: dict[tuple[str, str, str, str], list] = {}
    for row in comparison.rows():
        curve, _, rank = comparison.heading(row["metric"]).rpartition("@")
        one, other = row["run"], row["other"]
        if other not in baselines or one in baselines:  # which is above changes from rank to rank
            one, other = sorted((one, other))
        pairs.setdefault((curve, one, other, row["test"]), []).append((rank, row))
    for (curve, one, other, test), found in pairs.items():
        say(one_line(f"{curve}: {one} and {other}, by {title('significance', test)}"))
        print_columns(
            ["rank", one, other, "diff", interval_name(comparison.decided), "p", "p-corr"],
            [[rank, *at_rank(row, one, look.decimals)] for rank, row in found],
            0,
            across=True,
        )
        typer.echo()
    corrected = "; at each rank corrected for the number of pairs, not of ranks"
    corrected = corrected if title("corrections", comparison.decided.correction) else ""
    say(f"Means {comparison.about}. * significant at alpha {comparison.decided.alpha:.12g}{corrected}.")


def at_rank(row: Mapping[str, Any], one: str, decimals: int) -> list[str]:
    """What a table shows of a row of evalsql_comparisons, as the difference of one run from the other."""
    means, sign = [row["mean"], row["other_mean"]], 1 if row["run"] == one else -1
    return [
        *(f"{mean:z.{decimals}f}" for mean in means[::sign]),
        *change(row, decimals, sign),
        p_cell(row["p_value"]),
        p_cell(row["p_corrected"], row["significant"]),
    ]


def cells(row: Mapping[str, Any], decimals: int, corrected: bool) -> list[str]:
    """The numbers of a row of evalsql_comparisons as a table shows them."""
    return [
        *change(row, decimals),
        "-" if row["percent"] is None else f"{row['percent']:+z.1f}",
        "-" if row["d"] is None else f"{row['d']:+z.2f}",
        f"{row['wins']}/{row['ties']}/{row['losses']}",
        *([p_cell(row["p_value"])] if corrected else []),
        p_cell(row["p_corrected"], row["significant"]),
    ]


def together(comparison: Comparison) -> list[str]:
    """What the tests of all runs together say, a line per measure; of two runs they say no more than those of pairs."""
    if max(len(means) for means in standings(comparison.scores).values()) < 3:
        return []
    lines: dict[str, list[str]] = {}
    for row in over_all(comparison.scores, comparison.decided):
        if row["statistic"] is not None:
            df = f"{row['df']:.0f}" + ("" if row["error_df"] is None else f", {row['error_df']:.0f}")
            statistic, p = f"{row['statistic']:z.2f} ({df})", p_value(row["p_value"], "= ")
            text = f"{title('significance', row['test'])} {statistic}, p {p}"
            lines.setdefault(row["metric"], []).append(text)
    logs = {row["metric"] for row in comparison.rows() if row["logarithm"]}
    for metric, margin in margins(comparison.scores, comparison.decided).items():
        if margin is not None:
            share = f"{100 * (1 - comparison.decided.alpha):g}%"
            by = f"within a factor of {ratio(margin)}" if metric in logs else f"+-{margin:z.4f}"
            lines.setdefault(metric, []).append(f"{share} interval of each mean {by}")
    return [f"{comparison.heading(metric)}, all runs together: {'; '.join(texts)}." for metric, texts in lines.items()]


def print_json(comparison: Comparison, look: Look) -> None:
    """One object: what was decided, the runs with their letters, the pairs with a sentence each, and all together."""
    every = comparison.rows()
    decided = comparison.decided
    runs, pairs = [], []
    for metric, means in standings(comparison.scores).items():
        rows = [row for row in every if row["metric"] == metric]
        marks = {} if look.one_to_many else letters(rows, list(means), comparison.decided.tests[0])
        runs += [{"metric": metric, "run": run, "mean": mean, "letters": marks.get(run)} for run, mean in means.items()]
        count = count_pairs(rows)
        pairs += [row | {"sentence": sentence(row, decided, count, directed(metric))} for row in rows]
    named = {"tests": decided.tests, "correction": decided.correction, "interval": decided.interval}
    result = {
        "decided": decided.values | named,
        "about": comparison.about,
        "baselines": comparison.baselines,
        "better": {metric: directed(metric) for metric in comparison.measures},
        "runs": runs,
        "comparisons": pairs,
        "all_runs": over_all(comparison.scores, comparison.decided),
        "margins": margins(comparison.scores, comparison.decided),
    }
    if "interactions" in comparison.tables:
        result["slices"] = comparison.rows(sliced=True)
        result["losses"] = comparison.tables["losses"].to_pylist()
        result["interactions"] = comparison.tables["interactions"].to_pylist()
    say_json(result)


def print_paper(comparison: Comparison, look: Look, form: str) -> None:
    """A table for a paper."""
    paper.PRINTERS[form](
        paper_of(
            comparison,
            one_to_many=look.one_to_many,
            beaten=look.letters,
            decimals=look.decimals,
            top=look.top,
        )
    )
    for each in papers_of(comparison, look.decimals) if "interactions" in comparison.tables else ():
        typer.echo()
        paper.PRINTERS[form](each)


PRINTERS: Mapping[str, Callable[[Comparison, Look], None]] = {
    "table": print_table,
    "json": print_json,
    **{form: partial(print_paper, form=form) for form in paper.PRINTERS},
}
