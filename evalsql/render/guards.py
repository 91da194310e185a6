"""Guards of a table macro's arguments: the measure's text, and an error for an invalid one."""

from collections.abc import Sequence
from typing import Any

from evalsql.catalog.gains import BOUNDS, GAINS, GAINS_RULE, LARGEST, RELEVANCE_RULE, SMALLEST, within_bounds
from evalsql.catalog.literals import literal
from evalsql.catalog.metric import WHOLE_RANKING, Metric, Parameter
from evalsql.sqltext import NESTED, UNTYPED, Sql, no_underscore, quote, writes_sql

# of a column that is not there
NAMED = " (a macro looks for no other names)"
# the name of the database in use, as SQL writes it
IN_USE = Sql("""'"' || replace(current_database(), '"', '""') || '"'""")


@writes_sql
def table_of(parameter: str, columns: Sequence[str]) -> str:
    """The input of a macro: the table that a parameter names, with missing columns as null."""
    nulls = ", ".join(f"null as {column}" for column in columns)
    return f"(select {nulls} where false union all by name from query_table({parameter}))"


@writes_sql
def columns_guard(name: str, what: str, columns: Sequence[str], number: str) -> str:
    """A condition that stops a macro with a sentence where a row of what it reads is not fit."""
    listed = f"{', '.join(columns[:-1])} and {columns[-1]}"
    # what a table lacks is null of no type, see table_of
    absent = " ".join(f"when typeof({column}) = '\"NULL\"' then '{column}'" for column in columns)
    empty = " ".join(f"when {column} is null then '{column}'" for column in columns)
    ids = [*(["run"] if what == "runs" else []), *(column for column in columns if column != number)]
    nested = " or ".join(f"typeof({each}) ~ {quote(NESTED)}" for each in ids)
    rule = RELEVANCE_RULE if number == "relevance" else "a finite number was expected"

    def refused(text: str, rest: str = "") -> str:
        return f"then error({quote(f'evalsql: {name}: {text}')}{rest})"

    return " ".join(
        (
            f"case when {' or '.join(f'{column} is null' for column in columns)}",
            refused(
                "",
                f" || coalesce({quote(f'the {what} have no column ')} || case {absent} end || {quote(NAMED)},"
                f" {quote(f'a row of the {what} has no ')} || case {empty} end)"
                f" || {quote(f'; they need the columns {listed}')}",
            ),
            f"when '' in ({', '.join(f'{each}::varchar' for each in ids)}) or {nested}",
            refused(f"a {', '.join(ids[:-1])} or {ids[-1]} of the {what} is empty, or a list or a struct"),
            f"when not coalesce({fit_number(number)}, false)",
            refused(f"a {number} of the {what} is ", f" || {number}::varchar || {quote('; ' + rule)}"),
            "else true end",
        )
    )


@writes_sql
def fit_number(column: str) -> str:
    """A condition that holds where a column has a number within its bounds, or, as a score, a finite one."""
    read = f"try_cast({column} as double)"
    bounds = {
        "relevance": within_bounds(read, -LARGEST),
        **dict.fromkeys(("weight", "cost"), within_bounds(read)),
        **dict.fromkeys(("probability", "p_value"), f"{read} between 0 and 1"),
    }
    return f"{bounds.get(column, f'isfinite({read})')} and {no_underscore(column)}"


@writes_sql
def fit_gain() -> str:
    """A condition that holds where a gain of the qrels is within its bounds."""
    read = "try_cast(gain as double)"
    fit = f"{within_bounds(read)} and {no_underscore('gain')}"
    return f"{fit} and not ({read} <> 0 and try_cast(relevance as double) <= 0)"


@writes_sql
def gains_guard(name: str) -> str:
    """A condition that stops a macro with a sentence where the qrels have a gain that is out of bounds."""
    said = quote(f"evalsql: {name}: a gain of the qrels is ")
    return (
        f"case when gain is not null and not coalesce({fit_gain()}, false)"
        f" then error({said} || gain::varchar || ' for relevance ' || relevance::varchar || {quote('; ' + GAINS_RULE)})"
        " else true end"
    )


@writes_sql
def argument(parameter: Parameter) -> str:
    """An argument of a macro as its body reads it. A value that is not a number is null; a guard rejects it."""
    name = parameter.name
    if parameter.type == GAINS:
        return f"({name}::{GAINS})"
    if parameter.type == "VARCHAR":
        return f"({name}::varchar)"
    if parameter.type == "DOUBLE":
        return f"try_cast({name} as double)"
    number = f"try_cast({name} as integer)"
    return f"coalesce({number}, {WHOLE_RANKING})" if parameter.default == WHOLE_RANKING else number


def default(parameter: Parameter) -> str:
    """The default of an argument, as a macro's signature shows it: null for a cutoff that cuts nothing."""
    return literal(parameter, None if parameter.default == WHOLE_RANKING else parameter.default, bare=True)


