"""Evaluation of ranked retrieval as SQL in DuckDB.

Scores of runs against judgments, and analyses of them:

    import evalsql

    run = {"q1": {"d1": 1.2, "d2": 0.7}}
    qrels = {"q1": {"d2": 1}}
    evalsql.evaluate(run, qrels, ["nDCG@10", "AP"]).df()
    evalsql.evaluate({"bm25": "bm25.run", "dense": frame}, "qrels.txt", "nDCG@10")
    evalsql.compare("runs/*.parquet", "qrels.parquet", ["nDCG@10"], baseline="bm25")

Runs and judgments are files, tables, frames, dictionaries or records; see Evaluation. What a function gives are
relations of DuckDB: .df(), .pl(), .to_arrow_table(), .fetchall() and further SQL work on them.

- evaluate, evaluate_groups, curve, Evaluation: scores, and curves over ranks
- suite: many collections at once, and runs ranked over all of them
- explain, reconcile: where a value comes from, and which decisions give a number
- mean_intervals: how sure each mean is
- compare, experiment, analyse_queries, categories, discriminate, correlate, overlap, sweep, standardize, ties:
  questions about scores
- gate: whether a new run may take the place of a baseline
- check, describe, ideal, pool, leave_out, subsample: questions about runs and judgments
- report: one page of HTML with an evaluation, to send to anyone
- evalsql.charts: pictures of what these give
- build_database, add_to_database, log, write_library, register: for other clients of DuckDB
- evalsql.spark: evaluate and check, where runs and judgments are DataFrames of Spark
- metrics, curves, parse_measure: what can be computed
- InputError, InputWarning: what cannot be used, and what looks wrong
"""

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
    from evalsql.comparing.gate import gate as gate
    from evalsql.comparing.means import mean_intervals as mean_intervals
    from evalsql.comparing.overlap import overlap as overlap
    from evalsql.comparing.queries import analyse_queries as analyse_queries
    from evalsql.comparing.reconcile import reconcile as reconcile
    from evalsql.comparing.standardize import standardize as standardize
    from evalsql.comparing.suite import suite as suite
    from evalsql.comparing.sweep import sweep as sweep
    from evalsql.comparing.ties import ties as ties
    from evalsql.database.add import add_to_database as add_to_database
    from evalsql.database.build import build_database as build_database
    from evalsql.database.library_files import write_library as write_library
    from evalsql.database.log import log as log
    from evalsql.database.register import register as register
    from evalsql.errors import CatalogError as CatalogError
    from evalsql.errors import InputError as InputError
    from evalsql.errors import InputWarning as InputWarning
    from evalsql.errors import Problem as Problem
    from evalsql.judgments.describe import describe as describe
    from evalsql.judgments.ideal import ideal as ideal
    from evalsql.judgments.pool import leave_out as leave_out
    from evalsql.judgments.pool import pool as pool
    from evalsql.judgments.pool import subsample as subsample
    from evalsql.reporting.report import report as report
    from evalsql.scoring.check import check as check
    from evalsql.scoring.evaluate import curve as curve
    from evalsql.scoring.evaluate import evaluate as evaluate
    from evalsql.scoring.evaluate import evaluate_groups as evaluate_groups
    from evalsql.scoring.evaluation import Evaluation as Evaluation
    from evalsql.scoring.explain import explain as explain
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
    "comparing.gate": ("gate",),
    "comparing.means": ("mean_intervals",),
    "comparing.overlap": ("overlap",),
    "comparing.queries": ("analyse_queries",),
    "comparing.reconcile": ("reconcile",),
    "comparing.standardize": ("standardize",),
    "comparing.suite": ("suite",),
    "comparing.sweep": ("sweep",),
    "comparing.ties": ("ties",),
    "database.add": ("add_to_database",),
    "database.build": ("build_database",),
    "database.library_files": ("write_library",),
    "database.log": ("log",),
    "database.register": ("register",),
    "errors": ("CatalogError", "InputError", "InputWarning", "Problem"),
    "judgments.describe": ("describe",),
    "judgments.ideal": ("ideal",),
    "judgments.pool": ("leave_out", "pool", "subsample"),
    "reporting.report": ("report",),
    "scoring.check": ("check",),
    "scoring.evaluate": ("curve", "evaluate", "evaluate_groups"),
    "scoring.evaluation": ("Evaluation",),
    "scoring.explain": ("explain",),
    "scoring.population": ("Coverage",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:  # which would take any name for one of the package's
    __all__ = [*_HOME]

    def __getattr__(name: str) -> Any:
        from evalsql.words import in_one_spelling

        # loaded when first used: `evalsql --help` needs neither DuckDB nor Jinja
        name = in_one_spelling(name)
        if name in _HOME:
            return getattr(import_module(f"evalsql.{_HOME[name]}"), name)
        if name in ("charts", "spark"):
            return import_module(f"evalsql.{name}")
        if name == "__version__":
            from importlib.metadata import version

            return version("evalsql")
        raise AttributeError(f"module 'evalsql' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted([*_HOME, *(name for name in globals() if name.startswith("__")), "__version__"])
