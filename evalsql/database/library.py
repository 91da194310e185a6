"""The library: every metric, curve, significance test and rank correlation as a table macro for any DuckDB client."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from types import MappingProxyType

import duckdb

from evalsql.catalog import listing
from evalsql.catalog.metric import WHOLE_RANKING, Metric, Parameter
from evalsql.catalog.sqlfiles import read_file
from evalsql.comparing.methods import lines
from evalsql.connections import Connection
from evalsql.database import macros
from evalsql.database.macro_cache import prepared
from evalsql.database.macro_texts import as_text, filled_in
from evalsql.database.target import INTERNAL
from evalsql.render import frames
from evalsql.render.guards import allowed, default, in_order
from evalsql.sqltext import quote

NAME = "evalsql"  # what a library is attached as
TABLE = "evalsql_macros"
KINDS = ("metric", "curve", "test", "interval", "comparison", "correlation", "check")
OF_METRICS, OF_SCORES = KINDS[:2], KINDS[2:]  # of metrics and curves; of what is made of scores, and of inputs
COMPARISONS = (  # with a macro
    *(("scores", name) for name in ("effects", "corrected", "over_trials", "variance_components")),
    ("reports/scores", "comparisons"),
)
BY_CLUSTER = " Clusters take the place of queries, and the variance is the cluster-robust one (CR1)."
INPUTS = "runs := 'runs', qrels := 'qrels'"
QRELS = "the judgments: a table, view or file with the columns query_id, doc_id, relevance"
VIEW = "macros"


@dataclass(frozen=True)
class Macro:
    """A table macro: what it is, and how the statement that creates it is made, which takes time."""

    name: str
    aliases: str
    kind: str
    family: str | None
    title: str
    about: str
    formula: str | None
    range_low: float | None
    range_high: float | None
    better: str | None
    call: str
    signature: str
    parameters: str
    citation: str | None
    render: Callable[[], str] = field(repr=False, compare=False)

    @cached_property
    def statement(self) -> str:
        return self.render()

    @property
    def of_runs(self) -> bool:
        """Whether it reads runs, and not what is made of them alone."""
        return "runs" in json.loads(self.parameters)

    @property
    def comment(self) -> str:
        """What the database says of it."""
        title = self.title[0].upper() + self.title[1:]
        parts = [f"{title}. {self.about}".replace("\n", " "), self.formula and f"Formula: {self.formula}."]
        told = [f"{name}: {about}" for name, about in json.loads(self.parameters).items()]
        return " ".join(part for part in (*parts, "Parameters: " + "; ".join(told) + ".", self.citation) if part)


def shown(parameter: Parameter) -> bool:
    """Whether an example call of a macro has a parameter: a cutoff, or a required one."""
    return parameter.required or parameter.default == WHOLE_RANKING


def example(parameter: Parameter) -> str:
    """An argument that fits a parameter that must be given: a share, how many documents there are, or a relevance."""
    number: float = 0.5 if not parameter.takes(1.5) else 1_000_000 if not parameter.takes(0.5) else 3
    return f"{parameter.name} := {10 if parameter.cutoff else number}"


@cache
def list_macros() -> tuple[Macro, ...]:
    """The macros of the library: of metrics, of curves, and of what is made of scores."""
    return (*map(of_metric, measures()), *of_scores(), of_inputs())


def measures() -> tuple[Metric, ...]:
    return (*listing.metrics().values(), *listing.curves().values())


def of_inputs() -> Macro:
    """The macro that lists what is wrong with runs and qrels."""
    about = {"runs": macros.INPUTS["runs"], "qrels": QRELS}
    return Macro(
        name="problems",
        aliases="",
        kind="check",
        family=None,
        title="Problems of runs and judgments",
        about="Every problem of runs and judgments, one row each: what evalsql check finds. An error is refused by"
        " macros and by the command line; a warning is not.",
        formula=None,
        range_low=None,
        range_high=None,
        better=None,
        call="problems()",
        signature=f"problems({INPUTS})",
        parameters=json.dumps(about, ensure_ascii=False),
        citation=None,
        render=frames.problems,
    )


def of_metric(metric: Metric, stored: bool = False) -> Macro:
    """The macro of a metric or curve."""
    given = [f"{each.name} := {default(each)}" for each in in_order(metric)]
    name = metric.name.lower() + ("_curve" if metric.over else "")
    further = ", subtopic" * metric.by_subtopic + ", stratum" * metric.sampled
    about = {} if stored else {"runs": macros.INPUTS["runs"], "qrels": QRELS + further}
    for each in in_order(metric):
        whole = "; null: the whole ranking" if each.default == WHOLE_RANKING else ""
        about[each.name] = f"{each.about} ({allowed(each)}{whole})"
    if metric.priced and not stored:
        given.append("costs := null")
        about["costs"] = macros.INPUTS["costs"]
    if stored:
        about["database"] = "the database that is read, by its name; null: the one in use"
    low, high = (float(end) for end in metric.range)
    return Macro(
        name=name,
        aliases=", ".join(metric.macros),
        kind="curve" if metric.over else "metric",
        family=metric.family,
        title=metric.title,
        about=metric.about,
        formula=metric.formula,
        range_low=low,
        range_high=high,
        better=metric.better,
        call=f"{name}({', '.join(map(example, filter(shown, in_order(metric))))})",
        signature=f"{name}({', '.join((*given, 'database := null') if stored else (INPUTS, *given))})",
        parameters=json.dumps(about, ensure_ascii=False),
        citation=metric.cite,
        render=partial(frames.macro, metric),
    )


def of_scores() -> Iterator[Macro]:
    """The macros of what is made of scores, and of rankings that are compared with each other."""
    files = [
        *(("test", "significance", name, name, False) for name in lines("significance")),
        *(("interval", "intervals", name, f"{name}_interval", False) for name in lines("intervals")),
        *(("comparison", folder, name, name, False) for folder, name in COMPARISONS),
        *(("correlation", "correlations", name, name, False) for name in lines("correlations")),
    ]
    files += [
        (kind, folder, file, f"clustered_{name}", True)
        for kind, folder, file, name, _ in files
        if read_file(folder, file)[0].get("by_cluster")
    ]
    for kind, folder, file, name, clustered in files:
        head, _ = read_file(folder, file)
        parameters = macros.parameters(folder, file, clustered)
        yield Macro(
            name=name,
            aliases="",
            kind=kind,
            family=None,
            title=head.get("title", name) + " by clusters of queries" * clustered,
            about=head["about"] + BY_CLUSTER * clustered,
            formula=head.get("formula"),
            range_low=None,
            range_high=None,
            better=None,
            call=f"{name}({quote('my_p_values') if 'tested' in parameters else ''})",
            signature=f"{name}({', '.join(f'{each} := {default}' for each, (default, _) in parameters.items())})",
            parameters=json.dumps({each: about for each, (_, about) in parameters.items()}, ensure_ascii=False),
            citation=head.get("cite"),
            render=partial(macros.macro, folder, file, name, clustered),
        )


def put_macros(
    connection: Connection,
    kinds: Sequence[str] = KINDS,
    inputs: Mapping[str, str] = MappingProxyType({}),
    of_runs: bool | None = None,
    texts: bool = False,
) -> None:
    """Creates the macros of some kinds, with their comments, in the schema that is in use."""
    for statement in statements_of(tuple(kinds), of_runs, texts):
        connection.execute(unhinted(reading(statement, inputs)))


def statements_of(kinds: tuple[str, ...], of_runs: bool | None = None, texts: bool = False) -> list[str]:
    """The statements that create the macros of some kinds, with their comments; see put_macros."""

    def rendered() -> Iterator[str]:
        for macro in list_macros():
            if macro.kind in kinds and of_runs in (None, macro.of_runs):
                yield from statements(macro, macro.statement, texts)

    read = {None: (), True: ("of-runs",), False: ("of-scores",)}[of_runs]
    return prepared("-".join((*kinds, *read, *("texts",) * texts)), rendered)


def reading(statement: str, inputs: Mapping[str, str]) -> str:
    """A macro's statement with other defaults for what it reads; that of its comment stays as it is."""
    head, end, body = statement.partition(") as table")
    for name, table in inputs.items():
        head = head.replace(f"{name} := {quote(name)}", f"{name} := {quote(table)}")
    return head + end + body


