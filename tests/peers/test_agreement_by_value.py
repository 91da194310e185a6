"""Agreement with other tools, value by value."""

import csv
import gzip
import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

import agreement
import disagreements
import duckdb
import generated_cases
import pages
import pytest
import recorded
from as_ntcireval import SAMPLES, in_evalsql, score
from places import COLLECTIONS
from recorded import CLOSE, VERSION_9, evaluation, evaluation_of, said

import evalsql

PAGE = "docs/trust/agreement.md"


def described(calls: list[agreement.Call]) -> str:
    """What evalsql was asked with, as options of the command: those of all calls, then those of some."""
    conventions = sorted(
        {f"`--convention {call.convention}`" if call.convention else "no convention" for call in calls}
    )
    sets = [options(call) for call in calls]
    shared = set.intersection(*sets)
    also = sorted(set.union(*sets) - shared)
    return ", ".join([" or ".join(conventions), *sorted(shared)]) + (f"; also {', '.join(also)}" if also else "")


def options(call: agreement.Call) -> set[str]:
    """The options of a call but for the convention."""
    found = {f"`--{name.replace('_', '-')}{'' if said is True else f' {said}'}`" for name, said in call.options.items()}
    found |= {f"`--rel {call.rel}`"} if call.rel else set()
    return found | {f"`{name}={value}` in measures" for name, value in call.parameters.items()}


def number(value: int) -> str:
    return f"{value:,}" if value else "-"


def totals(connection: duckdb.DuckDBPyConnection) -> str:
    """The table of tools."""
    counts = connection.execute(
        """
        select
            name,
            count(*),
            count(*) filter (equal and not left_out),
            count(*) filter (not equal and not left_out),
            count(*) filter (left_out)
        from compared
        group by rollup (name)
        """
    ).fetchall()
    by_name = {name: row for name, *row in counts}
    names = list(dict.fromkeys(call.name for call in agreement.CALLS))
    assert by_name.keys() == {*names, None}
    rows = [
        pages.row(name, described([c for c in agreement.CALLS if c.name == name]), *map(number, by_name[name]))
        for name in names
    ]
    rows.append(pages.row("all", "", *map(number, by_name[None])))
    header = ("tool", "asked for with", "recorded", "equal", "not equal", "not compared")
    return "\n".join([pages.row(*header), "|---|---|--:|--:|--:|--:|", *rows])


def differences(connection: duckdb.DuckDBPyConnection) -> str:
    """The values that differ, and those that are not compared, as a table."""
    counts = dict(
        connection.execute("select why, count(*) from compared where why is not null group by why").fetchall()
    )
    unused = [each for place, each in enumerate(disagreements.DIFFERENCES) if place not in counts]
    assert unused == []
    rows = [
        pages.row(
            each.name,
            each.measures,
            number(counts[place]),
            ("" if each.compared else "not compared: ") + each.why,
            each.right,
        )
        for place, each in enumerate(disagreements.DIFFERENCES)
    ]
    header = ("tool", "measures", "values", "what it does", "who is right")
    return "\n".join([pages.row(*header), "|---|---|--:|---|---|", *rows])


def collections(connection: duckdb.DuckDBPyConnection) -> str:
    """The table of collections."""
    counts = connection.execute(
        """
        select collection, count(distinct run), count(distinct query_id) filter (query_id <> 'all'), count(*)
        from compared
        group by collection
        """
    ).fetchall()
    by_name = {name: row for name, *row in counts}
    rows = [pages.row(what, *map(number, by_name[name])) for name, what in agreement.COLLECTIONS_HELD.items()]
    header = ("collection", "runs", "queries", "values recorded")
    return "\n".join([pages.row(*header), "|---|--:|--:|--:|", *rows])


@recorded.present
def weekly_the_page_has_every_recorded_value_and_why_it_is_not_ours() -> None:
    connection = agreement.table()
    assert agreement.unexplained(connection) == []
    assert connection.execute("select count(*) from compared").fetchall() == agreement.recorded_values()
    pages.fill(PAGE, "differences", differences(connection))
    pages.fill(PAGE, "collections", collections(connection))
    pages.fill(PAGE, "totals", totals(connection))


