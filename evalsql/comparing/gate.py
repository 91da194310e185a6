"""Decide whether a change can be merged: one new run against a baseline, with a verdict per rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Unpack

from evalsql.answers import Answer, Made, as_relation
from evalsql.catalog.measure import Measure, Measures, as_measures
from evalsql.comparing import methods, rules
from evalsql.comparing.clusters import by_clusters
from evalsql.comparing.compare import Decided, decide, draw_doubts, idle
from evalsql.comparing.rules import Bound, Rule
from evalsql.comparing.score_source import ScoreOptions, named_in
from evalsql.comparing.scores import Scores
from evalsql.comparing.two_runs import read_versus
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError, Problem
from evalsql.scoring.slices import By, read_slices
from evalsql.words import either, first_few, plural, said

MEASURE = "nDCG@10"  # if none is named
TESTS = ("paired_t", "bootstrap", "randomisation")  # of sql/gates
OF_QUERIES = ("queries without judgments", "judged queries without an answer")  # warnings that explain no 0
WORST = ("fail", "cannot tell", "pass")  # first


@dataclass(frozen=True, kw_only=True)
class Gate(Answer):
    """The verdicts of a gate, and what they are of."""

    scores: Scores  # the scores
    decided: Decided  # how they were compared
    rules: tuple[Rule, ...]  # the rules
    names: tuple[str, str]  # what the new run and the baseline are called
    rows: Sequence[Mapping[str, Any]]  # the rules with their verdicts, the rows of the table gate
    require_evidence: bool = False  # whether what cannot be told fails

    @property
    def verdict(self) -> str:
        """The worst verdict of all rules."""
        return min((row["verdict"] for row in self.rows), key=WORST.index)

    @property
    def passed(self) -> bool:
        """Whether every rule passes, or is inconclusive if that is enough."""
        return all(row["passed"] for row in self.rows)


@as_relation("gate")
def gate(
    new: Any,
    baseline: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    margin: Bound = None,
    unchanged: bool = False,
    better: bool = False,
    at_least: Bound = None,
    worst_loss: Bound = None,
    losing: Bound = None,
    require_evidence: bool = False,
    run: str | None = None,
    baseline_run: str | None = None,
    baseline_where: str | None = None,
    test: str = "paired_t",
    correction: str = "holm",
    alpha: float = 0.05,
    power: float = 0.8,
    resamples: int = 10_000,
    seed: int = 0,
    slices: Any = None,
    by: By = (),
    clusters: Any = None,
    trials: str | None = None,
    over_trials: str = "mean",
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Gate:
    """Decide by rules whether a new run may replace a baseline: each passes, fails, or is inconclusive.

    A bound is a number or a share such as "2%" for every measure, or a mapping of measures to these.

    Args:
        new: one run, or a table of its scores, as `evaluate` gives them.
        baseline: the run that it is held against, or a table of its scores.
        qrels: judgments; None if both are scores.
        measures: such as "nDCG@10"; those that bounds name are looked at too. If none is named here, and a rule is
            for every measure, nDCG@10; of scores, all that both have.
        margin: how much the mean may lose, such as 0.01, or "2%" of the baseline's mean; a one-sided test says whether
            it lost more.
        unchanged: the mean may not gain more than the margin either, by two one-sided tests.
        better: the mean must be above the baseline's, by a one-sided test.
        at_least: what the mean must be at least; of a measure whose lower values are better, at most.
        worst_loss: how much a single query may lose.
        losing: which share of the queries may lose, such as 0.2 or "20%".
        require_evidence: whether what cannot be told fails; it passes otherwise.
        run: the new run, where `new` holds several.
        baseline_run: the baseline, if `baseline` holds several.
        baseline_where: an expression of SQL, as `where` is, over the baseline's table of scores in place of it.
        test: "paired_t", "bootstrap" or "randomisation".
        correction: one of those in sql/corrections, over the measures and slices of a rule.
        alpha: the level of each one-sided test.
        power: the target power for queries_needed and detectable.
        resamples: how often is drawn where the test draws.
        seed: the random seed.
        slices: a table of queries and their attributes: every rule holds for each kind of query too; see read_slices.
        by: the attributes; all by default.
        clusters: a table of queries and the cluster of each, such as its conversation, for tests by cluster; see
            compare.
        trials: a regular expression that splits the names of runs into run and trial; see compare.
        over_trials: "mean", "pass@3" or "pass^3".
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation; `lower` as in compare.

    Returns:
        A relation with one row per rule, measure and slice, whose columns sql/scores/gates/gated.sql lists, and passed.

    Raises:
        InputError: an input, a measure or a rule cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    decided = decide_gate(test, correction, alpha, power, resamples, seed)
    bounds = {"margin": margin, "at_least": at_least, "worst_loss": worst_loss, "losing": losing}
    asked = rules.read(bounds, unchanged=unchanged, better=better)
    sliced = read_slices(slices, by, options, connection=connection)
    drawing = decided.tests[0] != "paired_t"  # what does without Python's functions is done before they are loaded
    if qrels is not None:
        find = partial(as_measures, convention=options.get("convention"))
        measures, asked = find(measures), rules.of_each(asked, find)
    listed = [measures] if isinstance(measures, str | Measure) else list(measures)
    wanted = rules.measures_of(asked, listed, rules.EVERY if qrels is None else MEASURE)
    apart = any(rule.rule != "at_least" for rule in asked)  # which is about the new run alone
    given: dict[str, Any] = {"trials": trials, "over": over_trials}
    given |= {"run": run, "baseline_run": baseline_run, "baseline_where": baseline_where}
    scores, names = read_versus(
        new, baseline, qrels, wanted, connection, **given, functions=drawing, apart=apart, **options
    )
    if qrels is None:
        asked = rules.of_each(asked, partial(named_in, scores.measures))
    applied = rules.apply(asked, scores.better)
    refuse_unruled(applied, scores.measures)
    refuse_of_factors(scores, applied)
    scores = by_clusters(scores, clusters, decided.tests, connection=connection, **options)
    strange = sliced.put(scores.connection) if sliced else []
    put_gate(scores, decided, applied, slices=sliced is not None)
    refuse_valueless(scores, applied)
    scores.make("gate", folder="reports/scores", require_evidence="true" if require_evidence else "false")
    found = scores.connection.execute("from evalsql_gate")
    columns = [name for name, *_ in found.description]
    rows = [dict(zip(columns, row, strict=True)) for row in found.fetchall()]
    one_sided = doubts(rows, names)
    refuse_undecided(rows, one_sided)
    return Gate(
        Made(
            {
                "gate": lambda: scores.fetch("gate"),
                "queries": lambda: scores.report("reports/scores", "gate_queries", slices=sliced is not None),
            }
        ),
        (
            *scores.warnings,
            *strange,
            *neutral(scores, applied, stored=qrels is None),
            *one_sided,
            *unread(scores, decided, applied),
        ),
        scores.about,
        scores.measures,
        scores.headings,
        scores=scores,
        decided=decided,
        rules=applied,
        names=names,
        rows=rows,
        require_evidence=require_evidence,
    )


