"""Comparisons as a table for a paper: one row per run and one column per measure, with marks of what is significant."""

from collections.abc import Mapping, Sequence
from string import ascii_letters
from typing import Any

from evalsql.cli.show.paper import Marked, Paper
from evalsql.comparing.compare import Comparison
from evalsql.comparing.findings import LETTERS, letters, method, read_letters, standings
from evalsql.comparing.scores import directed
from evalsql.errors import InputError

Marks = dict[str, dict[str, str]]  # of each run, by measure


def paper_of(comparison: Comparison, *, one_to_many: bool, beaten: bool, decimals: int, top: int | None) -> Paper:
    """The table of a comparison."""
    means = standings(comparison.scores)
    runs = list(dict.fromkeys(run for each in means.values() for run in each))
    best = {metric: next(iter(each)) for metric, each in means.items()}
    shown = [run for place, run in enumerate(runs) if top is None or place < top or run in comparison.baselines]
    lettered: dict[str, str] = {}
    if beaten or len(comparison.baselines) > 1:
        lettered = letters_of([run for run in shown if run in comparison.baselines or not comparison.baselines])
        marks = beaten_by(comparison, lettered)
    elif one_to_many:
        marks = above_and_below(comparison)
    else:
        marks = groups(comparison)
    rows = [
        [
            *([lettered.get(run, "")] if lettered else []),
            f"{run} (baseline)" if run in comparison.baselines else run,
            *(
                Marked(f"{means[metric][run]:z.{decimals}f}", run == best[metric], marks[metric].get(run, ""))
                if run in means[metric]
                else "-"
                for metric in means
            ),
        ]
        for run in shown
    ]
    read, heads = reading(comparison, one_to_many, lettered, marks), map(comparison.heading, comparison.measures)
    return Paper(
        ["#", "run", *heads] if lettered else ["run", *heads],
        rows,
        texts=2 if lettered else 1,
        caption=f"{read} ({method(comparison.decided, pairs_of(comparison))}). Means {comparison.about}.",
        label="comparison",
    )


def letters_of(runs: Sequence[str]) -> dict[str, str]:
    """A letter for each run."""
    if len(runs) > len(ascii_letters):
        raise InputError(f"there are {len(runs)} runs and only {len(ascii_letters)} letters; leave out --letters")
    return dict(zip(runs, ascii_letters, strict=False))


def reading(comparison: Comparison, one_to_many: bool, lettered: Mapping[str, str], marks: Marks) -> str:
    """How to read the marks."""
    if lettered:
        return "Superscripts: the runs that a run beats significantly"
    if comparison.baselines:
        return f"+ and -: significantly better and worse than {comparison.baselines[0]}"
    if one_to_many:
        return "-: significantly worse than the best run of the measure"
    test = comparison.decided.tests[0]
    read = {metric: read_letters(deciding(comparison, metric), each, test) for metric, each in marks.items()}
    if len(set(read.values())) == 1:
        return next(iter(read.values()))
    lacking = [
        f"{comparison.heading(metric)}: {text[0].lower()}{text[1:]}" for metric, text in read.items() if text != LETTERS
    ]
    return "; ".join([*([LETTERS] if LETTERS in read.values() else []), *lacking])


def pairs_of(comparison: Comparison) -> int:
    """Over how many pairs the p-values of a measure are corrected."""
    rows = comparison.rows()
    return max(
        len({(row["run"], row["other"]) for row in rows if row["metric"] == metric}) for metric in comparison.measures
    )


def deciding(comparison: Comparison, metric: str) -> list[dict[str, Any]]:
    """The rows of a measure by the test whose marks are shown."""
    rows = comparison.rows()
    return [row for row in rows if row["metric"] == metric and row["test"] == comparison.decided.tests[0]]


def groups(comparison: Comparison) -> Marks:
    """The letters of the groups of runs that do not differ."""
    return {
        metric: letters(deciding(comparison, metric), list(means), comparison.decided.tests[0])
        for metric, means in standings(comparison.scores).items()
    }


def winner(row: Mapping[str, Any], lower: bool) -> tuple[str, str]:
    """The better run of a pair, and the other."""
    ahead = (row["difference"] > 0) != lower
    return (row["run"], row["other"]) if ahead else (row["other"], row["run"])


def above_and_below(comparison: Comparison) -> Marks:
    """+ and - where a run is significantly better or worse than the one that all are compared with."""
    found: Marks = {}
    for metric in standings(comparison.scores):
        rows = deciding(comparison, metric)
        shared = {row["other"] for row in rows} if comparison.baselines else {row["run"] for row in rows}
        found[metric] = {}
        for row in rows:
            if row["significant"]:
                better, worse = winner(row, directed(metric) == "lower")
                found[metric] |= {worse: "-"} if better in shared else {better: "+"}
    return found


def beaten_by(comparison: Comparison, lettered: Mapping[str, str]) -> Marks:
    """The letters of the runs that each beats significantly."""
    found: Marks = {}
    for metric in standings(comparison.scores):
        beaten: dict[str, list[str]] = {}
        for row in deciding(comparison, metric):
            better, worse = winner(row, directed(metric) == "lower")
            if row["significant"] and worse in lettered:
                beaten.setdefault(better, []).append(lettered[worse])
        found[metric] = {run: "".join(sorted(each, key=ascii_letters.index)) for run, each in beaten.items()}
    return found
