"""Which decisions give a number that another tool has printed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import TYPE_CHECKING, Any, Unpack

from evalsql.answers import Answer, as_relation
from evalsql.catalog.conventions import CONVENTIONS, NONE
from evalsql.catalog.folder import names, sql_folder
from evalsql.catalog.interval import WHOLE_RANKING
from evalsql.catalog.measure import Measure, make_measure, parse_measure, written
from evalsql.catalog.sqlfiles import body_of, split_file
from evalsql.connections import Connection, cursor_of, fetch_all, fetch_one
from evalsql.errors import InputError
from evalsql.inputs import views
from evalsql.render import statements
from evalsql.scoring.evaluation import Evaluation
from evalsql.scoring.options import InputOptions, refuse_others
from evalsql.scoring.ranking import Progress
from evalsql.sqltext import quote
from evalsql.words import plural, said

if TYPE_CHECKING:
    import pyarrow as pa

DEPTHS = (10, 100, 1000)
CUTOFFS = (1, 3, 5, 10, 20, 100, 1000)
NUMBERS = {"p": (0.5, 0.8, 0.9, 0.95), "alpha": (0, 0.5, 0.9)}  # of parameters that are numbers, what is usual
MOST_PAIRS = 10  # pairs of decisions that are told
MOST_LENGTHS = 20  # different lengths of rankings that are shorter than the cutoff
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
    """Which conventions and decisions give a number, and what each decision alone moves.

    Args:
        number: what another tool has printed, such as "0.3412" or "34.12%": the digits that a text writes, or those of
            a number as Python writes it, say how near is equal.
        run: one run, as Evaluation takes runs. A document that it has twice counts once, where it is first.
        qrels: judgments, given likewise. A document judged twice counts with its highest relevance.
        measure: such as "nDCG@10".
        query: the query that the number is of; the mean where None.
        connection: the user's own DuckDB connection.
        progress: see Evaluation.
        options: subtopics, where, columns and settings, see Evaluation.

    Returns:
        A relation with columns decision ("default", "convention", what is decided, or two of those joined by and),
        choice, decisions (how many: 0, 1 or 2), value, difference (from the number), matches (whether it is the number
        to the digits written) and moved (the difference from the default).

    Raises:
        InputError: an input or the measure cannot be used, there is more than one run, or the number is none.
    """
    refuse_others(options, InputOptions)
    asked = parse_measure(measure) if isinstance(measure, str) else measure
    wanted, half = read_number(number, asked)
    own = cursor_of(connection, options.get("settings"))
    progress("reading", 0.0)
    read(own, run, qrels, connection, query, options)
    alternatives = dict(measures_of(own, asked))
    variants = list(variants_of(own, asked))
    put_variants(own, asked, variants, alternatives)
    progress("evaluating", 0.3)
    alike = conventions_alike(asked)
    try_all(own, variants, [*alternatives.values(), *alike.values()], options)
    put_conventions(own, asked, alike, options, progress)
    at = str(replace(asked, values={**asked.values, str(asked.metric.cutoff): 1})).rpartition("@")[0] or str(asked)
    select = statements.comparison(
        "reports/measures",
        "reconciled",
        base=quote(str(asked)),
        at=quote(at),
        cutoff=asked.cutoff,
        number=repr(float(wanted)),
        half=repr(float(half)),
        most=MOST_PAIRS,
        summary={"mean": "avg", "sum": "sum"}[asked.metric.summary],
    )
    table = own.sql(select).to_arrow_table()
    judged = fetch_one(own, "select count(*) from evalsql_told_queries where judged")[0]
    about = f"query {said(str(query))}" if query is not None else f"over {plural(judged, 'judged query')}"
    return Answer({"reconciled": table}, (), about, (str(asked),))


def read_number(number: str | float, measure: Measure) -> tuple[Decimal, Decimal]:
    """A number as it was written, and half a unit of its last digit; of percent, their hundredth.

    Raises:
        InputError: it is no number.
    """
    text = str(number).strip()
    try:
        digits = Decimal(text.removesuffix("%").strip())
    except InvalidOperation:
        digits = Decimal("nan")
    if not digits.is_finite():
        raise InputError(f"{said(text)} is no number; write one such as 0.3412 or 34.12%")
    exponent = digits.as_tuple().exponent
    half = Decimal(5).scaleb((exponent if isinstance(exponent, int) else 0) - 1)
    of_hundred = text.endswith("%") or (measure.metric.range[1] == 1 and digits > 1)
    return (digits / 100, half / 100) if of_hundred else (digits, half)


def read(
    own: Connection, run: Any, qrels: Any, connection: Connection | None, query: str | None, options: InputOptions
) -> None:
    """Makes evalsql_told and evalsql_told_qrels, the rows as they were given, and evalsql_told_queries.

    Raises:
        InputError: they cannot be read, there is more than one run, or the query is not judged.
    """
    columns, chosen = options.get("columns"), None if query is None else quote(str(query))
    with views.reading(own) as folder:
        views.read(own, qrels, "qrels", folder, connection, options.get("subtopics", "auto"), columns)
        sources = views.read(own, run, "runs", folder, connection, columns=columns, where=options.get("where"))
        (runs,) = fetch_one(own, "select count(distinct run) from evalsql_runs")
        if runs != 1:
            raise InputError(f"there are {plural(runs, 'run')} where one was expected; name one file")
        make(own, "told_qrels", query=chosen)
        make(own, "told", query=chosen, sources=[source.numbered for source in sources])
        make(own, "told_queries")
    if query is not None and not fetch_one(own, "select count(*) from evalsql_told_qrels")[0]:
        raise InputError(f"query {said(str(query))} is not judged")


def make(own: Connection, name: str, **values: Any) -> None:
    """Makes a relation of sql/scores."""
    own.execute(statements.table(name, statements.comparison("scores", name, **values)))


@cache
def decisions() -> Mapping[str, dict[str, Any]]:
    """The heads of sql/decisions by name, in their order."""
    files = {name: (sql_folder() / "decisions" / f"{name}.sql").read_text(encoding="utf-8") for name in names("decisions")}
    heads = {name: split_file(f"{name}.sql", text)[0] for name, text in files.items()}
    return dict(sorted(heads.items(), key=lambda each: each[1]["place"]))


def variants_of(own: Connection, measure: Measure) -> Iterator[tuple[str, str, str, str]]:
    """The variants of the inputs that may give another value: of what, the decision, the choice and the query."""
    for name, head in decisions().items():
        for value in values_of(own, head.get("values"), measure):
            when = head.get("when", "true").replace("{value}", str(value))
            if fetch_one(own, re.sub(r"\bfrom (told\w*)", r"from evalsql_\1", f"select {when}"))[0]:
                text = statements.comparison("decisions", name, value=value)
                yield head["of"], head["decision"], head["choice"].replace("{value}", shown(value)), text


def values_of(own: Connection, kind: str | None, measure: Measure) -> list[Any]:
    """What a decision is tried with: the grades that there are, depths, or the cutoff if there is one."""
    cutoff = [] if measure.cutoff == WHOLE_RANKING else [measure.cutoff]
    if kind == "levels":
        levels = fetch_all(own, "select distinct relevance from evalsql_told_qrels where relevance >= 0 order by 1 asc")
        return [level for (level,) in levels[:20]]
    ideal = re.search(r"\bideal\(", measure.metric.template)
    return {"depths": sorted({*DEPTHS, *cutoff}), "cutoff": cutoff, "ideal": cutoff if ideal else [], None: [None]}[kind]


def shown(value: Any) -> str:
    """A value as a table shows it: a whole number without decimals."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def measures_of(own: Connection, measure: Measure) -> Iterator[tuple[tuple[str | None, str | None], Measure]]:
    """The measure, and those that differ from it in one parameter, by the decision and the choice."""
    yield (None, None), measure
    for name, parameter in measure.metric.parameters.items():
        others: list[Any] = []
        if parameter.cutoff:
            whole = [] if parameter.required else [WHOLE_RANKING]
            others = [*CUTOFFS, *(measure.cutoff + step for step in (-1, 1) if measure.cutoff != WHOLE_RANKING), *whole]
        elif parameter.one_of:
            others = [each for each in parameter.one_of]
        elif name == "gains":
            others = ["exp", None]
        else:
            others = list(NUMBERS.get(name, ()))
        for value in dict.fromkeys(others):
            if not parameter.takes(value):
                continue
            made = make_measure(str(measure), measure.metric, {**measure.values, name: value})
            choice = "none" if value in (None, WHOLE_RANKING) else value if isinstance(value, str) else written(value)
            if str(made) != str(measure):
                yield ("cutoff" if parameter.cutoff else name, choice), made
    if measure.metric.cutoff and measure.cutoff != WHOLE_RANKING:
        for length in shorter(own, measure.cutoff):
            values = {**measure.values, measure.metric.cutoff: length}
            yield (f"length {length}", None), make_measure(str(measure), measure.metric, values)