def differing(evaluated: evalsql.Evaluation) -> list[tuple]:
    """The values of version 9 over covid_r1 that are not ours; means are of the query all."""
    theirs = f"({said('covid_r1', 'trec_eval', VERSION_9)})"
    names = [name for (name,) in duckdb.sql(f"select distinct tool_measure from {theirs}").fetchall()]
    measures = {name: evalsql.parse_measure(name, convention="trec_eval-9") for name in names}
    board = evaluated.leaderboard(list(measures.values())).fetchall()
    ours = {
        (run, query, measure): value
        for run, query, measure, value in evaluated.score(list(measures.values())).fetchall()
    }
    ours |= {
        (run, "all", str(m)): mean for run, *means in board for m, mean in zip(measures.values(), means, strict=True)
    }
    rows = duckdb.sql(f"select run, query_id, tool_measure, value from {theirs}").fetchall()
    assert (len(rows), len(names)) == (1119, 28)
    return [
        (run, query)
        for run, query, name, value in rows
        if not abs(ours[run, query, str(measures[name])] - value) <= CLOSE
    ]


@recorded.present
def weekly_every_value_of_version_9_is_ours_where_scores_have_single_precision() -> None:
    # of covid_r1 alone some scores are the same in single precision, and are not in double
    assert differing(evaluation_of("covid_r1", "score::float::double")) == []
    double = {key for key in differing(evaluation("covid_r1")) if key[1] != "all"}
    assert double == {("BRPHJ_NLP1", "24"), ("tm_lda400", "12")}


OF_GENERATED = [
    generated_cases.assert_pytrec_eval_agrees,
    generated_cases.assert_ir_measures_agrees,
    generated_cases.assert_ir_measures_of_fractional_relevance_agrees,
    generated_cases.assert_pyndeval_agrees,
]


@pytest.mark.parametrize("agrees", OF_GENERATED, ids=lambda agrees: agrees.__name__)
def weekly_a_tool_agrees_on_generated_cases(agrees: Callable[[int], None]) -> None:
    agrees(5000)


def asked(case: Mapping) -> dict[str, str]:
    """Our measures for those of a random ranking, by pyNTCIREVAL's names."""
    gains = {level: float(gain) for level, gain in enumerate(case["grades"], start=1)}
    given = {"beta": case["beta"], "base": case["logb"], "p": case["rbp_p"], "gamma": case["gamma"]}
    found = {name: in_evalsql(name, gains, **given) for name in case["expected"]}
    return {name: text for name, text in found.items() if text}


@recorded.present
def weekly_every_value_is_pyntcirevals_over_random_rankings() -> None:
    lines = gzip.decompress((SAMPLES / "random.jsonl.gz").read_bytes()).splitlines()
    compared: Counter[str] = Counter()
    for case in map(json.loads, lines):
        theirs = {("whole", name): value for name, value in case["expected"].items()}
        theirs |= {("condensed", name): value for name, value in case["expected_condensed"].items()}
        ours = score({"q": (case["qrels"], case["ranking"])}, asked(case))
        for (_, *key), value in ours.items():
            assert value == pytest.approx(theirs[tuple(key)], abs=1e-9, rel=0), (case["case"], key)
            compared[key[1].partition("@")[0]] += 1
    assert compared == {
        **dict.fromkeys(("RR", "OMeasure", "PMeasure", "PPlusMeasure", "nDCG", "MSnDCG", "Precision", "Hit"), 120),
        **dict.fromkeys(("NCUguP", "NCUguBR", "NCUrbP", "NCUrbBR", "RBP"), 120),
        **dict.fromkeys(("AP", "QMeasure"), 240),
    }


MEASURES = ["AP", "P@10", "nDCG@10"]
each_collection = pytest.mark.parametrize("collection", ["covid_r1", "dl19_passage"])