def decide_gate(
    test: str = "paired_t",
    correction: str = "holm",
    alpha: float = 0.05,
    power: float = 0.8,
    resamples: int = 10_000,
    seed: int = 0,
) -> Decided:
    """How a gate decides, checked."""
    decided = decide(test, correction, alpha=alpha, power=power, resamples=resamples, seed=seed)
    if decided.tests[0] not in TESTS:
        raise InputError(f"a gate takes the test {either(TESTS)}, not {decided.tests[0]}, which has no margin")
    if alpha >= 0.5:
        raise InputError(f"alpha of a gate must be below 0.5, not {alpha}")
    return decided


def refuse_of_factors(scores: Scores, applied: Sequence[Rule]) -> None:
    """Refuses a margin that is a difference where runs are compared by a factor."""
    factors = {metric for (metric,) in fetch_all(scores.connection, "select metric from evalsql_asked where logs")}
    for rule in applied:
        if rule.metric in factors and rule.rule in ("non_inferior", "unchanged") and not rule.relative:
            raise InputError(
                f"{rule.metric} is a geometric mean, which is compared by a factor; give a margin in percent"
            )


def refuse_valueless(scores: Scores, applied: Sequence[Rule]) -> None:
    """Refuses rules about a measure that neither run has a value of, or that are all 0; nothing could break them."""
    select = "select metric, bool_or(value <> 0) from evalsql_compared group by metric"
    there: dict[str, bool] = dict(fetch_all(scores.connection, select))
    asked = list(dict.fromkeys(str(rule.metric) for rule in applied))
    if lacking := [metric for metric in asked if metric not in there]:
        raise InputError(f"neither run has a value of {first_few(lacking)}, which a rule is about")
    if not any(there[metric] or scores.better[metric] != "higher" for metric in asked):
        why = "; ".join(each.text for each in scores.warnings if each.kind not in OF_QUERIES)
        why = why or "are these their judgments?"
        raise InputError(f"{first_few(asked)} of both runs is 0 for every query, so nothing is compared; {why}")


