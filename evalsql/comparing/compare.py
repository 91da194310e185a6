"""Significance tests between all pairs of runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Unpack, get_args

from evalsql.answers import Answer, as_relation
from evalsql.arguments import MOST, SEEDS, real_number, whole_number
from evalsql.catalog.measure import Measures
from evalsql.catalog.templates import expand
from evalsql.comparing import methods
from evalsql.comparing.clusters import by_clusters
from evalsql.comparing.score_source import WhichScores, read_scores
from evalsql.comparing.scores import Scores, as_baselines
from evalsql.connections import Connection, fetch_all, fetch_one
from evalsql.errors import InputError, Problem
from evalsql.render import statements
from evalsql.scoring.evaluation import Progress
from evalsql.scoring.slices import By, read_slices
from evalsql.sqltext import quote
from evalsql.words import either, plural

if TYPE_CHECKING:
    import pyarrow as pa

LEAST_ALPHA = 1e-12  # 1 - alpha is not told from 1 below 1e-16
# what draws, and about how many seconds it takes for a query and resample
DRAWING = {"bootstrap": 4e-7, "percentile": 4e-7, "bca": 4e-7, "randomisation": 3e-8, "randomised_tukey": 2e-8}
LONG = 60  # seconds
FEW = 100  # samples; fewer show no p-value as low as .01 but 0
Alternative = Literal["two-sided", "greater", "less"]  # what SciPy means by them, of the run minus the baseline


@dataclass(frozen=True)
class Decided:
    """How runs are compared."""

    tests: tuple[str, ...] = ("paired_t",)  # the tests, by name
    correction: str = "holm"  # what p-values are corrected by, for how many there are of a measure and test
    interval: str = "student"  # what intervals of a difference are made by
    alpha: float = 0.05  # below which p-value a difference is significant, once corrected; intervals cover 1 - alpha
    power: float = 0.8  # the target power for `queries_needed` and `detectable`
    resamples: int = 10_000  # how often is drawn where a test draws
    seed: int = 0  # the random seed: the same seed gives the same p-values everywhere
    alternative: Alternative = "two-sided"  # what a difference is, if it is not 0

    @property
    def one_sided(self) -> bool:
        """Whether the tests are one-sided."""
        return self.alternative != "two-sided"

    @property
    def together(self) -> bool:
        """Whether the tests are of all runs together."""
        return self.tests[0] in methods.names("significance", "runs")

    @property
    def values(self) -> dict[str, Any]:
        """The values that SQL asks for by name."""
        return {
            "alpha": self.alpha,
            "power": self.power,
            "resamples": self.resamples,
            "seed": self.seed,
            "confidence": 1 - self.alpha,
            "alternative": self.alternative,
        }


def decide(
    test: str | Sequence[str] = "paired_t",
    correction: str = "holm",
    interval: str = "student",
    alpha: float = 0.05,
    power: float = 0.8,
    resamples: int = 10_000,
    seed: int = 0,
    of: Sequence[str] = (),
    alternative: Alternative = "two-sided",
) -> Decided:
    """How runs are compared, checked; `of` what tests may be, if not of pairs alone."""
    if not isinstance(test, str) and not (isinstance(test, Sequence) and all(isinstance(each, str) for each in test)):
        raise InputError(f"test must be the name of a test, or a list of them, not {test!r}")
    named = [methods.find("significance", each, *of) for each in ([test] if isinstance(test, str) else test)]
    pairs = [each for each in named if each in methods.names("significance")]
    if pairs and (together := [each for each in named if each not in pairs]):
        raise InputError(f"{together[0]} is of all runs together and {pairs[0]} of pairs; name tests of one kind")
    if alternative not in get_args(Alternative):
        raise InputError(f"alternative must be {either(get_args(Alternative))}, not {alternative!r}")
    if alternative != "two-sided" and (sideless := [each for each in named if not methods.one_sided(each)]):
        there = either([each for each in methods.names("significance") if methods.one_sided(each)])
        raise InputError(f"{sideless[0]} has no one-sided form; alternative {alternative} is for {there}")
    real_number(alpha, "alpha", above=0, below=1)
    real_number(power, "power", above=0, below=1)
    resamples, seed = whole_number(resamples, "resamples", most=MOST), whole_number(seed, "seed", *SEEDS)
    if alpha < LEAST_ALPHA:
        raise InputError(f"alpha must be at least {LEAST_ALPHA:g}, not {alpha}")
    if alpha > 1 - LEAST_ALPHA:
        raise InputError(f"alpha must be at most 1 - {LEAST_ALPHA:g}, not {alpha}")
    return Decided(
        tuple(dict.fromkeys(named)) or ("paired_t",),
        methods.find("corrections", correction),
        methods.find("intervals", interval),
        alpha,
        power,
        resamples,
        seed,
        alternative,
    )


@dataclass(frozen=True, kw_only=True)
class Comparison(Answer):
    """Comparisons of runs, and the scores whose relations they are made of."""

    scores: Scores  # the scores
    decided: Decided  # how they were compared
    # the runs that all others were compared with; none if all were with all, or with the best one
    baselines: tuple[str, ...] = ()

    def rows(self, sliced: bool = False) -> list[dict[str, Any]]:
        """The comparisons over all queries, or of slices, and of each whether its difference is a logarithm."""
        logs = dict(fetch_all(self.scores.connection, "select metric, logs from evalsql_asked"))
        rows = self.tables["comparisons"].to_pylist()
        return [r | {"logarithm": logs[r["metric"]]} for r in rows if (r.get("slice") is not None) == sliced]


@as_relation("comparisons")
def compare(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    baseline: str | Sequence[str] | None = None,
    best: bool = False,
    test: str | Sequence[str] = "paired_t",
    correction: str = "holm",
    interval: str = "student",
    alpha: float = 0.05,
    power: float = 0.8,
    resamples: int = 10_000,
    seed: int = 0,
    alternative: Alternative = "two-sided",
    slices: Any = None,
    by: By = (),
    clusters: Any = None,
    trials: str | None = None,
    over_trials: str = "mean",
    connection: Connection | None = None,
    **options: Unpack[WhichScores],
) -> Comparison:
    """Test whether runs differ from each other, or from a baseline.

    Args:
        runs: runs, as Evaluation takes them, or, without judgments, tables of scores with columns run, query_id, metric
            and value, as `evaluate` gives them.
        qrels: judgments, or None.
        measures: such as "nDCG@10"; of tables of scores those to look at, all if none is named.
        baseline: the run that all others are compared with, or several: runs are compared with each, and the family of
            the correction is all pairs.
        best: compare the best run of each measure with the others.
        test: one or several of the tests in sql/significance, such as "paired_t" or "bootstrap"; or those of all runs.
        correction: one of those in sql/corrections, such as "holm", over the pairs of a measure and test.
        interval: of a difference: one of those in sql/intervals, such as "student" or "bca".
        alpha: the significance level; the confidence level of intervals is 1 - alpha.
        power: the target power for queries_needed and detectable.
        resamples: how often is drawn where a test draws.
        seed: the random seed; the same seed gives the same p-values on every machine.
        alternative: "two-sided"; of one-sided tests "greater" or "less": what the run's mean minus that of the one
            baseline is, whichever is better. Intervals, queries_needed and detectable stay two-sided.
        slices: a table of queries and their attributes, to compare runs on each kind of query too; see read_slices.
        by: the attributes; all by default.
        clusters: a table of queries and the cluster of each, such as its conversation, for intervals and tests by
            cluster; {column: table} names the column, if it is neither called cluster nor the only one.
        trials: a regular expression, such as "(.*)@[0-9]+", for runs that are trials of one run: its first group is the
            name of that run. The score of a query is then the mean over the trials.
        over_trials: for measures whose values are 0 or 1, instead of the mean: "pass@3", the chance that at least one
            of three trials scores 1, or "pass^3", that all three do.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights, convention; see Evaluation. `lower`: of scores that
            others made, the measures whose lower values are better, such as "latency".

    Returns:
        A relation with one row per measure, two runs and test, whose columns sql/reports/scores/comparisons.sql lists;
        with slices those of sql/reports/slices/comparisons.sql, the rows over all queries first. Of tests of all runs
        together ("anova", "friedman") one row per measure and test, see sql/reports/scores/all_runs.sql.

    Raises:
        InputError: an input, a measure, a test or a run cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    decided = decide(test, correction, interval, alpha, power, resamples, seed, ("pairs", "runs"), alternative)
    if decided.one_sided and len(dict.fromkeys(as_baselines(baseline))) != 1:
        raise InputError(f"alternative {alternative} needs one baseline; of other pairs the better run is named first")
    over: dict[str, Any] = {"connection": connection, "trials": trials, "over": over_trials}
    if decided.together:
        for what, each in {"baseline": baseline, "best": best or None, "slices": slices, "clusters": clusters}.items():
            if each is not None:
                raise InputError(
                    f"{what} is for tests of pairs of runs, and {decided.tests[0]} is of all runs together"
                )
        return compare_together(read_scores(runs, qrels, measures, **over, **options), decided)
    if slices is not None and (itself := [test for test in decided.tests if methods.familywise(test)]):
        raise InputError(
            f"{itself[0]} corrects its p-values over all pairs of runs by itself, but not over slices; choose another"
            " test, such as paired_t"
        )
    sliced = read_slices(slices, by, options, connection=connection)
    scores = read_scores(runs, qrels, measures, **over, **options)
    scores = by_clusters(scores, clusters, decided.tests, decided.interval, connection, **options)
    doubts = sliced.put(scores.connection) if sliced else []
    put_comparisons(scores, decided, baseline, best, options.get("progress"))
    tables = {"comparisons": scores.fetch("comparisons")}
    if sliced:
        put_slice_comparisons(scores, decided, options.get("progress"))
        scores.make("interactions")
        corrections = {"correction": decided.correction, "corrections": methods.formulas()}
        tables["comparisons"] = scores.report("reports/slices", "comparisons")
        tables["losses"] = scores.report("reports/slices", "losses", test=quote(decided.tests[0]))
        tables["interactions"] = scores.report("reports/slices", "interactions", **corrections)
    problems = (*scores.warnings, *doubts, *scores.doubts(), *draw_doubts(scores, decided))
    return Comparison(
        tables,
        problems,
        scores.about,
        scores.measures,
        scores.headings,
        scores=scores,
        decided=decided,
        baselines=tuple(dict.fromkeys(as_baselines(baseline))),
    )


