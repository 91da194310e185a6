"""Evaluation of ranked retrieval as SQL in DuckDB."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalsql.analysis import analyse_queries, categories
    from evalsql.catalog import curves, metrics
    from evalsql.checking import check
    from evalsql.comparison import compare
    from evalsql.correlation import correlate
    from evalsql.description import describe
    from evalsql.discrimination import discriminate
    from evalsql.errors import CatalogError, InputError
    from evalsql.evaluation import Evaluation
    from evalsql.ideals import ideal
    from evalsql.inputs.problem import Problem
    from evalsql.measure import Measure, parse_measure
    from evalsql.metric import Metric
    from evalsql.overlaps import overlap
    from evalsql.pooling import leave_out, pool, subsample
    from evalsql.population import Coverage
    from evalsql.scoring import curve, evaluate
    from evalsql.standardisation import standardise
    from evalsql.sweeping import sweep
    from evalsql.udfs import register

__all__ = [
    "CatalogError",
    "Coverage",
    "Evaluation",
    "InputError",
    "Measure",
    "Metric",
    "Problem",
    "analyse_queries",
    "categories",
    "check",
    "compare",
    "correlate",
    "curve",
    "curves",
    "describe",
    "discriminate",
    "evaluate",
    "ideal",
    "leave_out",
    "metrics",
    "overlap",
    "parse_measure",
    "pool",
    "register",
    "standardise",
    "subsample",
    "sweep",
]

_HOMES = {
    "CatalogError": "errors",
    "InputError": "errors",
    "Coverage": "population",
    "Evaluation": "evaluation",
    "analyse_queries": "analysis",
    "categories": "analysis",
    "check": "checking",
    "compare": "comparison",
    "discriminate": "discrimination",
    "evaluate": "scoring",
    "curve": "scoring",
    "correlate": "correlation",
    "overlap": "overlaps",
    "standardise": "standardisation",
    "sweep": "sweeping",
    "describe": "description",
    "ideal": "ideals",
    "leave_out": "pooling",
    "pool": "pooling",
    "subsample": "pooling",
    "Problem": "inputs.problem",
    "Measure": "measure",
    "parse_measure": "measure",
    "Metric": "metric",
    "curves": "catalog",
    "metrics": "catalog",
    "register": "udfs",
}


def __getattr__(name: str) -> Any:
    # loaded when first used: `evalsql --help` needs neither DuckDB nor Jinja
    if name in _HOMES:
        return getattr(import_module(f"evalsql.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'evalsql' has no attribute {name!r}")
