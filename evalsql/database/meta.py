"""The contents of a database and its record: measures, versions, options and sources."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from math import isnan
from typing import Any

import duckdb

from evalsql.catalog.conventions import clause, decisions
from evalsql.catalog.inputs import Kind
from evalsql.catalog.measure import Measure
from evalsql.catalog.metric import WHOLE_RANKING
from evalsql.comparing.compare import Decided
from evalsql.comparing.scores import Scores
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.database.reading import table
from evalsql.database.tables import covered, unjudged_queries
from evalsql.errors import InputError, Problem
from evalsql.files.history import COLUMNS, Note, columns_created, hash_of_all, measured
from evalsql.inputs.source import File
from evalsql.render import frames
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.slices import Sliced
from evalsql.sqltext import quote

OF_JUDGMENTS = ("qrels", "gains", "weights", "costs")
DECIDED = (
    "population",
    "ties",
    "depth",
    "queries",
    "subtopics",
    "where",
    "columns",
)  # what evalsql_meta says that is noted as options
RUNS, SCORES = "runs and judgments", "scores"  # what a database is built from


@dataclass(frozen=True)
class Contents:
    """What a database is to hold."""

    measures: Sequence[Measure]  # those of its scores
    curves: Sequence[Measure]  # those of its averages
    storage: str  # the version of its storage
    decided: Mapping[str, Any]  # what was decided of queries, subtopics and the schema live, for evalsql_meta
    # the files of runs and qrels, if these are linked
    files: Mapping[Kind, Sequence[File]] = field(default_factory=dict)
    # what evalsql_meta says of the database that is added to, which is open as evalsql_kept
    before: Mapping[str, Any] | None = None
    was: tuple[int, ...] | None = None  # the state of the file of that database before it was read
    force: bool = False  # whether a file is replaced whatever it is
    sliced: Sliced | None = None  # queries and their attributes, if some were given
    label: str | None = None  # what the user calls what is built or added
    macros: bool = True  # whether it has macros, which take as long as all else of a small one

    @property
    def slices(self) -> str | None:
        """How queries are sliced, as JSON, if they are; None of a database that does not say."""
        if self.sliced is None:
            return (self.before or {}).get("slices")
        cuts = [asdict(cut) for cut in self.sliced.cuts]
        return json.dumps({"label": self.sliced.label, "named": self.sliced.named, "cuts": cuts})

    @property
    def linked(self) -> bool:
        return bool(self.files)


def describe(
    evaluation: Evaluation,
    contents: Contents,
    runs: Mapping[str, str | None],
    doubts: Sequence[Problem] = (),
    *,
    by_subtopic: bool,
) -> None:
    """Makes made_metric, made_meta, made_sources and made_evaluations."""
    connection, coverage = evaluation.connection, evaluation.coverage
    cut = coverage.depth or decisions(evaluation.convention).placing != decisions(None).placing
    put_metric(
        connection,
        contents.measures,
        # a measure's SQL ranks the runs again, with ties as trec_eval has them
        runs=None if coverage.ties != "trec_eval" else "retrieved" if contents.linked and cut else "runs",
        narrowed=coverage.population != "qrels" or contents.decided["queries"] == "listed",
    )
    noted = {
        "slices": contents.slices,
        "warnings": warned([*warnings_of(evaluation, contents), *doubts], contents),
        "by_subtopic": json.dumps(by_subtopic),
    }
    put_meta(connection, facts(evaluation, contents) | noted)
    describe_sources(connection, contents, runs)


def describe_scores(scores: Scores, contents: Contents, doubts: Sequence[Problem]) -> None:
    """Makes the same of scores alone, which have no coverage but what they are about."""
    put_metric(scores.connection, contents.measures, runs=None)
    noted = {"storage_version": contents.storage, "built_from": SCORES, "coverage": scores.about}
    noted |= compared() | dict(contents.decided) | {"slices": contents.slices}
    put_meta(scores.connection, noted | {"warnings": warned([*scores.warnings, *doubts], contents)})
    describe_sources(scores.connection, contents, {})


def describe_sources(connection: Connection, contents: Contents, runs: Mapping[str, str | None]) -> None:
    """Makes made_sources, made_evaluations and made_added, of what made_meta says; see describe."""
    action = "build" if contents.before is None else "add"
    number = put_evaluations(connection, action, contents.label)
    put_sources(connection, runs, action, number)


def put_sources(connection: Connection, named: Mapping[str, str | None], action: str, number: int) -> None:
    """Makes made_sources from evalsql_inputs and evalsql_digests: each file, with its size and hash.

    If runs are added, these alone are new. Of linked files, named gives the run by path, if their rows do not say it.
    """
    connection.execute("""
        create or replace temp table made_sources (
            kind varchar, path varchar, run varchar, bytes bigint, rows bigint, sha256 varchar, md5 varchar,
            evaluation integer
        )
    """)
    if action != "build":
        connection.execute(f"insert into made_sources by name from {table(connection, 'evalsql_sources')}")
    for kind, path, size, rows, sha256, md5 in read_inputs(connection):
        if action == "build" or kind in ("runs", "scores"):
            row = [kind, path, named.get(path), size, rows, sha256, md5, number]
            connection.execute("insert into made_sources values (?, ?, ?, ?, ?, ?, ?, ?)", row)
    there = {path for (path,) in fetch_all(connection, "select path from made_sources where kind = 'runs'")}
    for path, size, sha256 in map(measured, named.keys() - there):  # of runs that found nothing, whose files views read
        row = ["runs", path, named.get(path), size, 0, sha256, None, number]
        connection.execute("insert into made_sources values (?, ?, ?, ?, ?, ?, ?, ?)", row)


def read_inputs(connection: Connection) -> list[tuple]:
    """The inputs: kind, path, bytes, rows, SHA-256 of the file, or the hash of the rows of a non-file."""
    rows = fetch_all(
        connection, "select kind, file, rows, digest from evalsql_inputs left join evalsql_digests using (kind, file)"
    )
    found = []
    for kind, label, count, digest in rows:
        path, size, sha256 = measured(label)
        found.append(("scores" if kind == "values" else kind, path, size, count, sha256, digest))
    return found


def hash_of_read(connection: Connection, kinds: tuple[str, ...]) -> str | None:
    """One hash for all inputs of some kinds that were read."""
    return hash_of_all(
        sha256 or (md5 and f"md5:{md5}") for kind, _, _, _, sha256, md5 in read_inputs(connection) if kind in kinds
    )


def put_evaluations(connection: Connection, action: str, label: str | None) -> int:
    """Makes made_evaluations and made_added, what evaluation added each run; gives the number of this evaluation."""
    connection.execute(f"create or replace temp table made_evaluations ({columns_created()})")
    known = "select null::varchar as run, null::integer as evaluation where false"
    if action == "add":
        connection.execute(f"insert into made_evaluations by name from {table(connection, 'evaluations')}")
        known = f"select run::varchar as run, evaluation from {table(connection, 'run_summary')}"
        last = "select qrels_hash from made_evaluations order by evaluation desc limit 1"
        (judged,) = fetch_one(connection, last)
    else:
        judged = hash_of_read(connection, OF_JUDGMENTS)
    (number,) = fetch_one(connection, "select coalesce(max(evaluation), 0) + 1 from made_evaluations")
    connection.execute(f"""
        create or replace temp table made_added as
        select run, coalesce(known.evaluation, {number})::integer as evaluation
        from made_names
        left join ({known}) as known using (run)
    """)
    (runs,) = fetch_one(connection, f"select count(*) from made_added where evaluation = {number}")
    said = dict(fetch_all(connection, "from made_meta"))
    options = {name: said.get(name) for name in DECIDED}
    hash_of_runs = hash_of_read(connection, ("runs", "scores"))
    row = Note(action, label, runs, hash_of_runs, judged, said.get("convention"), options).row(number, said["created"])
    connection.execute(f"insert into made_evaluations values ({', '.join('?' * len(COLUMNS))})", row)
    return number


def put_metric(
    connection: Connection, measures: Sequence[Measure], *, runs: str | None = "runs", narrowed: bool = False
) -> None:
    """Makes made_metric, one row per measure."""
    connection.execute("""
        create or replace temp table made_metric (
            metric varchar, place integer, column_name varchar, name varchar, title varchar, family varchar,
            parameters varchar, cutoff integer, range_low double, range_high double, direction varchar, summary varchar,
            about varchar, formula varchar, citation varchar, sql varchar
        )
    """)
    names = column_names(measures)
    for place, (measure, name) in enumerate(zip(measures, names, strict=True), start=1):
        metric = measure.metric
        low, high = metric.range
        sql = None if runs is None else computed(measure, runs, narrowed=narrowed)
        row = [
            *(str(measure), place, name, metric.name, metric.title or None, metric.family or None),
            json.dumps(
                {key: said(value) for key, value in measure.values.items() if key != metric.cutoff} | measure.option
            ),
            None if measure.cutoff == WHOLE_RANKING else measure.cutoff,
            *(None if isnan(low) else float(low), None if isnan(high) else float(high), metric.better, metric.summary),
            *(metric.about or None, metric.formula or None, metric.cite or None, sql),
        ]
        connection.execute(f"insert into made_metric values ({', '.join('?' * len(row))})", row)


def computed(measure: Measure, runs: str, *, narrowed: bool) -> str:
    """A query that computes a measure; see put_metric."""
    query = frames.query(measure, runs=runs)
    if not narrowed:
        return query
    return (
        f"select computed.*\nfrom (\n{query}\n) as computed\n"
        "semi join internal.topics as topics\n"
        "    on topics.run::varchar = computed.run and topics.query_id::varchar = computed.query_id\n"
        "order by computed.run asc, computed.query_id asc"
    )


def said(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {f"{level:g}": gain for level, gain in value.items()}
    return str(value) if isinstance(value, float) and value in (float("inf"), float("-inf")) else value


def column_names(measures: Sequence[Measure], taken: Sequence[str] = ("run", "query_id")) -> list[str]:
    """A name for the column of each measure: lower case, words joined by _, each once."""
    names: list[str] = []
    for measure in measures:
        name = first = re.sub(r"\W+", "_", str(measure).lower()).strip("_")
        number = 1
        while name in (*taken, *names):
            number += 1
            name = f"{first}_{number}"
        names.append(name)
    return names


def wide(measures: Sequence[Measure]) -> list[dict[str, str]]:
    """What a wide view asks of each measure: its text, its column, and how it is summarized and ordered."""
    return [
        {
            "text": quote(str(measure)),
            "column": name,
            "summary": measure.metric.summary,
            "order": "asc" if measure.metric.better == "lower" else "desc",
        }
        for measure, name in zip(measures, column_names(measures), strict=True)
    ]


def facts(evaluation: Evaluation, contents: Contents) -> dict[str, str | None]:
    """What evalsql_meta says, but for versions and the time."""
    before = contents.before or {}
    unjudged = unjudged_queries(evaluation, before.get("unjudged_queries", "[]"))
    if contents.decided["queries"] == "listed":
        unjudged = []  # which queries are judged, but not listed, is not kept
    all_rows = evaluation.coverage.all_rows and before.get("all_rows") != "false"
    convention = evaluation.convention
    coverage = covered(evaluation, unjudged, all_rows=all_rows)
    said: dict[str, Any] = {
        "storage_version": contents.storage,
        "built_from": RUNS,
        "population": str(coverage.population),
        "ties": str(coverage.ties),
        "convention": None if convention is None else str(convention),
        "depth": None if coverage.depth is None else str(coverage.depth),
        "coverage": f"{coverage}{clause(convention)}",
        "all_rows": json.dumps(all_rows),
        "unjudged_queries": json.dumps(unjudged),
        "linked": json.dumps(contents.linked),
        "curves": json.dumps([str(curve) for curve in contents.curves]),
    }
    return said | compared() | dict(contents.decided)


def warnings_of(evaluation: Evaluation, contents: Contents) -> list[Problem]:
    """The warnings about an evaluation that are known to hold.

    A database of listed queries keeps the judgments of these alone; other queries of runs that are added may be judged.
    """
    if contents.decided["queries"] != "listed" or contents.before is None:
        return evaluation.warnings
    return [problem for problem in evaluation.warnings if problem.kind != "queries without judgments"]


def warned(problems: Sequence[Problem], contents: Contents) -> str:
    """The warnings about all that a database was made from, as JSON: those that it noted before too."""
    before = contents.before or {}
    lasting = (
        problem.text for problem in problems if problem.kind != "slices not met"
    )  # a run that is added may meet them
    texts = [*json.loads(before.get("warnings") or "[]"), *lasting]
    return json.dumps(sorted(set(texts)))


def compared() -> dict[str, str]:
    decided = Decided()
    return {
        "test": ", ".join(decided.tests),
        "interval": decided.interval,
        "correction": decided.correction,
        "alpha": str(decided.alpha),
    }


def put_meta(connection: Connection, facts: Mapping[str, str | None]) -> None:
    """Makes made_meta: the facts, the versions, and when this is."""
    rows = {"evalsql": version("evalsql"), "duckdb": duckdb.__version__, "created": now()} | dict(facts)
    connection.execute("create or replace temp table made_meta (key varchar, value varchar)")
    connection.executemany("insert into made_meta values (?, ?)", list(rows.items()))


def now() -> str:
    """The time in UTC, or that of SOURCE_DATE_EPOCH, in the way of ISO 8601."""
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    if told and not (told.isascii() and told.isdigit()):
        raise InputError(f"SOURCE_DATE_EPOCH must be a number of seconds, not {told!r}")
    try:
        moment = datetime.fromtimestamp(int(told), UTC) if told else datetime.now(UTC)
    except (OverflowError, ValueError, OSError):
        raise InputError(f"SOURCE_DATE_EPOCH must be before the year 10000, not {told}") from None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
