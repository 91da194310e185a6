"""Which decisions give a number that another tool has printed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Unpack

from evalsql import scratch
from evalsql.answers import Answer, as_relation
from evalsql.catalog.conventions import CONVENTIONS, NONE, Convention
from evalsql.catalog.measure import Measure, make_measure, parse_measure
from evalsql.comparing.reconcile_variants import Variant, measures_of, variants_of
from evalsql.connections import Connection, cursor_of, fetch_one, temporary_directory
from evalsql.errors import InputError, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.rows import rows_of
from evalsql.inputs.columns import not_read
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.options import InputOptions, refuse_others
from evalsql.scoring.ranking import Progress
from evalsql.scoring.values import compares_doubles
from evalsql.sqltext import Sql, quote
from evalsql.words import plural, said

MOST_PAIRS = 10  # pairs of decisions that are told
SEPARATOR = "\x1f"  # between the number of a variant and a query


@as_relation("reconciled")
def reconcile(
    number: str | float,
    run: Any,
    qrels: Any,
    measure: str | Measure,
    *,
    query: str | None = None,
    connection: Connection | None = None,
    progress: Progress = lambda step, done: None,
    **options: Unpack[InputOptions],
) -> Answer:
    """Find the conventions and decisions that give a number, and the effect of each decision.

    Args:
        number: what another tool has printed, such as "0.3412" or "34.12%": the digits that a text writes, or those of
            a number as Python writes it, say how near is equal.
        run: one run, as Evaluation takes runs. A document that it has twice counts once, at its first place.
        qrels: judgments, in the same forms. A document judged twice counts with its highest relevance.
        measure: such as "nDCG@10".
        query: the query that the number is of; the mean if None.
        connection: the user's own DuckDB connection.
        progress: see Evaluation.
        options: subtopics, where, columns and settings, see Evaluation.

    Returns:
        A relation with columns decision ("default", "convention", what is decided, or two of those joined by and),
        choice, decisions (how many: 0, 1 or 2), value, difference (from the number), matches (whether it is the number
        to the digits written) and moved (the difference from the default).

    Raises:
        InputError: an input or the measure cannot be used, there is more than one run, or the number is not
            a value that the measure can have.
    """
    refuse_others(options, InputOptions)
    asked = parse_measure(measure) if isinstance(measure, str) else measure
    wanted, half = read_number(number, asked)
    own = cursor_of(connection, options.get("settings"))
    progress("reading", 0.0)
    problems = refuse(not_read(options.get("columns"), ("runs", "qrels")))
    read(own, run, qrels, connection, query, options)
    alternatives = dict(measures_of(own, asked))
    make(own, "told_copies")
    make(own, "changed")
    variants = [*variants_of(own, asked)]
    put_variants(own, asked, variants, alternatives)
    progress("evaluating", 0.3)
    made = {name: by_convention(asked, name) for name in CONVENTIONS}
    with scratch.folder(temporary_directory(options.get("settings") or {})) as folder:
        try_all(own, variants, [*alternatives.values(), *made.values()], options, folder / "variants.parquet")
        put_conventions(own, asked, made, options, folder / "run.parquet", progress)
    select = statements.comparison(
        "reports/measures",
        "reconciled",
        base=quote(str(asked)),
        at=quote(str(asked).rpartition("@")[0] or str(asked)),
        cutoff=asked.cutoff,
        number=repr(float(wanted)),
        half=repr(float(half)),
        most=MOST_PAIRS,
        summary=asked.metric.summary,
    )
    table = own.sql(select).to_arrow_table()
    judged = fetch_one(own, "select count(*) from evalsql_told_queries where judged")[0]
    about = f"of query {said(str(query))}" if query is not None else f"over {plural(judged, 'judged query')}"
    return Answer({"reconciled": table}, problems, about, (str(asked),))


def read_number(number: str | float, measure: Measure) -> tuple[Decimal, Decimal]:
    """A number as it was written, and half a unit of its last digit; of percent, their hundredth."""
    text = str(number).strip()
    try:
        digits = Decimal(text.removesuffix("%").strip())
    except InvalidOperation:
        digits = Decimal("nan")
    if not digits.is_finite():
        raise InputError(f"{said(text)} is not a number; write one such as 0.3412 or 34.12%")
    exponent = digits.as_tuple().exponent
    half = Decimal(5).scaleb((exponent if isinstance(exponent, int) else 0) - 1)
    lowest, highest = measure.metric.range
    of_hundred = text.endswith("%") or (highest == 1 and digits > 1)
    if of_hundred:
        digits, half = digits / 100, half / 100
    # a query that a run does not answer counts 0 in some means, and values are summed if there is no mean
    lowest = min(lowest, 0)
    if digits + half < lowest or (digits - half > highest and measure.metric.summary != "sum"):
        percent = f", or {lowest:.0%} to {highest:.0%}" if highest == 1 and lowest == 0 else ""
        raise InputError(f"{measure} cannot be {said(text)}: it is from {lowest:g} to {highest:g}{percent}")
    return digits, half


def read(
    own: Connection, run: Any, qrels: Any, connection: Connection | None, query: str | None, options: InputOptions
) -> None:
    """Makes evalsql_told and evalsql_told_qrels, the rows as they were given, and evalsql_told_queries."""
    columns, chosen = options.get("columns"), None if query is None else quote(str(query))
    with views.reading(own) as folder:
        judged = views.read(own, qrels, "qrels", folder, connection, options.get("subtopics", "auto"), columns)
        sources = views.read(own, run, "runs", folder, connection, columns=columns, where=options.get("where"))
        refuse(rows_of(own, "qrels", judged))
        refuse(rows_of(own, "runs", sources))
        (runs,) = fetch_one(own, "select count(distinct run) from evalsql_runs")
        if runs != 1:
            raise InputError(f"there are {plural(runs, 'run')} where one was expected; name one file")
        make(own, "told_qrels", query=chosen)
        make(own, "told", query=chosen, sources=[Sql(source.numbered) for source in sources])
        make(own, "told_queries")
    if query is not None and not fetch_one(own, "select count(*) from evalsql_told_qrels")[0]:
        raise InputError(f"query {said(str(query))} is not judged")
    if query is not None and not fetch_one(own, "select count(*) from evalsql_told")[0]:
        raise InputError(f"the run has no results for query {said(str(query))}")


def make(own: Connection, name: str, **values: Any) -> None:
    """Makes a relation of sql/scores."""
    own.execute(statements.table(name, statements.comparison("scores", name, **values)))


def put_variants(
    own: Connection, measure: Measure, variants: Sequence[Variant], alternatives: Mapping[Any, Measure]
) -> None:
    """Fills evalsql_variants with the decisions that are tried."""
    for name in ("variants", "tried", "conventional"):
        make(own, name)
    rows: list[tuple] = [(place, None, each.decision, each.choice) for place, each in enumerate(variants)]
    rows += [
        (None, str(each), decision, choice)
        for (decision, choice), each in alternatives.items()
        if decision is None or choice is not None
    ]
    if any(choice is None and decision is not None for decision, choice in alternatives):
        rows.append((None, "shrunk", "cutoff", "the length of the ranking, where that is shorter"))
    own.executemany("insert into evalsql_variants values (?, ?, ?, ?)", rows)


def try_all(
    own: Connection, variants: Sequence[Variant], measures: Sequence[Measure], options: InputOptions, runs: Path
) -> None:
    """Fills evalsql_tried: all variants of the inputs in one evaluation, in which each has queries of its own."""

    def together(kind: str) -> str:
        given = kept_columns(own) if kind == "qrels" else "doc_id, score"
        parts = (
            f"""
            select {place} || {quote(SEPARATOR)} || query_id as query_id, {given} from ({getattr(each, kind)})
            where query_id in (select query_id from evalsql_changed where number = {each.changed})"""
            for place, each in enumerate(variants)
        )
        return " union all ".join(parts)

    copy_rows(own, together("runs"), runs)
    qrels = own.sql(together("qrels")).to_arrow_table()
    asked, *others = {str(each): each for each in measures}.values()
    try:
        evaluation = Evaluation({"run": runs}, qrels, measures=[asked, *others], **plain(options))
        evaluation.compute(asked)
    except InputError as error:
        raise InputError(re.sub(rf"\d+(\\x1f|{SEPARATOR})", "", str(error))) from None
    compute_others(evaluation, others)
    number = f"split_part(query_id, {quote(SEPARATOR)}, 1)::integer"
    put_tried(own, evaluation, number, f"substr(query_id, strpos(query_id, {quote(SEPARATOR)}) + 1)")
    changes = ", ".join(f"({place}, {each.changed})" for place, each in enumerate(variants))
    own.execute(f"""
        insert into evalsql_tried
        select place, tried.query_id, metric, value
        from (from evalsql_tried where variant = 0) as tried
        cross join (values {changes}) as variants(place, number)
        anti join evalsql_changed as changed
            on changed.query_id = tried.query_id and changed.number = variants.number
    """)


def compute_others(evaluation: Evaluation, measures: Iterable[Measure]) -> None:
    """Computes measures, but for those that cannot be followed with such judgments."""
    for each in measures:
        try:
            evaluation.compute(each)
        except InputError:
            evaluation.connection.execute("delete from evalsql_scores where metric = ?", [str(each)])


def put_tried(own: Connection, evaluation: Evaluation, variant: str, query: str = "query_id") -> None:
    """Adds the scores of an evaluation to evalsql_tried; what variant and query of the run each is of, SQL says."""
    found = evaluation.connection.sql(f"""
        select {variant} as variant, {query} as query_id, metric, value
        from (select query_id::varchar as query_id, metric::varchar as metric, value from evalsql_scores)
    """)
    own.from_arrow(found.to_arrow_table()).insert_into("evalsql_tried")


def copy_rows(own: Connection, select: str, file: Path) -> None:
    """Writes rows to a file, which takes less memory than they do."""
    own.execute(f"copy ({select}) to {quote(str(file))} (format parquet)")


def kept_columns(own: Connection) -> str:
    """The columns of the judgments that say something."""
    optional = ("gain", "subtopic", "weight", "probability", "stratum")
    counts = fetch_one(own, f"select {', '.join(f'count({each})' for each in optional)} from evalsql_told_qrels")
    return ", ".join(["doc_id", "relevance", *(each for each, count in zip(optional, counts, strict=True) if count)])


def by_convention(measure: Measure, name: str) -> Measure:
    """The measure as a convention has it, where its text does not say otherwise."""
    given = {name: v for name, v in measure.values.items() if v != measure.metric.parameters[name].default}
    return replace(measure, values=make_measure(str(measure), measure.metric, given, name).values)


def by_ranking(own: Connection, made: Mapping[str, Measure]) -> dict[tuple, list[str]]:
    """The conventions that can be followed, together if they put documents in the same order."""
    ranks, within = fetch_one(
        own, "select count(rank) = count(*), bool_or(doc_id = query_id) from evalsql_told where copy = 1"
    )
    alike: dict[tuple, list[str]] = {}
    for name, measure in made.items():
        each = CONVENTIONS[name]
        if ranks or each.order != "rank":
            key = (each.order, each.without_own and within, compares_doubles(each, measure))
            alike.setdefault(key, []).append(name)
    return alike


def put_conventions(
    own: Connection, measure: Measure, made: Mapping[str, Measure], options: InputOptions, run: Path, progress: Progress
) -> None:
    """Fills evalsql_conventional: the mean by each convention that can be followed, and over all orders of ties."""

    def put(decision: str, choice: str, variant: int, each: Measure, convention: Convention = NONE) -> None:
        select = statements.comparison(
            "scores",
            "mean_by_convention",
            variant=variant,
            metric=quote(str(each)),
            summary=each.metric.summary,
            of_all=each.metric.name in convention.of_all,
            convention=convention,
        )
        own.execute(f"insert into evalsql_conventional select ?, ?, value from ({select})", [decision, choice])

    def evaluate(variant: int, measures: Sequence[Measure], **further: Any) -> None:
        with suppress(InputError):  # it does not take such inputs, or the measure has no such form
            evaluation = Evaluation({"run": run}, qrels, measures=measures, **further, **plain(options))
            compute_others(evaluation, measures)
            put_tried(own, evaluation, str(variant))

    ranks = fetch_one(own, "select count(rank) = count(*) from evalsql_told")[0]
    columns = "query_id, doc_id, score" + (", rank::bigint as rank" if ranks else "")
    copy_rows(own, f"select {columns} from evalsql_told where copy = 1", run)
    qrels = own.sql(f"select query_id, {kept_columns(own)} from evalsql_told_qrels where copy = 1").to_arrow_table()
    evaluate(-1, [measure], ties="average")
    put("ties", "the average over all orders", -1, measure)
    rankings = by_ranking(own, made)
    for place, (key, names) in enumerate(rankings.items()):
        # in order of the scores is the run as it is, which was evaluated with its variants
        variant = 0 if key == ("score", False, False) else -2 - place
        if variant:
            progress(names[0], 0.6 + 0.4 * place / len(rankings))
            # one that looks for least beside, and its queries are chosen below
            least = min(names, key=lambda name: (CONVENTIONS[name].strict, CONVENTIONS[name].without_own))
            evaluate(variant, [made[name] for name in names], convention=least, population="qrels")
        for name in names:
            put("convention", name, variant, made[name], CONVENTIONS[name])


def plain(options: InputOptions) -> dict[str, Any]:
    """The options that rows which were read before still need."""
    return {name: value for name, value in options.items() if name == "subtopics"}
