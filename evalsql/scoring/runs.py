"""Runs, read, checked and ranked a pass after the other: evalsql_judged, evalsql_topics and what else measures read."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from os.path import isfile

import duckdb

from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import InputError, Problem, refuse
from evalsql.inputs.checks.lookalikes import look_for
from evalsql.inputs.checks.problems import (
    JUDGED,
    find,
    note_contradicting_ranks,
    problems_alone,
    run_in_two_files,
    tied_ranks,
)
from evalsql.inputs.checks.rows import not_used, runs_without_rows
from evalsql.inputs.files import format_of
from evalsql.inputs.formats import parquet
from evalsql.inputs.passes import Part, read_part
from evalsql.inputs.source import File, Source
from evalsql.inputs.views import drop_tables
from evalsql.render import statements
from evalsql.scoring import ranking
from evalsql.scoring.options import Conditions
from evalsql.scoring.population import Coverage
from evalsql.scoring.ranking import Progress
from evalsql.scoring.wanted import Wanted
from evalsql.sqltext import Sql
from evalsql.words import plural, said

ALL_ROWS = 2_000_000  # above this many rows, looking at all of them for duplicates costs more than the evaluation
AGAIN = "select exists (from evalsql_answers semi join evalsql_run_sizes using (run))"  # a run of a pass before


class RunInTwoPassesError(Exception):
    """A run appears in two passes, though a pass must hold whole runs, or part of a folder has no rows in one."""


def begin(connection: Connection) -> None:
    """Makes the tables that passes add to, without rows."""
    names = ("answered", "contradicting", "run_sizes", "dropped", "lookalikes")
    of_passes = [statements.creation(name, pass_=False) for name in names]
    of_passes += [statements.creation(name, folder="scores") for name in ("scores", "points")]
    connection.execute(";\n".join(of_passes))


def rank(
    connection: Connection,
    passes: Sequence[Sequence[Part]],
    wanted: Wanted,
    strict: bool,
    tell: Progress,
    score: Callable[[Progress], None],
) -> tuple[list[Problem], bool]:
    """Takes runs in passes, or in one where a run turns up in two."""
    begin(connection)
    sizes = [sum(part.rows for part in parts) for parts in passes]
    every = True if strict else (None if len(passes) == 1 else sum(sizes) <= ALL_ROWS)
    warnings: list[Problem] = []
    arguments = [{part.given.argument for part in parts if isinstance(part.given, File)} for parts in passes]
    spread = {each for each, count in Counter(chain.from_iterable(arguments)).items() if count > 1}
    everywhere, done = True, 0.0
    for place, (parts, size) in enumerate(zip(passes, sizes, strict=True), start=1):
        share = size / sum(sizes) if sum(sizes) else 1 / len(passes)
        which = f", part {place} of {len(passes)}" if len(passes) > 1 else ""

        def tell_part(step: str, part: float, done: float = done, share: float = share, which: str = which) -> None:
            tell(step + which, done + part * share)

        try:
            found, all_rows = relate(connection, parts, wanted, every, spread, tell_part, first=place == 1)
        except RunInTwoPassesError:
            whole = [Part(part.rows, part.given) for parts in passes for part in parts if part.first]
            return rank(connection, [whole], wanted, strict, tell, score)
        everywhere = everywhere and all_rows
        warnings += [each for each in found if each not in warnings]
        score(tell_part)
        done += share
        if len(passes) > 1:
            drop_tables(connection, "evalsql_input_runs_")
    if any(wanted.drops.values()):
        gone = "from (select distinct run from evalsql_dropped anti join evalsql_run_sizes using (run))"
        refuse_gone(connection, gone)
    return warnings, everywhere


def relate(
    connection: Connection,
    parts: Sequence[Part],
    wanted: Wanted,
    strict: bool | None,
    spread: Collection[str],
    tell: Progress,
    *,
    first: bool,
) -> tuple[list[Problem], bool]:
    """Reads, checks and ranks the runs of a pass: makes evalsql_judged, evalsql_topics and what else is wanted."""
    tell("reading runs", 0.0)
    sources = read_part(connection, parts, wanted.conditions.duplicates)
    if wanted.conditions.tied == "input":
        refuse_unordered(connection, sources)
    tell("checking runs", 0.2)
    runs = ranking.number(connection, sources, wanted)
    try:
        warnings, every, ordered = look(connection, sources, runs, wanted, strict, spread, first=first)
        tell("ranking", 0.3)  # which begins with sorting
        runs, how = ranking.put_in_order(connection, runs, wanted, ordered)
    except duckdb.Error:
        files = [file for source in sources for file in source.files if isfile(file.path)]
        parquet.refuse_damaged(connection, [file for file in files if format_of(file) == "parquet"])
        raise
    ranking.place(connection, runs, how, wanted)
    if fetch_one(connection, "select exists (from evalsql_met where twice > 0)")[0]:
        refuse(find(connection, "runs", sources, among=JUDGED))
    if wanted.conditions.scored == "intersection":
        # one whose only document was the query itself was answered
        connection.execute(
            "delete from evalsql_topics where num_ret = 0"
            " and (run::varchar, query_id::varchar) not in (select (run, query_id) from evalsql_answered)"
        )
    if wanted.conditions.judged_only:
        ranking.condense(connection, wanted)
    connection.execute("""
        insert into evalsql_run_sizes
        select run, 0, sum(bit_count(bits))
        from evalsql_met
        join evalsql_run_queries using (ranking)
        group by all
    """)
    of_pass = "where list_contains(enum_range(null::evalsql_run), run)"
    sums = "run, sum(documents) as documents, sum(judged) as judged"
    sizes = f"(select {sums} from evalsql_run_sizes {of_pass} group by run)"
    look_for(connection, "evalsql_numbered", "evalsql_judgments", sizes)
    return warnings, every


def look(
    connection: Connection,
    sources: Sequence[Source],
    runs: str,
    wanted: Wanted,
    strict: bool | None,
    spread: Collection[str],
    *,
    first: bool,
) -> tuple[list[Problem], bool, bool]:
    """What is doubtful about the rows of a pass, whether all were looked at, and whether they are in order.

    Makes evalsql_answers, and notes what the pass answers and what of it was dropped.
    """
    ranking.make(connection, "answers", runs="evalsql_numbered")
    files = [file for source in sources for file in source.files]
    together, rows, lacking, parts = fetch_one(connection, statements.ranking("first_look", files=len(files)))
    unfit, ordered = ranking.prove(connection, runs, together)
    every = rows <= ALL_ROWS if strict is None else strict
    # a row that lacks an id may be among those that are dropped
    suspected = unfit or lacking or (parts and suspect_files(connection, sources, len(files)))
    suspected = suspected or suspect(connection, sources)
    if suspected and spread:
        filled = {file for (file,) in fetch_all(connection, "select distinct file from evalsql_runs")}
        # a part of a folder may hold no row
        full = {file.argument for file in files if file.label in filled}
        if {file.argument for file in files} & set(spread) - full:
            raise RunInTwoPassesError
    warnings = doubtful(connection, sources, wanted, suspected, every)
    empty = runs_without_rows(connection, sources) if suspected else {}
    refuse_empty(empty, wanted.conditions)
    for run in empty:
        connection.execute("insert into evalsql_answers values (?, null, null, 0, true)", [run])
    if not first and fetch_one(connection, AGAIN)[0]:
        raise RunInTwoPassesError
    note_answers(connection, wanted.decided.without_own)
    if any(wanted.drops.values()):
        connection.execute(f"insert into evalsql_dropped {statements.ranking('dropped', pass_=True)}")
    return warnings, every, ordered


def refuse_empty(runs: Mapping[str, str], conditions: Conditions) -> None:
    """Refuses runs whose files hold no rows, if none of their queries would be scored."""
    for run, label in runs.items() if conditions.scored == "intersection" else ():
        raise InputError(f"{label}: holds no rows, so population intersection leaves no query of run {said(run)}")


def refuse_unordered(connection: Connection, sources: Sequence[Source]) -> None:
    """Refuses runs whose rows have no order, where ties are in the order of the rows."""
    if not fetch_one(connection, "select current_setting('preserve_insertion_order')")[0]:
        raise InputError("preserve_insertion_order is off in DuckDB, so ties cannot be in the order of the rows")
    for source in (source for source in sources if not source.ordered):
        raise InputError(
            f"{source.files[0].label}: the rows of a table have no order, so ties cannot be in it; give a file or a"
            " frame, or say ties another way: trec_eval, average, best or worst"
        )


def suspect(connection: Connection, sources: Sequence[Source]) -> bool:
    """Whether a row of a pass may lack a document, or a file may hold no rows."""
    if any(source.empty for source in sources):
        return True
    unproved = " union all ".join(source.numbered for source in sources if not source.proved)
    return (
        bool(unproved)
        and fetch_one(connection, f"select exists (from ({unproved}) where doc_id is null or doc_id = '')")[0]
    )


def suspect_files(connection: Connection, sources: Sequence[Source], files: int) -> bool:
    """Whether a file holds no rows, or a run is in two that are not parts of it, as those of a hive often are."""
    (filled,) = fetch_one(connection, "select count(distinct file) from evalsql_runs")
    return filled < files or any(run_in_two_files(connection, sources))


def doubtful(
    connection: Connection, sources: Sequence[Source], wanted: Wanted, suspected: bool, every: bool
) -> list[Problem]:
    """The warnings about the rows of a pass."""
    if suspected:
        warnings = refuse(problems_alone(connection, "runs", sources, every))
    else:
        warnings = [*not_used("runs", sources)]
        warnings += refuse(find(connection, "runs", sources, among=Sql(""))) if every else []
    if wanted.decided.order == "rank":
        warnings = [each for each in warnings if each.kind != "order of ranks"]
        return warnings + refuse(find(connection, "ranks", sources))
    warnings += tied_ranks(connection, sources)
    if every and any("rank" in source.columns for source in sources):
        note_contradicting_ranks(connection)
    return warnings


def note_answers(connection: Connection, without_own: bool) -> None:
    """Adds the runs of a pass, and the queries that they answer, if only with itself, to those before."""
    own = "union select run, query_id from evalsql_given_rows where doc_id = query_id" if without_own else ""
    connection.execute(f"""
        insert into evalsql_answered
        select run, query_id, query_id in (select query_id from evalsql_known)
        from (select run, query_id from evalsql_answers {own});
        insert into evalsql_run_sizes select run, sum(num_ret), 0 from evalsql_answers group by all;
    """)


def doubtful_runs(connection: Connection, coverage: Coverage, graded: bool, listed: bool) -> Iterator[Problem]:
    """What is wrong or doubtful about runs beside the judgments, looked for only if a quick look finds something."""
    if coverage.missing or coverage.extra:
        lost = Sql("(select run from evalsql_dropped where shared)")
        yield from find(connection, "runs and queries", effect=f", {coverage.treatment}", lost=lost)
        if coverage.population == "intersection":
            for (run,) in fetch_all(
                connection,
                "select run from evalsql_answered group by run having not bool_or(query_id in"
                " (select query_id from evalsql_population)) order by run asc limit 1",
            ):
                text = (
                    f"run {said(run)} has no results for any query that is scored, and population intersection leaves"
                    " those out; qrels scores them as empty rankings"
                )
                yield Problem("error", "no query in common", text)
    contradicting, unjudged, alike = fetch_one(
        connection,
        """
        select
            exists (from evalsql_contradicting),
            exists (select run from evalsql_run_sizes group by run having sum(judged) = 0),
            exists (from evalsql_lookalikes)
        """,
    )
    if contradicting:
        yield from find(connection, "contradicting ranks")
    if unjudged:
        chosen = bool(listed or coverage.depth or coverage.dropped)
        yield from find(connection, "unjudged runs", judged=Sql("evalsql_run_sizes where judged > 0"), chosen=chosen)
    if alike:
        yield from find(connection, "documents that look alike")
    if graded:
        yield from find(connection, "gains of relevances", whose="the gains", expression=Sql("gain"))


def refuse_gone(connection: Connection, gone: str) -> None:
    for run, count in fetch_all(connection, f"select run, count(*) over () {gone} order by run asc limit 1"):
        others = f", nor has {plural(count - 1, 'other run')}" if count > 1 else ""
        raise InputError(
            f"run {said(run)} has no document left that counts{others}; are the ids of exclusions or candidates"
            " those of the runs?"
        )


def idle(wanted: Wanted, dropped: int, chosen: Collection[str]) -> Iterator[Problem]:
    """Warnings about options without an effect: exclusions (perhaps of other ids), an order of ties, a column."""
    if wanted.drops["exclusions"] and not dropped:
        yield Problem("warning", "idle exclusions", "no run has a document of the exclusions, which dropped nothing")
    by_rank = wanted.decided.order == "rank"
    yield from idle_order(wanted.conditions, () if by_rank and wanted.scores else chosen)


def idle_order(conditions: Conditions, chosen: Collection[str]) -> Iterator[Problem]:
    """What does not put documents in order, though it was chosen: ties, and a column of scores or ranks."""
    by_rank = conditions.decided.order == "rank"
    if by_rank and conditions.tied != "trec_eval":
        text = f"ties {conditions.tied} changes nothing: the convention goes by the rank column, in which no two"
        text += " are equal"
        yield Problem("warning", "idle ties", text)
    yield from unread_column(chosen, by_rank=by_rank)


def unread_column(chosen: Collection[str], *, by_rank: bool) -> Iterator[Problem]:
    """Warn of a choice of the column, of scores and ranks, that does not put documents in order."""
    other, column = ("score", "rank column") if by_rank else ("rank", "score")
    if other in chosen:
        text = f"columns: the choice of runs.{other} changes nothing: documents are in the order of the {column}"
        yield Problem("warning", "idle columns", text)