def shorter(own: Connection, cutoff: int) -> list[int]:
    """The lengths of rankings that are shorter than a cutoff, where there are not very many."""
    found = fetch_all(
        own,
        "select distinct num_ret from evalsql_told_queries where judged and answered and num_ret < ? order by 1 asc",
        [cutoff],
    )
    return [length for (length,) in found] if len(found) <= MOST_LENGTHS else []


def put_variants(
    own: Connection, measure: Measure, variants: list[tuple[str, str, str, str]], alternatives: Mapping[Any, Measure]
) -> None:
    """Fills evalsql_variants with the decisions that are tried."""
    for name in ("variants", "tried", "conventional"):
        make(own, name)
    rows: list[tuple] = [(0, None, None, None)]
    rows += [(place, None, decision, choice) for place, (_, decision, choice, _) in enumerate(variants, start=1)]
    rows += [
        (None, str(each), decision, choice)
        for (decision, choice), each in alternatives.items()
        if decision is None or choice is not None
    ]
    if any(choice is None and decision is not None for decision, choice in alternatives):
        rows.append((None, "shrunk", "cutoff", "the length of the ranking, where that is shorter"))
    own.executemany("insert into evalsql_variants values (?, ?, ?, ?)", rows)


def try_all(
    own: Connection, variants: list[tuple[str, str, str, str]], measures: Sequence[Measure], options: InputOptions
) -> None:
    """Fills evalsql_tried: all variants of the inputs in one evaluation, in which each has queries of its own."""
    plain = {
        "runs": "select query_id, doc_id, score from evalsql_told where copy = 1",
        "qrels": "select * from evalsql_told_qrels where copy = 1",
    }
    texts = [("runs", plain["runs"]), *((of, text) for of, _, _, text in variants)]

    def together(kind: str) -> "pa.Table":
        given = kept_columns(own) if kind == "qrels" else "doc_id, score"
        parts = (
            f"select {number} || {quote(SEPARATOR)} || query_id as query_id, {given}"
            f" from ({text if of == kind else plain[kind]})"
            for number, (of, text) in enumerate(texts)
        )
        return own.sql(" union all ".join(parts)).to_arrow_table()

    chosen = {name: value for name, value in options.items() if name == "subtopics"}
    measures = list({str(each): each for each in measures}.values())
    try:
        evaluation = Evaluation({"run": together("runs")}, together("qrels"), measures=measures, keep=False, **chosen)
        evaluation.compute(measures)
    except InputError as error:
        raise InputError(re.sub(rf"\d+(\\x1f|{SEPARATOR})", "", str(error))) from None
    found = evaluation.connection.sql(f"""
        select
            split_part(query_id::varchar, {quote(SEPARATOR)}, 1)::integer as variant,
            substr(query_id::varchar, strpos(query_id::varchar, {quote(SEPARATOR)}) + 1) as query_id,
            metric::varchar as metric,
            value
        from evalsql_scores
    """)
    own.from_arrow(found.to_arrow_table()).insert_into("evalsql_tried")