def compare_together(scores: Scores, decided: Decided) -> Comparison:
    """What tests of all runs together say."""
    scores.line_up()
    scores.make("blocks", "variances", "rank_sums")
    why = f"{' and '.join(decided.tests)} {'is' if len(decided.tests) == 1 else 'are'} of all runs together"
    usual = {name: getattr(Decided(), name) for name in ("correction", "interval", "power", "resamples", "seed")}
    problems = (*scores.warnings, *idle(decided, usual, why))
    tables = {"comparisons": over_all(scores, decided, decided.tests)}
    about = {"about": scores.about, "measures": scores.measures, "headings": scores.headings}
    return Comparison(tables, problems, **about, scores=scores, decided=decided)


def put_comparisons(
    scores: Scores,
    decided: Decided,
    baseline: str | Sequence[str] | None = None,
    best: bool = False,
    progress: Progress | None = None,
) -> None:
    """Makes evalsql_comparisons, one row per measure, two runs and test; see sql/reports/scores/comparisons.sql."""
    scores.oppose(baseline, best)
    put_opposed(scores, decided, progress)


def put_opposed(
    scores: Scores, decided: Decided, progress: Progress | None = None, corrected: str = "corrected"
) -> None:
    """Makes evalsql_comparisons of runs that are opposed already, with p-values by a file of sql/scores."""
    if progress and (told := drawing(scores, decided)):
        progress(told, 1.0)
    values = decided.values
    scores.make("contrasts", "effects", values=values)
    if scores.clustered:
        scores.make("clustered", into="pairs")
    interval = statements.comparison("intervals", decided.interval, scores.udf, scores.clustered)
    scores.make("limits", values=values, interval=interval)
    put_tested(scores, decided, corrected)
    parts = {"tests": list(decided.tests), "one_sided": decided.one_sided}
    scores.make("comparisons", folder="reports/scores", values=values, **parts)