def unhinted(statement: str) -> str:
    """A macro's statement as this DuckDB takes it: 1.4 materialises relations unasked, and keeps a copy of all for each
    that it is asked to, so that whoever attached a library of its making gave it 2.8 GB."""
    return statement.replace(" as materialized (", " as (") if duckdb.__version__.startswith("1.4.") else statement


def statements(macro: Macro, statement: str, texts: bool = False) -> Iterator[str]:
    """The statements that create a macro, with its comment, under each of its names: a macro calls no other."""
    for name in names_of(macro):
        yield as_text(statement, name, filled_in) if texts else called(statement, macro.name, name)
        yield f'comment on macro table "{name}" is {quote(macro.comment)}'


def names_of(macro: Macro) -> tuple[str, ...]:
    return (macro.name, *filter(None, macro.aliases.split(", ")))


def called(statement: str, name: str, other: str) -> str:
    """The statement of a macro by another name, in quotes: precision is a word of SQL."""
    return statement if other == name else statement.replace(f"macro {name}(", f'macro "{other}"(', 1)


def table_of_macros(stored: bool = False, scored: bool = False) -> Iterator[str]:
    """The statements that create the table of the macros there are, since clients list tables alone."""
    kept = {macro.name: macro for metric in measures() for macro in [of_metric(metric, stored=True)]} if stored else {}
    there = [kept.get(macro.name, macro) for macro in list_macros() if not (scored and macro.of_runs)]
    table = place(stored)
    rows = [[getattr(macro, column) for column in COLUMNS] for macro in there]
    values = ",\n    ".join("(" + ", ".join(map(literal_of, row)) + ")" for row in rows)
    yield f"create or replace table {table} as\nfrom (values\n    {values}\n) as macros({', '.join(COLUMNS)})"
    yield f"comment on table {table} is 'The table macros of evalsql: what to call, and what each is.'"
    for column, about in COLUMNS.items():
        yield f"comment on column {table}.{column} is {quote(about)}"


