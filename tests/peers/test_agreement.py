"""docs/agreement.md has every value that was recorded of other tools: how many are ours, and why the others are not."""

import agreement
import disagreements
import duckdb
import pages
import pytest
import recorded

PAGE = "docs/agreement.md"


def described(calls: list[agreement.Call]) -> str:
    """What evalsql was asked with, as options of the command: those of all calls, then those of some."""
    conventions = sorted(
        {f"`--convention {call.convention}`" if call.convention else "no convention" for call in calls}
    )
    sets = [options(call) for call in calls]
    shared = set.intersection(*sets)
    also = sorted(set.union(*sets) - shared)
    return ", ".join([" or ".join(conventions), *sorted(shared)]) + (f"; also {', '.join(also)}" if also else "")


def options(call: agreement.Call) -> set[str]:
    """The options of a call but for the convention."""
    found = {f"`--{name.replace('_', '-')}{'' if said is True else f' {said}'}`" for name, said in call.options.items()}
    found |= {f"`--rel {call.rel}`"} if call.rel else set()
    return found | {f"`{name}={value}` in measures" for name, value in call.parameters.items()}


def number(value: int) -> str:
    return f"{value:,}" if value else "-"


def totals(connection: duckdb.DuckDBPyConnection) -> str:
    """The table of tools."""
    counts = connection.execute(
        """
        select
            name,
            count(*),
            count(*) filter (equal and not left_out),
            count(*) filter (not equal and not left_out),
            count(*) filter (left_out)
        from compared
        group by rollup (name)
        """
    ).fetchall()
    by_name = {name: row for name, *row in counts}
    names = list(dict.fromkeys(call.name for call in agreement.CALLS))
    assert by_name.keys() == {*names, None}
    rows = [
        pages.row(name, described([c for c in agreement.CALLS if c.name == name]), *map(number, by_name[name]))
        for name in names
    ]
    rows.append(pages.row("all", "", *map(number, by_name[None])))
    header = ("tool", "asked for with", "recorded", "equal", "not equal", "not compared")
    return "\n".join([pages.row(*header), "|---|---|--:|--:|--:|--:|", *rows])


def differences(connection: duckdb.DuckDBPyConnection) -> str:
    """The table of what is not equal and of what is not compared."""
    counts = dict(
        connection.execute("select why, count(*) from compared where why is not null group by why").fetchall()
    )
    unused = [each for place, each in enumerate(disagreements.DIFFERENCES) if place not in counts]
    assert unused == []
    rows = [
        pages.row(
            each.name,
            each.measures,
            number(counts[place]),
            ("" if each.compared else "not compared: ") + each.why,
            each.right,
        )
        for place, each in enumerate(disagreements.DIFFERENCES)
    ]
    header = ("tool", "measures", "values", "what it does", "who is right")
    return "\n".join([pages.row(*header), "|---|---|--:|---|---|", *rows])


def collections(connection: duckdb.DuckDBPyConnection) -> str:
    """The table of collections."""
    counts = connection.execute(
        """
        select collection, count(distinct run), count(distinct query_id) filter (query_id <> 'all'), count(*)
        from compared
        group by collection
        """
    ).fetchall()
    by_name = {name: row for name, *row in counts}
    rows = [pages.row(what, *map(number, by_name[name])) for name, what in agreement.COLLECTIONS_HELD.items()]
    header = ("collection", "runs", "queries", "values recorded")
    return "\n".join([pages.row(*header), "|---|--:|--:|--:|", *rows])


@recorded.present
@pytest.mark.slow
def test_the_page_has_every_recorded_value_and_why_it_is_not_ours() -> None:
    connection = agreement.table()
    unexplained = "select collection, tool, tool_measure, run, query_id, theirs, ours from compared"
    assert connection.execute(f"{unexplained} where not equal and why is null order by all limit 5").fetchall() == []
    assert connection.execute("select count(*) from compared").fetchall() == agreement.recorded_values()
    pages.fill(PAGE, "differences", differences(connection))
    pages.fill(PAGE, "collections", collections(connection))
    pages.fill(PAGE, "totals", totals(connection))
