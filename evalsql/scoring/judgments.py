"""The judgments, read, checked, and as measures read them: one a query and document, and one a subtopic."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from evalsql.catalog.gains import FIT_RELEVANCE
from evalsql.connections import Connection, fetch_one
from evalsql.errors import InputError, refuse
from evalsql.files.history import measured
from evalsql.inputs import views
from evalsql.inputs.checks.problems import find, problems_alone, problems_of_weights
from evalsql.inputs.checks.rows import not_used
from evalsql.inputs.checks.subtopics import by_subtopic, lacking, sampled, unsampled
from evalsql.inputs.columns import not_read
from evalsql.inputs.files import file_of
from evalsql.inputs.source import Source
from evalsql.render import statements
from evalsql.scoring.options import Conditions
from evalsql.scoring.population import choose_queries
from evalsql.scoring.ranking import Progress, make
from evalsql.scoring.wanted import Candidates, Judgments
from evalsql.sqltext import Sql

# columns of judgments that a quick look is enough for
PLAIN = {"query_id", "doc_id", "relevance", "iteration", "subtopic"}


def read_judgments(
    connection: Connection,
    own: Connection | None,
    given: Mapping[views.Kind, Any],
    folder: Path,
    conditions: Conditions,
    tell: Progress,
    *,
    judges: bool,
) -> Judgments:
    """Reads and checks judgments and what is beside them; makes evalsql_population, and what is of them alone."""
    subtopics, columns = conditions.subtopics, conditions.columns
    sources: dict[views.Kind, list[views.Source]] = {}
    for kind, each in given.items():
        if each is not None or kind == "qrels":
            tell(f"reading {'judgments' if kind == 'qrels' else kind}", 0.0)
            merged = conditions.duplicates if kind == "qrels" else None
            sources[kind] = views.read(connection, each, kind, folder, own, subtopics, columns, duplicates=merged)
    tell("checking judgments", 0.0)
    choose_queries(connection, conditions.queries, relevant=conditions.decided.relevant)
    qrels = sources["qrels"]
    quick = not {"gains", "weights"} & sources.keys() and not conditions.listed and simple(qrels)
    doubts = [] if quick else refuse(problems_alone(connection, "qrels", qrels))
    if "gains" in sources:
        doubts += refuse(problems_alone(connection, "gains", sources["gains"]))
        doubts += refuse(find(connection, "gains and judgments", sources["gains"]))
    if "weights" in sources:
        doubts += refuse(problems_of_weights(connection, sources["weights"], qrels))
    if "costs" in sources:
        doubts += refuse(problems_alone(connection, "costs", sources["costs"]))
    divided, drawn = by_subtopic(qrels), sampled(connection, qrels)
    graded = "gains" in sources or any("gain" in source.columns for source in qrels)
    try:
        judge(
            connection,
            gains="gains" in sources,
            stated=graded,
            weights="weights" in sources,
            by_subtopic=divided,
            judges=divided and judges,
            sampled=drawn,
            listed=conditions.listed,
        )
        suspected = quick and suspect_judgments(connection, divided)
    except duckdb.Error:
        # what is wrong with judgments that are not yet checked, such as none at all to DuckDB 1.4
        if quick:
            refuse(problems_alone(connection, "qrels", qrels))
        raise
    if suspected:
        doubts += refuse(problems_alone(connection, "qrels", qrels))
    elif quick:
        doubts += not_used("qrels", qrels)
    doubts += refuse(find(connection, "relevant documents", judgments=Sql("evalsql_recall_base")))
    if graded:
        doubts += refuse(find(connection, "gains of relevant documents"))
    if divided:
        doubts += refuse(find(connection, "weights of relevant subtopics"))
    doubts += refuse(not_read(columns, ["runs", "queries", *sources]))
    if "exclusions" in sources:
        doubts += refuse(problems_alone(connection, "exclusions", sources["exclusions"]))
        doubts += refuse(find(connection, "exclusions and judgments"))
    candidates: Candidates = None
    if "candidates" in sources:
        candidates = candidates_of(sources["candidates"])
        doubts += refuse(problems_alone(connection, "candidates", sources["candidates"]))
    without = "" if drawn else unsampled(qrels)
    copied = {
        kind: [measured(file.path)[2] for source in each for file in source.files if file_of(file.label) is None]
        for kind, each in sources.items()
    }
    return Judgments(list(sources), divided, graded, doubts, lacking(qrels, subtopics), without, copied, candidates)


def simple(qrels: Sequence[Source]) -> bool:
    """Whether `suspect_judgments` can see all that can be wrong with judgments: one file of nothing but these."""
    (source, *others) = qrels
    return not others and len(source.files) == 1 and set(source.columns) <= PLAIN and source.subtopic != "iteration"


def suspect_judgments(connection: Connection, by_subtopic: bool) -> bool:
    """Whether a judgment may lack an id or a number, or appear twice, or there may be none; see `simple`."""
    ids = ("query_id", "doc_id", "subtopic") if by_subtopic else ("query_id", "doc_id")
    (fit,) = fetch_one(
        connection,
        f"""
        select
            count(*) > 0
            and bool_and(coalesce({" and ".join(f"{each} is not null" for each in ids)} and {FIT_RELEVANCE}, false))
            and count(distinct hash({", ".join(ids)})) = count(*)
        from {"evalsql_qrels" if by_subtopic else "evalsql_judgments"}
        """,
    )
    return not fit


def candidates_of(sources: Sequence[views.Source]) -> Candidates:
    """Whether candidates are of all queries or of each, by the column query_id; refuses some of both."""
    named = {"query_id" in source.columns for source in sources}
    if len(named) > 1:
        raise InputError(
            "some tables of candidates have a column query_id, and others none; give all or none of them one"
        )
    return "of each query" if True in named else "of all queries"


def judge(
    connection: Connection,
    *,
    gains: bool,
    stated: bool,
    weights: bool,
    by_subtopic: bool,
    judges: bool = False,
    sampled: bool = False,
    listed: bool,
) -> None:
    """Makes evalsql_judgments (one row per query and document), evalsql_recall_base, subtopics, judges and strata."""
    connection.execute(statements.creation("query", "type"))
    divided = {"by_subtopic": by_subtopic, "sampled": sampled}
    make(connection, "judgments", gains=gains, stated=stated, listed=listed, **divided)
    make(connection, "recall_base")
    if by_subtopic:
        make(connection, "subtopics", gains=gains, weights=weights, listed=listed)
        make(connection, "nugget_base")
    if judges:
        make(connection, "judges", listed=listed)
        make(connection, "opinions", listed=listed)
    if sampled:
        make(connection, "strata")