@cache
def compared(collection: str) -> list[dict]:
    """Our comparisons of all pairs; p-values as they are, and corrected in three ways."""
    folder = COLLECTIONS / collection
    runs = {path.name: path for path in sorted((folder / "runs").iterdir())}
    scores = evalsql.evaluate(runs, folder / "qrels.txt", MEASURES).to_arrow_table()
    found: dict[tuple, dict] = {}
    for correction in ("bonferroni", "holm", "benjamini_hochberg"):
        rows = evalsql.compare(scores, test=["paired_t", "wilcoxon", "sign"], correction=correction)
        for values in rows.fetchall():
            row = dict(zip(rows.columns, values, strict=True))
            kept = found.setdefault((row["metric"], row["run"], row["other"]), row)
            kept[row["test"]] = row["statistic"], row["p_value"]
            kept[row["test"], correction] = row["p_corrected"]
    return list(found.values())


@recorded.present
@each_collection
@pytest.mark.filterwarnings("ignore::UserWarning")
def weekly_pairwise_tests_are_those_recorded(collection: str) -> None:
    ours = {(row["metric"], frozenset((row["run"], row["other"]))): row for row in compared(collection)}
    with gzip.open(COLLECTIONS / collection / "expected" / "stats_pairwise_tests.tsv.gz", "rt", newline="") as file:
        theirs = list(csv.DictReader(file, delimiter="\t"))
    assert len(theirs) == len(ours)
    alike = 0
    for row in theirs:
        mine = ours[row["measure"], frozenset((row["run_a"], row["run_b"]))]
        sign = 1 if mine["run"] == row["run_a"] else -1
        number = {name: float(row[name]) for name in row if name not in ("collection", "measure", "run_a", "run_b")}
        assert sign * mine["difference"] == pytest.approx(number["mean_diff"], abs=1e-10)
        assert mine["queries"] == number["n_topics"]
        t, p = mine["paired_t"]
        assert sign * t == pytest.approx(number["t"], rel=1e-8, abs=1e-12)
        assert p == pytest.approx(number["t_p"], rel=1e-7)
        for correction, named in {"bonferroni": "bonferroni", "holm": "holm", "benjamini_hochberg": "bh"}.items():
            assert mine["paired_t", correction] == pytest.approx(number[f"t_p_{named}"], rel=1e-7)
        assert (mine["wins"], mine["losses"])[::sign] == (number["wins"], number["losses"])
        assert mine["sign"][1] == pytest.approx(number["sign_p"], rel=1e-9)
        if row["measure"] == "P@10":
            continue  # there differences of the same tenths were taken for different ones
        statistic, p = mine["wilcoxon"]
        assert statistic == number["wilcoxon_W"]
        # the recorded ones are by the normal distribution, and ties are those of the last digit
        assert p == pytest.approx(number["wilcoxon_p_normal_approx"], abs=0.03)
        alike += p == pytest.approx(number["wilcoxon_p_normal_approx"], rel=1e-9)
    assert alike == {"covid_r1": 35, "dl19_passage": 0}[collection]


@recorded.present
@each_collection
def weekly_discriminative_power_is_that_recorded(collection: str) -> None:
    with open(COLLECTIONS / collection / "expected" / "stats_discriminative_power.tsv", newline="") as file:
        theirs = {row["measure"]: row for row in csv.DictReader(file, delimiter="\t")}
    for measure in MEASURES:
        rows = [row for row in compared(collection) if row["metric"] == measure]
        shares = [sum(row["paired_t"][1] < 0.05 for row in rows)]
        shares += [sum(row["paired_t", each] < 0.05 for row in rows) for each in ("holm", "benjamini_hochberg")]
        said = [float(theirs[measure][name]) for name in ("t_lt_05", "holm_lt_05", "bh_lt_05")]
        assert [share / len(rows) for share in shares] == pytest.approx(said, abs=1e-12)
        assert len(rows) == int(theirs[measure]["pairs"])