def in_order(metric: Metric) -> list[Parameter]:
    """The parameters of a macro, the cutoff first, so that ndcg('runs', 'qrels', 10) has one."""
    return sorted(metric.parameters.values(), key=lambda parameter: not parameter.cutoff)


def called(metric: Metric) -> dict[str, Any]:
    """The name of a metric's macro, its parameters, and their descriptions."""
    return {
        "macro": metric.name.lower() + ("_curve" if metric.over else ""),
        "parameters": {p.name: default(p) for p in in_order(metric)},
        "label": macro_label(metric),
        "guards": [guard(metric.name, p) for p in in_order(metric)],
    }


@writes_sql
def macro_label(metric: Metric) -> str:
    """An expression for the measure's text inside a macro, where only the caller's arguments say what it is."""
    label = quote(metric.name)
    inside = [changed(p, f"'{p.name}=' || {spelled(p)}") for p in metric.parameters.values() if not p.cutoff]
    if inside:
        label += f" || coalesce('(' || nullif(concat_ws(',', {', '.join(inside)}), '') || ')', '')"
    if metric.cutoff:
        cutoff = metric.parameters[metric.cutoff]
        said = changed(cutoff, "'@' || " + spelled(cutoff))
        label += f" || coalesce({said}, '')"
    return label


def changed(parameter: Parameter, text: str) -> str:
    """An expression for a text that is said only of a parameter that is not as by default."""
    if parameter.type == GAINS:
        return f"case when {parameter.name} is not null then {text} end"
    if parameter.default is None:
        return text
    return f"case when {argument(parameter)} <> {literal(parameter, parameter.default, bare=True)} then {text} end"


def spelled(parameter: Parameter) -> str:
    """An expression for a macro's argument as a measure's text has it: 0.5 for .50, and 2 for 2.0."""
    name = parameter.name
    if parameter.type == "VARCHAR":
        return f"'''' || {name} || ''''"
    if parameter.type == GAINS:
        # {0.0=0.0, 1.0=10.0} as {1:10}
        text = f"regexp_replace(({name}::{GAINS})::varchar, '[.]0([,=}}])', '\\1', 'g')"
        text = f"regexp_replace({text}, '([{{ ])0=0(, |(}}))', '\\1\\3', 'g')"  # level 0 gains nothing anyway
        return f"replace(replace({text}, '=', ':'), ' ', '')"
    if parameter.type == "INTEGER":
        return argument(parameter)
    return rf"regexp_replace(({argument(parameter)})::varchar, '^(-?\d{{1,15}})[.]0$', '\1')"


@writes_sql
def guard(metric: str, parameter: Parameter) -> str:
    """A condition that stops a macro with a sentence when a parameter is not what it may be."""
    name = parameter.name
    if parameter.type == GAINS:
        gains = f"{name}::{GAINS}"
        keys, values, nothing = f"map_keys({gains})", f"map_values({gains})", f"map_extract({gains}, 0)[1]"
        lowest = f"coalesce(list_min([each for each in {values} if each > 0]), 1)"
        fine = (
            f"{name} is null or list_min({keys}) >= 0 and list_max({keys}) <= {LARGEST}"
            f" and list_count({values}) = len({values}) and list_min({values}) >= 0 and list_max({values}) <= {LARGEST}"
            f" and {lowest} >= {SMALLEST} and coalesce({nothing}, 0) = 0"
        )
    elif parameter.one_of:
        fine = f"{name}::varchar in ({', '.join(map(quote, parameter.one_of))})"
    elif parameter.type == "VARCHAR":
        fine = f"{name} is not null"
    else:
        # neither a text that is a number, which DuckDB would compare as an integer ('2.5'), nor true, which is 1
        read = f"try_cast({name} as {'hugeint' if parameter.type == 'INTEGER' else 'double'})"
        fine = f"typeof({name}) not in ('VARCHAR', 'BOOLEAN')"
        fine += f" and {parameter.within.sql(read)}" if parameter.within else f" and {read} is not null"
        if parameter.type == "INTEGER":
            fine += f" and try_cast({name} as double) = floor(try_cast({name} as double))"
        if parameter.default == WHOLE_RANKING:
            fine = f"{name} is null or {fine}"
    said = quote(f"evalsql: {metric}: {name} must be {allowed(parameter)}, not ")
    text, untyped = f"{name}::varchar", f"regexp_matches(typeof({name}), {quote(UNTYPED)})"
    given = f"coalesce(case when {untyped} then '''' || {text} || '''' else {text} end, 'null')"
    return f"case when coalesce({fine}, false) then true else error({said} || {given}) end"


def allowed(parameter: Parameter) -> str:
    """The values that an argument of a macro may have, in words."""
    if parameter.type == GAINS:
        return f"a map of relevance to gain, such as map {{1: 1, 2: 10}}, with gains that are 0 or {BOUNDS}"
    return parameter.allowed