def kept_columns(own: Connection) -> str:
    """The columns of the judgments that say something."""
    optional = ("gain", "subtopic", "weight", "probability")
    counts = fetch_one(own, f"select {', '.join(f'count({each})' for each in optional)} from evalsql_told_qrels")
    return ", ".join(["doc_id", "relevance", *(each for each, count in zip(optional, counts, strict=True) if count)])


def conventions_alike(measure: Measure) -> dict[str, Measure]:
    """The measure by each convention that changes no more than parameters and the population."""
    plain = {field.name for field in fields(NONE)} - {"about", "parameters", "population"}
    found = {}
    for name, each in CONVENTIONS.items():
        if all(getattr(each, field) == getattr(NONE, field) for field in plain):
            found[name] = by_convention(measure, name)
    return found


def by_convention(measure: Measure, name: str) -> Measure:
    """The measure as a convention has it, where its text does not say otherwise."""
    given = {name: v for name, v in measure.values.items() if v != measure.metric.parameters[name].default}
    return make_measure(str(measure), measure.metric, given, name)


def put_conventions(
    own: Connection, measure: Measure, alike: Mapping[str, Measure], options: InputOptions, progress: Progress
) -> None:
    """Fills evalsql_conventional: the mean by each convention that can be followed."""
    for name, each in alike.items():
        answered = CONVENTIONS[name].population == "intersection"
        select = statements.comparison("scores", "mean_by_convention", answered=answered, metric=quote(str(each)))
        own.execute(f"insert into evalsql_conventional select {quote(name)}, value from ({select})")
    others = [name for name in CONVENTIONS if name not in alike]
    ranks = fetch_one(own, "select count(rank) = count(*) from evalsql_told")[0]
    columns = "query_id, doc_id, score" + (", rank::bigint as rank" if ranks else "")
    runs = own.sql(f"select {columns} from evalsql_told where copy = 1").to_arrow_table()
    qrels = own.sql(f"select query_id, {kept_columns(own)} from evalsql_told_qrels where copy = 1").to_arrow_table()
    chosen = {name: value for name, value in options.items() if name == "subtopics"}
    for place, name in enumerate(others):
        progress(name, 0.6 + 0.4 * place / len(others))
        made = by_convention(measure, name)
        try:
            evaluation = Evaluation({"run": runs}, qrels, measures=[made], keep=False, convention=name, **chosen)
            ((_, value),) = evaluation.leaderboard([made]).fetchall()
        except InputError:  # it does not take such inputs
            continue
        own.execute("insert into evalsql_conventional values (?, ?)", [name, value])
