"""`evalsql sweep`: one measure over many values of a parameter."""

from collections.abc import Iterator

from evalsql.cli.command import Answer, Plot, Scoring, Shown, command
from evalsql.cli.tables import Table


@command("Studies", writes=("the rows", "sweep"), pictures=("places", "scores"))
def sweep(
    runs: list[str],
    qrels: str,
    measure: str,
    over: str,
    *,
    scoring: Scoring,
    plot: Plot | None,
) -> Shown:
    """Score runs by one measure over many values of a parameter."""
    from evalsql.comparing.sweep import sweep

    answer = sweep.answer(runs, qrels, measure, over, **scoring)
    parameter = over.partition("=")[0].strip()

    shown = tables(answer, measure, parameter)
    pictures = dict.fromkeys(("places", "scores"), "sweep")
    look = {"over": parameter, "show": (plot and plot.picture) or "places"}
    return Shown(answer=answer, tables=shown, part="sweep", what="means", picture=pictures, look=look)


def tables(answer: Answer, measure: str, parameter: str) -> Iterator[Table | str]:
    """One row per run and one column per value of the parameter, and below how the orderings agree with the first."""
    rows = answer.tables["sweep"].to_pylist()
    values = list(dict.fromkeys(row["value"] for row in rows))
    cells: dict[str, dict[str, str]] = {row["run"]: dict.fromkeys(values, "-") | {"": row["run"]} for row in rows}
    tau, moved = {"": "tau"}, {"": "changed position", **dict.fromkeys(values, 0)}
    for row in rows:
        cells[row["run"]][row["value"]] = f"{row['mean']:z.4f} ({row['place']})"
        tau[row["value"]] = "-" if row["tau"] is None else f"{row['tau']:z.4f}"
        moved[row["value"]] += bool(row["moved"])
    columns = {"run": "", **{value: lambda row, value=value: str(row[value]) for value in values}}
    yield Table([*cells.values(), tau, moved], columns, title=f"{measure} over {parameter}")
    yield f"\nMeans {answer.about}; positions in parentheses."
    yield f"tau: Kendall's tau-b with the system ranking by {parameter}={values[0]}; changed position: how many runs."
