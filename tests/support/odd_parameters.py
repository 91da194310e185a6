"""Values of parameters that hypothesis draws, those at the edges of what a parameter takes among them."""

import math
from typing import Any

from hypothesis import strategies as st

from evalsql import Measure, Metric
from evalsql.catalog.gains import GAINS
from evalsql.catalog.measure import make_measure
from evalsql.catalog.metric import Parameter

EDGES = (0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 10.0, 1e-9, 1e-3, 0.999, 1e3, 1e6, 1e9, 1e15, 2**31 - 1, 1e-300, 1e300)
GAIN_TABLES = (None, {1: 1, 2: 10}, {1: 0.5, 2: 0.25, 3: 1}, {1: 1e-9, 2: 1e15}, {1: 0, 2: 0, 3: 0})
POINTS = ("0,.5,1", "1", "0", ".1,.2,.3", "0.999999999")


def edges(parameter: Parameter) -> list[float]:
    """Numbers, among them the lowest and highest that a parameter takes and those next to its bounds."""
    found = list(EDGES)
    if parameter.within:
        for bound in (float(parameter.within.low), float(parameter.within.high)):
            found += [bound, math.nextafter(bound, math.inf), math.nextafter(bound, -math.inf), bound + 1, bound - 1]
    whole = parameter.type == "INTEGER"
    return [int(each) if whole else each for each in found if math.isfinite(each) and (not whole or abs(each) < 2**31)]


def values(parameter: Parameter) -> list[Any]:
    """Values that a parameter takes."""
    if parameter.type == GAINS:
        return [each for each in GAIN_TABLES if parameter.takes(each)]
    if parameter.type == "VARCHAR":
        return list(parameter.one_of) or [each for each in POINTS if parameter.takes(each)]
    if parameter.cutoff:
        return [1, 2, 5, 13, 1000, *([] if parameter.required else [parameter.default])]
    return [each for each in edges(parameter) if parameter.takes(each)]


@st.composite
def measures(draw: st.DrawFn, metric: Metric) -> Measure:
    """The metric with any of its parameters set, and those that must be."""
    given = {}
    for name, parameter in metric.parameters.items():
        if parameter.required or draw(st.booleans()):
            given[name] = draw(st.sampled_from(values(parameter)))
    return make_measure(metric.name, metric, given)
