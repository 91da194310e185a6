"""`evalsql explain`: where the value of a measure comes from."""

from collections.abc import Callable, Iterator, Sequence

from evalsql.cli.command import Answer, Scoring, Shown, command
from evalsql.cli.tables import Row, Table
from evalsql.words import plural, said

# of tied documents, by their order
FIRST = {"trec_eval": "the highest doc_id", "input": "what is first in the file"}
FIRST |= {"best": "the most relevant", "worst": "the least relevant"}
MISSED = 10  # documents that are not there, if nobody says how many
# headings by columns, which are shown if anything in them says something
SHOWN = {"relevance": "rel", "found": "found", "gain": "gain", "discount": "discount", "term": "term"}
SHOWN |= {"sum": "sum", "ideal": "ideal", "adds": "adds", "value": "value"}
ABOVE = "Relevant documents below the cutoff or not retrieved; the value with each of them ranked first"


@command(
    "Explain",
    writes=("the ranking", "ranking"),
    pictures=("plane",),
    highlights=False,
    without=("queries", "costs"),
    format_help=" JSON has the relevant documents missed too.",
)
def explain(
    measure: str,
    run: list[str],
    qrels: str,
    query: str,
    top: int | None = None,
    *,
    scoring: Scoring,
) -> Shown:
    """Show where the value of a measure comes from, so that it can be checked by hand."""
    from evalsql.cli.printing import how_many
    from evalsql.scoring.explain import explain

    answer = explain.answer(run, qrels, measure, query, top=top, **scoring)

    ties = FIRST[scoring.get("ties") or "trec_eval"]
    return Shown(
        answer=answer,
        tables=tables(answer, query, how_many(top), ties),
        papers=tables(answer, query, top, ties),
        what="values",
        picture="relevance_plane",
    )


def tables(answer: Answer, query: str, top: int | None, first: str) -> Iterator[Table | str]:
    """The ranking, how its last row gives the value, and the relevant documents that are not in it."""
    rows, missed = answer.tables["ranking"].to_pylist(), answer.tables["missed"].to_pylist()
    (measure,), (whole,) = map(answer.heading, answer.measures), answer.tables["whole"].to_pylist()
    what = f"{measure} of run {said(whole['run'])} for query {said(query)}: {number(whole['value'])}"
    ranks = whole["ranks"]
    below = notes(rows, rows[-1] if rows and ranks == len(rows) else None, first)
    columns = {"rank": "rank", "doc_id": lambda row: row["doc_id"] or "-", "score": scored}
    columns |= {SHOWN[name]: numbers(name) for name in shown(rows)}
    left = ranks - len(rows[:top])
    more = [f"... {plural(left, 'more rank')}; --top {ranks} shows all"] if left > 0 else []
    note = "\n".join([*more, *([""] if below else []), *below])
    yield f"{what}\n"
    yield Table(rows[:top], columns, note=note, paper=" ".join([f"{what}.", *below]), texts=2, label="ranking")
    if missed:
        some = missed[: top or MISSED]
        columns = {"doc_id": "doc_id", "rel": numbers("relevance"), "gain": numbers("gain"), "rank": numbers("rank")}
        columns |= {"value": numbers("on_top"), "adds": numbers("adds")}
        left = len(missed) - len(some)
        note = f"... {plural(left, 'more document')}; --format json has them" if left else ""
        yield Table(some, columns, title=f"\n{ABOVE}:", note=note, paper=f"{ABOVE}.", label="missed")


def shown(rows: Sequence[Row]) -> list[str]:
    """The columns that say something, and nothing that another says."""
    names = [name for name in SHOWN if any(row[name] is not None for row in rows)]
    if "term" in names:
        return [name for name in names if name not in ("found", "adds")]
    same = all(row["gain"] is None or row["gain"] == row["relevance"] for row in rows)
    return [name for name in names if name != "gain" or not same]


def notes(rows: Sequence[Row], last: Row | None, first: str) -> list[str]:
    """How the last row of a ranking gives the value, and what the ranking's marks mean."""
    lines = []
    if last and last["sum"] is not None and last["value"] is not None:
        if last["ideal"]:
            lines.append(f"The value is sum / ideal: {last['sum']:z.4f} / {last['ideal']:z.4f} = {last['value']:z.4f}.")
        elif last["sum"] and abs(last["value"] - last["sum"]) > 1e-12:
            lines.append(f"The value is {last['value'] / last['sum']:.6g} times the sum.")
        elif last["sum"]:
            lines.append("The value is the sum.")
    if any(row["tied"] for row in rows):
        lines.append(f"=: the next document has this score too; of equal scores {first} is first.")
    if any(row["doc_id"] is not None and row["relevance"] is None for row in rows):
        lines.append("A document whose rel is - is not judged.")
    if any(row["doc_id"] is not None and row["score"] is None for row in rows):
        lines.append("The rank column puts documents in order, not the score.")
    if any(row["doc_id"] is None for row in rows):
        lines.append("A rank without a document is beyond the end of the ranking.")
    return lines


def scored(row: Row) -> str:
    """The score of a document, with a mark if the next document has the same."""
    if row["doc_id"] is None:
        return "-"
    score = "-" if row["score"] is None else f"{row['score']:.7g}"
    return f"{score}{'=' if row['tied'] else ' '}"


def numbers(name: str) -> Callable[[Row], str]:
    return lambda row: number(row[name])


def number(value: float | None) -> str:
    """A number: whole if it is, else with four decimals."""
    if value is None:
        return "-"
    return f"{value:zg}" if value % 1 == 0 and abs(value) < 1e6 else f"{value:z.4f}"