def put_gate(scores: Scores, decided: Decided, applied: Sequence[Rule], slices: bool = False) -> None:
    """Makes evalsql_gated, one row per rule, measure and slice; see sql/scores/gates/gated.sql."""
    values, (test,) = decided.values, decided.tests
    scores.make("compared")
    scores.refuse_sizes()
    scores.make("gate_rules", rules=[rule.literals for rule in applied])
    scores.make("faced", slices=slices)
    scores.make("shifted", into="pairs")
    if scores.clustered:
        scores.make("clustered", into="pairs", gate=True)
    scores.make("gate_tests", values=values, test=test)
    scores.make("gate_corrected", correction=decided.correction, corrections=methods.formulas())
    scores.make("gated", values=values, correction=decided.correction, test=test)


def unread(scores: Scores, decided: Decided, applied: Sequence[Rule]) -> list[Problem]:
    """What is to be said of draws, and of how tests are made if no rule has one."""
    if any(rule.rule not in ("worst_loss", "losing") for rule in applied):
        return draw_doubts(scores, decided)
    usual = {name: getattr(Decided(), name) for name in ("correction", "alpha", "power", "resamples", "seed")}
    return idle(decided, {"test": ("paired_t",), **usual}, "no rule here has a test")


def refuse_unruled(applied: Sequence[Rule], measures: Sequence[str]) -> None:
    """Refuses measures that were asked for, and that no rule is about."""
    ruled = {rule.metric for rule in applied}
    if idle := [measure for measure in measures if measure not in ruled]:
        raise InputError(
            f"no rule is about {first_few(idle)}; name a bound, or leave {'them' if idle[1:] else 'it'} out"
        )


def refuse_undecided(rows: Sequence[Mapping[str, Any]], doubts: Sequence[Problem]) -> None:
    """Refuses to give a verdict if no rule can be decided, of any measure and slice."""
    if all(row["verdict"] == "cannot tell" and row["p_value"] is None for row in rows):
        reasons = dict.fromkeys(row["reason"] for row in rows)
        raise InputError(f"no rule can be decided: {'; '.join([*reasons, *(each.text for each in doubts)])}")


def neutral(scores: Scores, applied: Sequence[Rule], *, stored: bool) -> list[Problem]:
    """Warnings about measures that must gain, or not lose, although neither direction is better."""
    asked = dict.fromkeys(str(rule.metric) for rule in applied if rule.rule not in ("unchanged", "at_least"))
    found = [metric for metric in asked if scores.better[metric] == "neither"]
    if not found:
        return []
    text = f"{first_few(found)} has no better direction; here a rise counts as a gain"
    text += "; --lower NAME makes a fall one" * stored
    return [Problem("warning", "no better value", text, len(found))]


def doubts(rows: Sequence[Mapping[str, Any]], names: tuple[str, str]) -> list[Problem]:
    """Warnings about queries with a value in only one of the two, and about equal runs."""
    found = []
    if all(row["difference"] == row["losses"] == 0 for row in rows):
        text = f"{said(names[0])} and {said(names[1])} have the same value for every query; are they the same run?"
        found.append(Problem("warning", "the same values", text))
    for name, column in zip(names, ("new_only", "baseline_only"), strict=True):
        count = max((row[column] for row in rows if row["attribute"] is None), default=0)
        if count:
            text = f"{plural(count, 'query')} that only {name} has a value for, left out"
            found.append(Problem("warning", "queries of one run", text, count))
    return found
