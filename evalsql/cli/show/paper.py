"""Comparisons as a table for a paper, in Markdown or LaTeX."""

import re
from collections.abc import Callable

import typer

from evalsql.comparing.compare import Comparison
from evalsql.comparing.findings import NO_LETTERS, letters, lower_is_better, method, standings
from evalsql.words import one_line


def marked(comparison: Comparison, one_to_many: bool) -> dict[str, dict[str, str]]:
    """The mark of each run, by measure: letters, or + and - where it is above or below what it is compared with."""
    every, lower = comparison.tables["comparisons"].to_pylist(), lower_is_better(comparison.scores)
    found: dict[str, dict[str, str]] = {}
    for metric, means in standings(comparison.scores).items():
        rows = [row for row in every if row["metric"] == metric and row["test"] == comparison.decided.tests[0]]
        if not one_to_many:
            found[metric] = letters(rows, list(means), comparison.decided.tests[0])
            continue
        found[metric] = dict.fromkeys(means, "")
        baselines = {row["other"] for row in rows}
        for row in rows:
            run, above = (
                (row["run"], row["difference"] > 0) if len(baselines) == 1 else (row["other"], row["difference"] < 0)
            )
            if row["significant"]:
                found[metric][run] = "+" if above != lower[metric] else "-"
    return found


def paper_rows(comparison: Comparison, one_to_many: bool, write: Callable[[str, str, bool], str]) -> list[list[str]]:
    """One row per run, one cell per measure: its mean and its mark, the best mean of each measure in bold."""
    means, marks = standings(comparison.scores), marked(comparison, one_to_many)
    runs = list(dict.fromkeys(run for each in means.values() for run in each))
    best = {metric: next(iter(each.values())) for metric, each in means.items()}
    return [
        [run, *(
            write(f"{means[metric][run]:.4f}", marks[metric][run], means[metric][run] == best[metric])
            if run in means[metric] else "-" for metric in means
        )]
        for run in runs
    ]  # fmt: skip


def paper_caption(comparison: Comparison, one_to_many: bool) -> str:
    """How to read the marks."""
    rows = comparison.tables["comparisons"].to_pylist()
    pairs = max(
        len({(row["run"], row["other"]) for row in rows if row["metric"] == metric}) for metric in comparison.measures
    )
    read = "Runs that share a letter do not differ"
    if one_to_many:
        read = "+ and -: above and below what it is compared with"
    elif not any(mark for each in marked(comparison, one_to_many).values() for mark in each.values()):
        read = NO_LETTERS
    return f"{read} ({method(comparison.decided, pairs)}). Means {comparison.about}."


def print_markdown(comparison: Comparison, one_to_many: bool) -> None:
    """A table in Markdown."""

    def write(mean: str, mark: str, best: bool) -> str:
        return (f"**{mean}**" if best else mean) + (f"<sup>{mark}</sup>" if mark else "")

    typer.echo("| " + " | ".join(["run", *map(markdown, comparison.measures)]) + " |")
    typer.echo("|---" + "|---:" * len(comparison.measures) + "|")
    for run, *cells in paper_rows(comparison, one_to_many, write):
        typer.echo("| " + " | ".join([markdown(run), *cells]) + " |")
    typer.echo(f"\n{paper_caption(comparison, one_to_many)}")


def markdown(text: str) -> str:
    """A text as Markdown writes it in a table; a _ inside a word is not taken for emphasis."""
    return re.sub(r"[\\`*\[\]<>|~$&]|(?<![^\W_])_|_(?![^\W_])", r"\\\g<0>", one_line(text))


def print_latex(comparison: Comparison, one_to_many: bool) -> None:
    """A table in LaTeX, for the package booktabs."""

    def write(mean: str, mark: str, best: bool) -> str:
        return (f"\\textbf{{{mean}}}" if best else mean) + (f"$^{{{mark}}}$" if mark else "")

    lines = ["\\begin{table}", "\\centering", f"\\caption{{{latex(paper_caption(comparison, one_to_many))}}}"]
    lines += [f"\\begin{{tabular}}{{l{'r' * len(comparison.measures)}}}", "\\toprule"]
    lines.append(" & ".join(["run", *map(latex, comparison.measures)]) + " \\\\")
    lines.append("\\midrule")
    for run, *cells in paper_rows(comparison, one_to_many, write):
        lines.append(" & ".join([latex(run), *cells]) + " \\\\")
    typer.echo("\n".join([*lines, "\\bottomrule", "\\end{tabular}", "\\end{table}"]))


def latex(text: str) -> str:
    """A text as LaTeX writes it."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    special |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}  # other signs in LaTeX's own fonts
    special |= {"[": "{[}", "*": "{*}"}  # which, first in a row, would belong to the end of the row above
    return "".join(special.get(each, f"\\{each}" if each in "&%$#_{}" else each) for each in one_line(text))
