"""What a table macro says of its arguments: the measure's text, and a sentence where one is not fit."""

from typing import Any

from evalsql.gains import GAINS
from evalsql.literals import literal, quote
from evalsql.metric import Metric, Parameter


def argument(parameter: Parameter) -> str:
    """An argument of a macro, where its body reads it."""
    if parameter.type == GAINS:
        return f"({parameter.name}::{GAINS})"
    return f"({parameter.name} + 0e0)" if parameter.type == "DOUBLE" else parameter.name


def called(metric: Metric) -> dict[str, Any]:
    """What a macro of a metric is called, the parameters it has, and what it says of them."""
    return {
        "macro": metric.name.lower() + ("_curve" if metric.over else ""),
        "parameters": {name: literal(p, p.default, bare=True) for name, p in metric.parameters.items()},
        "label": macro_label(metric),
        "guards": [guard(metric.name, p) for p in metric.parameters.values()],
    }


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
    return f"case when {parameter.name} <> {literal(parameter, parameter.default, bare=True)} then {text} end"


def spelled(parameter: Parameter) -> str:
    """An expression for a macro's argument as a measure's text has it: 0.5 for .50, and 2 for 2.0."""
    name = parameter.name
    if parameter.type == "VARCHAR":
        return f"'''' || {name} || ''''"
    if parameter.type == GAINS:
        # {0.0=0.0, 1.0=10.0} as {1:10}
        text = f"regexp_replace(({name}::{GAINS})::varchar, '[.]0([,=}}])', '\\1', 'g')"
        text = f"regexp_replace({text}, '([{{ ])-?[0-9.]+=0(, |(}}))', '\\1\\3', 'g')"
        return f"replace(replace({text}, '=', ':'), ' ', '')"
    if parameter.type == "INTEGER":
        return f"{name}::bigint"
    whole = f"{name} = floor({name}) and abs({name}) < 1e15"
    return f"case when {whole} then {name}::bigint::varchar else ({name} + 0e0)::varchar end"


def guard(metric: str, parameter: Parameter) -> str:
    """A condition that stops a macro with a sentence when a parameter is not what it may be."""
    name = parameter.name
    if parameter.type == GAINS:
        gains = f"{name}::{GAINS}"
        keys, values, nothing = f"map_keys({gains})", f"map_values({gains})", f"map_extract({gains}, 0)[1]"
        fine = (
            f"{name} is null or list_min({keys}) >= 0 and list_max({keys}) < 'inf'::double"
            f" and list_min({values}) >= 0 and list_max({values}) < 'inf'::double and coalesce({nothing}, 0) = 0"
        )
    elif parameter.one_of:
        fine = f"{name} in ({', '.join(map(quote, parameter.one_of))})"
    else:
        fine = "true" if parameter.type == "VARCHAR" else parameter.within.sql(name)
    if parameter.type == "INTEGER":
        fine += f" and {name} = floor({name})"
    allowed = "a map of relevance to gain, such as map {1: 1, 2: 10}" if parameter.type == GAINS else parameter.allowed
    said = quote(f"evalsql: {metric}: {name} must be {allowed}, not ")
    return f"case when coalesce({fine}, false) then true else error({said} || coalesce({name}::varchar, 'null')) end"
