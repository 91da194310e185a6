"""Evaluation of ranked retrieval as SQL in DuckDB."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalsql.catalog import curves, metrics
    from evalsql.checking import check
    from evalsql.comparing.analysis import analyse_queries, categories
    from evalsql.comparing.comparison import compare
    from evalsql.comparing.correlation import correlate
    from evalsql.comparing.discrimination import discriminate
    from evalsql.comparing.overlaps import overlap
    from evalsql.comparing.standardisation import standardise
    from evalsql.comparing.sweeping import sweep
    from evalsql.database.adding import add_to_database
    from evalsql.database.building import build_database
    from evalsql.database.library import write_library
    from evalsql.database.registration import register
    from evalsql.errors import CatalogError, InputError
    from evalsql.evaluation import Evaluation
    from evalsql.ideals import ideal
    from evalsql.inputs.problem import Problem
    from evalsql.judgments.description import describe
    from evalsql.judgments.pooling import leave_out, pool, subsample
    from evalsql.measure import Measure, parse_measure
    from evalsql.metric import Metric
    from evalsql.population import Coverage
    from evalsql.scoring import curve, evaluate

__all__ = [
    "CatalogError",
    "Coverage",
    "Evaluation",
    "InputError",
    "Measure",
    "Metric",
    "Problem",
    "add_to_database",
    "analyse_queries",
    "build_database",
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
    "write_library",
]

_HOMES = {
    "CatalogError": "errors",
    "InputError": "errors",
    "Coverage": "population",
    "Evaluation": "evaluation",
    "analyse_queries": "comparing.analysis",
    "categories": "comparing.analysis",
    "check": "checking",
    "compare": "comparing.comparison",
    "discriminate": "comparing.discrimination",
    "add_to_database": "database.adding",
    "build_database": "database.building",
    "evaluate": "scoring",
    "curve": "scoring",
    "correlate": "comparing.correlation",
    "overlap": "comparing.overlaps",
    "standardise": "comparing.standardisation",
    "sweep": "comparing.sweeping",
    "describe": "judgments.description",
    "ideal": "ideals",
    "leave_out": "judgments.pooling",
    "pool": "judgments.pooling",
    "subsample": "judgments.pooling",
    "Problem": "inputs.problem",
    "Measure": "measure",
    "parse_measure": "measure",
    "Metric": "metric",
    "curves": "catalog",
    "metrics": "catalog",
    "register": "database.registration",
    "write_library": "database.library",
}


def __getattr__(name: str) -> Any:
    # loaded when first used: `evalsql --help` needs neither DuckDB nor Jinja
    if name in _HOMES:
        return getattr(import_module(f"evalsql.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'evalsql' has no attribute {name!r}")
