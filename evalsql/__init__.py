"""Evaluation of ranked retrieval as SQL in DuckDB."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # a name that is imported as itself is one of the package's
    from evalsql.catalog.listing import curves as curves
    from evalsql.catalog.listing import metrics as metrics
    from evalsql.catalog.measure import Measure as Measure
    from evalsql.catalog.measure import parse_measure as parse_measure
    from evalsql.catalog.metric import Metric as Metric
    from evalsql.comparing.categories import categories as categories
    from evalsql.comparing.compare import compare as compare
    from evalsql.comparing.correlate import correlate as correlate
    from evalsql.comparing.discriminate import discriminate as discriminate
    from evalsql.comparing.experiment import experiment as experiment
    from evalsql.comparing.overlap import overlap as overlap
    from evalsql.comparing.queries import analyse_queries as analyse_queries
    from evalsql.comparing.standardise import standardise as standardise
    from evalsql.comparing.sweep import sweep as sweep
    from evalsql.database.add import add_to_database as add_to_database
    from evalsql.database.build import build_database as build_database
    from evalsql.database.library import write_library as write_library
    from evalsql.database.register import register as register
    from evalsql.errors import CatalogError as CatalogError
    from evalsql.errors import InputError as InputError
    from evalsql.errors import Problem as Problem
    from evalsql.judgments.describe import describe as describe
    from evalsql.judgments.ideal import ideal as ideal
    from evalsql.judgments.pool import leave_out as leave_out
    from evalsql.judgments.pool import pool as pool
    from evalsql.judgments.pool import subsample as subsample
    from evalsql.scoring.check import check as check
    from evalsql.scoring.evaluate import curve as curve
    from evalsql.scoring.evaluate import evaluate as evaluate
    from evalsql.scoring.evaluation import Evaluation as Evaluation
    from evalsql.scoring.population import Coverage as Coverage

_HOMES = {
    "catalog.listing": ("curves", "metrics"),
    "catalog.measure": ("Measure", "parse_measure"),
    "catalog.metric": ("Metric",),
    "comparing.categories": ("categories",),
    "comparing.compare": ("compare",),
    "comparing.correlate": ("correlate",),
    "comparing.discriminate": ("discriminate",),
    "comparing.experiment": ("experiment",),
    "comparing.overlap": ("overlap",),
    "comparing.queries": ("analyse_queries",),
    "comparing.standardise": ("standardise",),
    "comparing.sweep": ("sweep",),
    "database.add": ("add_to_database",),
    "database.build": ("build_database",),
    "database.library": ("write_library",),
    "database.register": ("register",),
    "errors": ("CatalogError", "InputError", "Problem"),
    "judgments.describe": ("describe",),
    "judgments.ideal": ("ideal",),
    "judgments.pool": ("leave_out", "pool", "subsample"),
    "scoring.check": ("check",),
    "scoring.evaluate": ("curve", "evaluate"),
    "scoring.evaluation": ("Evaluation",),
    "scoring.population": ("Coverage",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:  # which would take any name for one of the package's
    __all__ = [*_HOME]

    def __getattr__(name: str) -> Any:
        # loaded when first used: `evalsql --help` needs neither DuckDB nor Jinja
        if name in _HOME:
            return getattr(import_module(f"evalsql.{_HOME[name]}"), name)
        raise AttributeError(f"module 'evalsql' has no attribute {name!r}")