def place(stored: bool) -> str:
    """The place of the table of macros: in a database with tables for people, among the internal ones."""
    return f"{INTERNAL}.{TABLE}" if stored else TABLE


COLUMNS = {
    "name": "name of the macro",
    "aliases": "further names that the macro has, separated by commas; precision is to be written in double quotes",
    "kind": "kind of the macro: metric, curve, test, interval, comparison, correlation or check",
    "family": "what kind of metric or curve the macro computes; null of others",
    "title": "what the macro computes, by its name in the literature",
    "about": "what the macro computes, in a sentence",
    "formula": "the formula of the macro; null where it has none",
    "range_low": "the lowest value that a metric can have",
    "range_high": "the highest value that a metric can have",
    "better": "whether higher or lower values of a metric are better, or neither",
    "call": "a call of the macro as an example",
    "signature": "how the macro is called, with the default of each parameter",
    "parameters": "what each parameter of the macro is, in JSON",
    "citation": "where the metric, test or coefficient of the macro is defined",
}


def literal_of(value: str | float | None) -> str:
    if value is None:
        return "null"
    return quote(value) if isinstance(value, str) else f"'{value}'::double"


def put_table(connection: Connection, stored: bool = False, scored: bool = False) -> None:
    """Creates the table of the macros there are, and a short view of it in the schema that is in use."""
    name = "scored-table" if scored else "stored-table" if stored else "table"
    for statement in prepared(name, lambda: table_of_macros(stored, scored)):
        connection.execute(statement)
    for statement in view_of_macros(place(stored)):
        connection.execute(statement)


def view_of_macros(table: str) -> Iterator[str]:
    yield f"create or replace view {VIEW} as select name, call, title from {table}"
    yield f"comment on view {VIEW} is 'The table macros of evalsql in short; {table} says more.'"
    for column in ("name", "call", "title"):
        yield f"comment on column {VIEW}.{column} is {quote(COLUMNS[column])}"
