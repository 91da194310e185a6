"""`evalsql explain`: where the value of a measure comes from."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalsql.cli.completion import complete_measure
from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.old import Qrels, Runs, with_order_options
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.cli.show.tables import how_many, print_columns

if TYPE_CHECKING:
    from evalsql.answers import Answer
    from evalsql.scoring.options import OrderOptions

PLACE = 27  # in the help
Format = Literal["table", "markdown", "csv", "json"]
# of tied documents, by their order
FIRST = {"trec_eval": "the highest doc_id", "input": "what is first in the file"}
FIRST |= {"best": "the most relevant", "worst": "the least relevant"}
# what is shown of a column, and whether it is where nothing in it says anything
MISSED = 10  # documents that are not there, where nobody says how many
SHOWN = {"relevance": "rel", "found": "found", "gain": "gain", "discount": "discount", "term": "term"}
SHOWN |= {"sum": "sum", "ideal": "ideal", "adds": "adds", "value": "value"}


@with_order_options
@with_output("the ranking", "ranking")
@with_plot("plane", runs=False)
def explain(
    measure: Annotated[
        str,
        typer.Argument(
            metavar="MEASURE",
            autocompletion=complete_measure,
            help="Measure: nDCG@10, AP, 'RBP(p=0.8)'. 'evalsql metrics' lists them.",
        ),
    ],
    run: Runs,
    qrels: Qrels,
    query: Annotated[str, typer.Option(metavar="ID", help="The query.")],
    top: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="How many ranks to show.  [default: down to the cutoff, at most 1,000]"),
    ] = None,
    *,
    options: "OrderOptions",
    output: Output | None = None,
    plot: Plot | None = None,
    format: Annotated[Format, typer.Option(help="How to print; json has the relevant documents missed too.")] = "table",
) -> None:
    """Show where the value of a measure comes from, so that it can be checked by hand.

    Prints the ranking of one run for one query: the relevance of each document, what it gains and what divides that,
    the sum so far and the ideal, where the measure's sum has such terms, and the value of the measure were the ranking
    to end there. The last value is the measure's. Below are the relevant documents that are not there, and what the
    value would be with one of them on top. --plot draws the plane of relevance of a measure of distance, such as ADM.

    \b
    Examples:
      evalsql explain nDCG@10 bm25.run --qrels qrels.txt --query 301
      evalsql explain AP bm25.run --qrels qrels.txt --query 301 --top 20
      evalsql explain 'RBP(p=0.8)@10' bm25.run --qrels qrels.txt --query 301 --format markdown
      evalsql explain RR bm25.run --qrels qrels.txt --query 301 --ties worst
      evalsql explain 'ADM(top=3)' bm25.run --qrels qrels.txt --query 301 --plot plane.svg
      evalsql explain P@10 bm25.run --qrels qrels.txt --query 301 --format json
    """
    from evalsql.cli.progress import progress
    from evalsql.scoring.explain import explain

    if plot is not None:
        refuse_unless_distance(measure, options.get("convention"))
    with progress() as tell:
        found = explain.answer(run, qrels, measure, query, top=top, **options, progress=tell)
    printers = {
        form: lambda form=form: print_explained(
            found, query, how_many(top) if form == "table" else top, form, options.get("ties") or "trec_eval"
        )
        for form in ("table", "markdown")
    }
    deliver(found, output, format, printers, part=None if format == "json" else "ranking", what="values")
    if plot is not None:
        from evalsql import charts

        plot.draw(charts.relevance_plane(found.tables, **plot.look))


def refuse_unless_distance(measure: str, convention: str | None) -> None:
    """Refuses a picture of a measure that has none."""
    from evalsql.catalog.measure import parse_measure
    from evalsql.errors import InputError

    asked = parse_measure(measure, convention=convention)
    if not asked.of_distance:
        raise InputError(
            f"--plot draws the plane of relevance of a measure of distance, such as ADM(top=3), not {asked}"
        )


def print_explained(found: "Answer", query: str, top: int | None, form: str, ties: str) -> None:
    """The ranking, how its last row gives the value, and the relevant documents that are not in it."""
    from evalsql.cli.show.paper import markdown
    from evalsql.words import plural, said

    rows, missed = found.tables["ranking"].to_pylist(), found.tables["missed"].to_pylist()
    (measure,), last = map(found.heading, found.measures), rows[-1] if rows else None
    (whole,) = found.tables["whole"].to_pylist()
    what = f"{measure} of run {said(whole['run'])} for query {said(query)}: {number(whole['value'])}"
    say(f"{markdown(what) if form == 'markdown' else what}\n")
    shown = [name for name in SHOWN if any(row[name] is not None for row in rows)]
    if "term" in shown:
        shown = [name for name in shown if name not in ("found", "adds")]
    elif all(row["gain"] is None or row["gain"] == row["relevance"] for row in rows):
        shown = [name for name in shown if name != "gain"]
    lines = [[str(row["rank"]), *document(row), *(number(row[name]) for name in shown)] for row in rows[:top]]
    print_rows(["rank", "doc_id", "score", *(SHOWN[name] for name in shown)], lines, 2, form)
    ranks = whole["ranks"]
    if ranks > len(lines):
        say(f"... {plural(ranks - len(lines), 'more rank')}; --top {ranks} shows all")
    for line in notes(rows, last if ranks == len(rows) else None, ties):
        say(line)
    if missed:
        say("\nRelevant, and not among these; the value with each alone on top:" + "\n" * (form == "markdown"))
        lines = [
            [row["doc_id"], *(number(row[name]) for name in ("relevance", "gain", "rank", "on_top", "adds"))]
            for row in missed[: top or MISSED]
        ]
        print_rows(["doc_id", "rel", "gain", "rank", "value", "adds"], lines, 1, form)
        if len(missed) > len(lines):
            say(f"... {plural(len(missed) - len(lines), 'more document')}; --format json has them")


def notes(rows: list[dict], last: dict | None, ties: str) -> list[str]:
    """What is to be said below a ranking: how its last row gives the value, and what its marks mean."""
    found = [""]
    if last and last["sum"] is not None and last["value"] is not None:
        if last["ideal"]:
            found.append(f"The value is sum / ideal: {last['sum']:z.4f} / {last['ideal']:z.4f} = {last['value']:z.4f}.")
        elif last["sum"] and abs(last["value"] - last["sum"]) > 1e-12:
            found.append(f"The value is {last['value'] / last['sum']:.6g} times the sum.")
        elif last["sum"]:
            found.append("The value is the sum.")
    if any(row["tied"] for row in rows):
        found.append(f"=: the next document has this score too; of equal scores {FIRST[ties]} is first.")
    if any(row["doc_id"] is not None and row["relevance"] is None for row in rows):
        found.append("A document whose rel is - is not judged.")
    if any(row["doc_id"] is not None and row["score"] is None for row in rows):
        found.append("The rank column puts documents in order, not the score.")
    if any(row["doc_id"] is None for row in rows):
        found.append("A rank without a document is beyond the end of the ranking.")
    return found if found[1:] else []


def document(row: dict) -> list[str]:
    """The document of a row and its score, with a mark where the next document has the same."""
    if row["doc_id"] is None:
        return ["-", "-"]
    score = "-" if row["score"] is None else f"{row['score']:.7g}"
    return [row["doc_id"], f"{score}{'=' if row['tied'] else ' '}"]


def number(value: float | None) -> str:
    """A number: whole where it is, with four decimals elsewhere."""
    if value is None:
        return "-"
    return f"{value:zg}" if value % 1 == 0 and abs(value) < 1e6 else f"{value:z.4f}"


def print_rows(header: list[str], lines: list[list[str]], texts: int, form: str) -> None:
    """A table, or one in Markdown."""
    from evalsql.cli.show.paper import Paper, print_markdown

    if form == "markdown":
        print_markdown(Paper(header, lines, texts, "", ""))
    else:
        print_columns(header, lines, texts)
