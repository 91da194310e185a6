"""What a column of a table calls a measure: as it was asked for, without what the convention of the table sets."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from evalsql.catalog.arguments import checked, written
from evalsql.catalog.conventions import decisions
from evalsql.catalog.measure import Measure


def headings(measures: Sequence[Measure], convention: str | None) -> dict[str, str]:
    """A heading for each measure of a table, by the measure's text.

    A metric whose measures are not all as the convention has it keeps the full texts, so that each heading is one
    measure's, and what the table says of the metric is true of all of them.
    """
    agreed = agreed_values(measures, convention)
    unlike = {
        each.metric.name for each in measures if not agreed.get(each.metric.name, {}).items() <= each.values.items()
    }
    return {
        str(each): str(each)
        if each.metric.name in unlike
        else each.typed or str(without(each, agreed.get(each.metric.name, {})))
        for each in measures
    }


def agreed_values(measures: Sequence[Measure], convention: str | None) -> dict[str, dict[str, object]]:
    """What a convention sets in the metrics of measures, by metric and parameter, as a measure has it."""
    there = {each.metric.name: each.metric.parameters for each in measures}
    return {
        name: {each: checked(name, there[name][each], value) for each, value in values.items()}
        for name, values in decisions(convention).parameters.items()
        if name in there
    }


def without(measure: Measure, values: Mapping[str, object]) -> Measure:
    """A measure with the defaults of some parameters in place of its values."""
    defaults = {name: measure.metric.parameters[name].default for name in values}
    return replace(measure, values={**measure.values, **defaults}, typed="")


def left_out(measures: Sequence[Measure], convention: str | None) -> str:
    """What the headings of measures leave out, to be said below the table: cap='no' for alpha_nDCG and nERR_IA."""
    names: dict[str, list[str]] = {}
    short = headings(measures, convention)
    for name, values in agreed_values(measures, convention).items():
        if any(each.metric.name == name and short[str(each)] != str(each) for each in measures):
            for parameter, value in values.items():
                names.setdefault(f"{parameter}={written(value)}", []).append(name)
    return ", ".join(f"{what} for {' and '.join(found)}" for what, found in names.items())
