"""A report in short, as Markdown or LaTeX has it: tables made of the same reports as the page."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from string import ascii_lowercase
from textwrap import shorten
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from evalsql.comparing.findings import p_value
from evalsql.errors import InputError
from evalsql.outputs.paper import Marked, Paper, latex, latex_table, markdown, markdown_table
from evalsql.reporting.contents import best, evaluated, leaderboard
from evalsql.reporting.database import Opened, Table
from evalsql.reporting.pictures import can_draw, compared
from evalsql.sqltext import identifier, quote

FEW_RUNS = 12  # that can be told apart by letters, and are compared one by one
FEW_QUERIES = 5  # the hardest, and the easiest
PLACES = {"judged_10": "@10", "judged_100": "@100", "judged_all": "all"}
MOST_SIGNS = 30  # of the text of a query, beside which a paper has room for the numbers
MEANS = "Means of the runs, with 95 % confidence intervals by Student's t over queries."
DIFFERENCES = "Differences of means, with 95 % confidence intervals by Student's t over queries."
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Form:
    """How a report in short is written."""

    template: str  # its file
    text: Callable[[str], str]  # how a text from outside is written
    table: Callable[[Paper], str]  # how a table is


@dataclass(frozen=True)
class Drawn:
    """A picture beside a report."""

    name: str  # its file
    label: str  # what a paper refers to it by, after `fig:`
    caption: str  # what it shows


FORMS = {
    "md": Form("report.md", markdown, markdown_table),
    "tex": Form("report.tex", latex, lambda paper: latex_table(paper).replace("\\centering", "\\centering\\small", 1)),
}


def brief(found: Opened, title: str | None, form: str, pictures: Sequence[Drawn] = ()) -> str:
    """The text of a report in short."""
    how = FORMS[form]
    tables = {
        name: found.table(name)
        for name in ("facts", "sources", "leaderboard", "apart", "untested", "against", "glossary")
    }
    template = environment().get_template(how.template)
    papers = {paper.label: how.table(paper) for paper in papers_of(found, tables)}
    return template.render(
        title=how.text(title or "Evaluation"),
        facts=[(name, how.text(text)) for name, text in evaluated(found, tables)["facts"]],
        warnings=[how.text(text) for text in found.warnings],
        tables=papers,
        measures=[(how.text(row["metric"]), how.text(about(row))) for row in tables["glossary"].rows],
        pictures=pictures,
        version=how.text(found.fact("evalsql")),
    )


@cache
def environment() -> Environment:
    """Jinja whose signs mean nothing to Markdown or LaTeX; what is filled in is escaped before."""
    return Environment(
        loader=FileSystemLoader(HERE),
        undefined=StrictUndefined,
        autoescape=False,
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def draw(found: Opened, path: Path) -> list[Drawn]:
    """Draws the pictures of a report in LaTeX beside it if charts are installed; leaves out those that fail."""
    if not can_draw():
        return []
    from evalsql import charts
    from evalsql.charts.save import write

    named = [] if found.baseline is None else [found.baseline]
    texts = [measure.metric for measure in found.measures]
    scores, told = found.arrow("scores"), compared(found)
    curved = found.table("curves") if "curves" in found.there else None
    wanted: dict[str, tuple[str, Callable[[], Any]]] = {
        "leaderboard": (MEANS, lambda: charts.leaderboard(scores, texts, named=named)),
        "differences": (DIFFERENCES, lambda: charts.forest(told)),
    }
    for place, metric in enumerate(curved.values("metric") if curved else (), start=1):
        axis = curved.of(metric=metric).rows[0]["axis"] if curved else ""
        points = found.arrow("points", curve=quote(metric), axis=identifier(axis))
        chart = partial(charts.curves, points, baseline=found.baseline)
        wanted[f"curve-{place}"] = (f"{metric} by {axis}, the mean over queries.", chart)
    made = []
    for label, (caption, chart) in wanted.items():
        # a name that LaTeX takes as it is
        picture = path.with_name(f"{re.sub(r'[^A-Za-z0-9.-]', '-', path.stem)}-{label}.pdf")
        with suppress(InputError):  # such as of too many runs
            write(chart(), picture)
            made.append(Drawn(picture.name, label, latex(caption)))
    return made


def papers_of(found: Opened, tables: Mapping[str, Table]) -> Iterator[Paper]:
    """The tables of a report in short."""
    yield of_leaderboard(found, tables)
    yield from of_slices(found, tables)
    yield from of_comparisons(found, tables)
    if "judged" in found.there:
        yield of_judgments(found, tables)
    yield of_queries(found)


def of_leaderboard(found: Opened, tables: Mapping[str, Table]) -> Paper:
    """The runs with their means, the best in bold, and which others each is significantly better than."""
    board = leaderboard(found, tables)
    kept, cut = best(found, tables)
    named = dict(zip(board["runs"], ascii_lowercase, strict=False)) if len(board["runs"]) <= FEW_RUNS else {}
    apart = {(row["metric"], frozenset((row["run"], row["other"]))) for row in tables["apart"].rows}
    rows = []
    for run in kept:
        cells: list[str | Marked] = [named[run], run] if named else [run]
        for measure in found.measures:
            here = board["runs"][run]["means"].get(measure.metric)
            if here is None or here["value"] is None:
                cells.append("-")
                continue
            others = board["runs"].items()
            beaten = [
                named[other]
                for other, row in others
                if named
                and (measure.metric, frozenset((run, other))) in apart
                and row["means"][measure.metric]["place"] > here["place"]
            ]
            mark = "".join(beaten) if named else here["letters"]
            cells.append(Marked(f"{here['value']:.4f}", here["best"], mark))
        rows.append(cells)
    sums = ", ".join(measure.metric for measure in found.measures if measure.summary == "sum")
    said = f"Means over queries{f', of {sums} sums' if sums else ''}; the best of each measure is in bold."
    if named and apart:
        said += " A value is significantly better than those of the runs whose letters it has"
    elif named and rows[1:]:
        said += " No two runs differ significantly"
    elif board["lettered"]:
        said += " Runs that share a letter do not differ significantly"
    if not said.endswith("."):
        said += " (paired t test, Holm-corrected over all pairs, alpha 0.05)."
    if cut:
        said += f" Of {len(board['runs'])} runs the best {len(kept)} are here."
    header = [*(["", "run"] if named else ["run"]), *(measure.metric for measure in found.measures)]
    return Paper(header, rows, 2 if named else 1, said, "leaderboard")


def of_slices(found: Opened, tables: Mapping[str, Table]) -> Iterator[Paper]:
    """The means of the runs in each slice, by the first measure."""
    if "slices" not in found.there:
        return
    metric = found.measures[0].metric
    runs = [row["run"] for row in tables["leaderboard"].of(metric=metric).rows][:FEW_RUNS]
    rows = found.table("slices").of(metric=metric)
    for attribute in rows.values("attribute"):
        part = rows.of(attribute=attribute)
        values = {(row["slice"], row["run"]): f"{row['value']:.4f}" for row in part.rows if row["value"] is not None}
        names = part.values("slice")
        sizes = {row["slice"]: row["size"] for row in part.rows}
        header = ["run", *(f"{name} ({sizes[name]})" for name in names)]
        lines = [[run, *(values.get((name, run), "-") for name in names)] for run in runs]
        said = f"Mean {metric} by {attribute}; in parentheses, how many queries a slice has."
        yield Paper(header, lines, 1, said, f"slices-{attribute}")


def of_comparisons(found: Opened, tables: Mapping[str, Table]) -> Iterator[Paper]:
    """The runs compared with the baseline, or with the best where there is none, a table per measure."""
    for measure in found.measures:
        rows = tables["against"].of(metric=measure.metric).rows
        if not rows:
            continue
        lines = []
        for row in rows[:FEW_RUNS]:
            interval = "-" if row["lower"] is None else f"{row['lower']:+z.4f} to {row['upper']:+z.4f}"
            difference = "-" if row["difference"] is None else f"{row['difference']:+z.4f}"
            marked = Marked(difference, mark="*" if row["significant"] else "")
            p = "-" if row["p_corrected"] is None else p_value(row["p_corrected"])
            lines.append([row["run"], marked, interval, p, f"{row['wins']}/{row['ties']}/{row['losses']}"])
        said = f"{measure.metric}: differences from {rows[0]['other']}, with 95 % intervals;"
        said += " p of the paired t test, Holm-corrected; * is below 0.05."
        if measure.summary == "geometric":
            said += " Differences are those of the natural logarithms of geometric means."
        if len(rows) > FEW_RUNS:
            said += f" Of {len(rows)} runs the first {FEW_RUNS} are here."
        header = ["run", "difference", "95 % interval", "p", "wins/ties/losses"]
        yield Paper(header, lines, 1, said, f"comparisons-{measure.metric}")


def of_judgments(found: Opened, tables: Mapping[str, Table]) -> Paper:
    """Which share of the documents of each run is judged, and how far the others could raise its scores."""
    kept, _ = best(found, tables)
    shares = {row["run"]: row for row in found.table("coverage").rows}
    bounded = [measure for measure in found.measures if measure.residual]
    highest = {(row["metric"], row["run"]): row["highest"] for row in tables["leaderboard"].rows}
    lines = []
    for run in kept:
        share = shares.get(run, {})
        cells = [f"{100 * share[name]:.0f} %" if share.get(name) is not None else "-" for name in PLACES]
        tops = [highest.get((measure.metric, run)) for measure in bounded]
        lines.append([run, *cells, *("-" if top is None else f"{top:.4f}" for top in tops)])
    said = "Share of the documents to a rank that is judged, over all queries"
    said += ", and the mean if every unjudged document were relevant." if bounded else "."
    header = ["run", *(f"judged {place}" for place in PLACES.values())]
    return Paper([*header, *(f"highest {measure.metric}" for measure in bounded)], lines, 1, said, "judgments")


def of_queries(found: Opened) -> Paper:
    """The hardest and the easiest queries by the first measure."""
    metric = found.measures[0].metric
    rows = found.table("difficulty", most=FEW_QUERIES).of(metric=metric).rows
    texts = any(row["text"] for row in rows)
    lines = [
        [
            row["query_id"],
            *([shorten(row["text"] or "", MOST_SIGNS, placeholder=" ...")] if texts else []),
            row["best_run"] or "several tie",
            *(f"{row[name]:.4f}" for name in ("mean", "lowest", "highest")),
        ]
        for row in rows
    ]
    header = ["query", *(["text"] if texts else []), "best run", "mean", "lowest", "highest"]
    said = f"The hardest and the easiest queries, by the mean {metric} of all runs."
    return Paper(header, lines, 3 if texts else 2, said, "queries")


def about(row: Mapping[str, Any]) -> str:
    """What a measure is, in a sentence or two."""
    if not row["about"]:
        return "a measure that evalsql does not know"
    return " ".join(f"{row['title']}. {row['about']}".split())