def put_slice_comparisons(scores: Scores, decided: Decided, progress: Progress | None = None) -> None:
    """Makes evalsql_slice_comparisons, what evalsql_comparisons is, over the measures of evalsql_sliced."""
    with scores.of_slices():
        scores.make("compared", "standings")
        scores.make("opposed", against="sliced")
        scores.make("aligned", "pairs", "blocks")
        scores.make("variances", p_values=False)
        if "conover" in decided.tests:  # the one that reads them, of those that slices can have
            scores.make("rank_sums")
        put_opposed(scores, decided, progress, corrected="slice_corrected")
        scores.execute("alter table evalsql_comparisons rename to evalsql_slice_comparisons", {})


def drawing(scores: Scores, decided: Decided) -> str:
    """The announcement of resampling that takes long; else nothing."""
    (queries,) = fetch_one(
        scores.connection, "select coalesce(sum(queries), 0) from (select distinct queries from evalsql_pairs)"
    )
    each = sum(DRAWING.get(name, 0) for name in (decided.interval, *decided.tests))
    seconds = int(queries) * decided.resamples * each
    what = f"drawing {decided.resamples:,} samples of {queries:,} queries"
    return f"{what} (about {plural(round(seconds / 60), 'minute')})" if seconds >= LONG else ""


def draw_doubts(scores: Scores, decided: Decided, usual: int = 10_000) -> list[Problem]:
    """Warnings about resamples too few for a p-value below alpha or a limit, or that no test reads."""
    by = " and ".join(decided.tests)
    correction = {"correction": "holm"} if all(map(methods.familywise, decided.tests)) else {}
    unread = idle(decided, correction, f"p-values are corrected by {by}")
    (queries,) = fetch_one(scores.connection, "select coalesce(max(queries), 0) from evalsql_pairs")
    drawing = [name for name in dict.fromkeys((*decided.tests, decided.interval)) if name in DRAWING]
    exact = {"randomisation"} if 2 ** int(queries) <= decided.resamples else set()
    if not (drawn := [name for name in drawing if name not in exact]):
        draws = {"seed": 0} | ({} if drawing else {"resamples": usual})
        return [*unread, *idle(decided, draws, f"no samples are drawn by {by}")]
    if decided.resamples >= FEW:
        return unread
    samples = plural(decided.resamples, "sample")
    text = f"{' and '.join(drawn)} drew {samples}, too few to go by; {FEW} or more were expected"
    return [*unread, Problem("warning", "few resamples", text)]


