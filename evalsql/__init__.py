"""Evaluation of ranked retrieval as SQL in DuckDB."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalsql.catalog.listing import curves, metrics
    from evalsql.catalog.measure import Measure, parse_measure
    from evalsql.catalog.metric import Metric
    from evalsql.comparing.categories import categories
    from evalsql.comparing.compare import compare
    from evalsql.comparing.correlate import correlate
    from evalsql.comparing.discriminate import discriminate
    from evalsql.comparing.overlap import overlap
    from evalsql.comparing.queries import analyse_queries
    from evalsql.comparing.standardise import standardise
    from evalsql.comparing.sweep import sweep
    from evalsql.database.add import add_to_database
    from evalsql.database.build import build_database
    from evalsql.database.library import write_library
    from evalsql.database.register import register
    from evalsql.errors import CatalogError, InputError, Problem
    from evalsql.judgments.describe import describe
    from evalsql.judgments.ideal import ideal
    from evalsql.judgments.pool import leave_out, pool, subsample
    from evalsql.scoring.check import check
    from evalsql.scoring.evaluate import curve, evaluate
    from evalsql.scoring.evaluation import Evaluation
    from evalsql.scoring.population import Coverage

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
    "Coverage": "scoring.population",
    "Evaluation": "scoring.evaluation",
    "analyse_queries": "comparing.queries",
    "categories": "comparing.categories",
    "check": "scoring.check",
    "compare": "comparing.compare",
    "discriminate": "comparing.discriminate",
    "add_to_database": "database.add",
    "build_database": "database.build",
    "evaluate": "scoring.evaluate",
    "curve": "scoring.evaluate",
    "correlate": "comparing.correlate",
    "overlap": "comparing.overlap",
    "standardise": "comparing.standardise",
    "sweep": "comparing.sweep",
    "describe": "judgments.describe",
    "ideal": "judgments.ideal",
    "leave_out": "judgments.pool",
    "pool": "judgments.pool",
    "subsample": "judgments.pool",
    "Problem": "errors",
    "Measure": "catalog.measure",
    "parse_measure": "catalog.measure",
    "Metric": "catalog.metric",
    "curves": "catalog.listing",
    "metrics": "catalog.listing",
    "register": "database.register",
    "write_library": "database.library",
}


def __getattr__(name: str) -> Any:
    # loaded when first used: `evalsql --help` needs neither DuckDB nor Jinja
    if name in _HOMES:
        return getattr(import_module(f"evalsql.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'evalsql' has no attribute {name!r}")