def idle(decided: Decided, usual: Mapping[str, Any], why: str, **given: Any) -> list[Problem]:
    """Warnings about options without an effect."""
    given |= vars(decided) | {"test": decided.tests}
    changed = [name for name, value in usual.items() if given[name] != value]
    return [Problem("warning", f"idle {name}", f"{name} changes nothing: {why}") for name in changed]


def put_tested(scores: Scores, decided: Decided, corrected: str = "corrected") -> None:
    """Makes evalsql_corrected, the p-values of the runs that are opposed by each test, as they are and corrected."""
    scores.make("tested")
    for test in decided.tests:
        if methods.binary("significance", test):
            scores.refuse_fractions(methods.title("significance", test))
        found = statements.comparison("significance", test, scores.udf, scores.clustered)
        scores.execute(
            f"""
            insert into evalsql_tested
            select metric, run, other, $test, $familywise, statistic, p_value from ({found})
            """,
            decided.values | {"test": test, "familywise": methods.familywise(test)},
        )
    scores.make(corrected, into="corrected", correction=decided.correction, corrections=methods.formulas())


def over_all(scores: Scores, decided: Decided, tests: Sequence[str] = ()) -> "pa.Table":
    """What tests of all runs together, all if none is named, say; see sql/reports/scores/all_runs.sql."""
    tests = tests or methods.names("significance", "runs")
    scores.make("all_runs", folder="reports/scores", values=decided.values, tests=tests)
    return scores.fetch("all_runs")


def out_of_reach(scores: Scores, decided: Decided) -> dict[tuple[str, ...], str]:
    """How few queries differ, if so few that no p-value is below alpha, by measure, two runs and test."""
    texts = {test: methods.head("significance", test).get("smallest") for test in decided.tests}
    smallest = {test: expand(text, udf=scores.udf) for test, text in texts.items() if text}
    if not smallest or scores.clustered:  # which few queries say nothing of
        return {}
    scores.make("out_of_reach", folder="reports/scores", values=decided.values, smallest=smallest)
    rows = fetch_all(scores.connection, "from evalsql_out_of_reach")
    return {
        tuple(key): f"{differ} of {plural(queries, 'query')} differ, and the smallest p is {smallest:.3f}"
        for *key, queries, differ, smallest in rows
    }


def margins(scores: Scores, decided: Decided) -> dict[str, float | None]:
    """How far the interval of a run's mean reaches to either side, by measure: by the analysis of variance."""
    return dict(scores.rows("reports/scores", "margins", decided.values))
