"""What is given and changes nothing is said; what options take away is not taken for another collection's."""

import re
import sys
import warnings
from collections.abc import Iterator
from itertools import chain

import duckdb
import pyarrow as pa
import pytest
from command import TINY
from in_process import invoke, refusal

import evalsql

RUNS, QRELS = {"a": {"q1": {"d1": 2, "d2": 1}}}, {"q1": {"d1": 1, "d2": 3}}


def told(*given, **options) -> tuple[list, list[str]]:
    """The values, and the warnings."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        rows = evalsql.evaluate(*given, **options).fetchall()
    return [row[3] for row in rows], [str(each.message) for each in said]


GAINS = pa.table({"query_id": ["q1"], "relevance": [1], "gain": [2.0]})
NOT_READ = "gains were given, and no measure reads them, as nDCG does"
IDLE = [
    ("RBP(rel=2)", {"convention": "trec_eval-10"}, "RBP(p=0.9,rel=2,scale='query'): rel changes nothing with the"),
    ("RBP(top=4)", {"convention": "trec_eval-10"}, "RBP(p=0.9,top=4,scale='query'): top changes nothing with the"),
    ("nDCG(base=3)", {}, "nDCG(base=3): base changes nothing with the other parameters as they are"),
    ("IFT(heeds='goal',other_cost=3)", {}, "IFT(heeds='goal',other_cost=3): other_cost changes nothing"),
    ("TBG_examined(max_rel=3)", {}, "TBG_examined(max_rel=3): max_rel changes nothing with the other parameters"),
    ("AP(divisor='min(R,k)')", {}, "AP(divisor='min(R,k)'): divisor changes nothing with the other parameters"),
    ("AP", {"gains": GAINS}, NOT_READ),
    ("TBG_examined", {"gains": GAINS}, NOT_READ),
    ("nDCG", {"gains": GAINS, "convention": "gdeval"}, NOT_READ[:45]),
    (
        "AP(rel=4)",
        {},
        "1 query without a document that is relevant where rel is 4 (first: q1); no relevance is above 3",
    ),
]


@pytest.mark.parametrize(("measure", "options", "said"), IDLE)
def long_what_changes_nothing_is_said(measure: str, options: dict, said: str) -> None:
    assert [each for each in told(RUNS, QRELS, measure, **options)[1] if each.startswith(said)]


def test_what_a_convention_sets_is_not_said_to_be_idle() -> None:
    assert told(RUNS, QRELS, ["AP", "Q"], convention="ntcireval")[1] == []
    said = told(RUNS, QRELS, ["AP(divisor='min(R,k)')"], convention="ntcireval")[1]
    assert [each.startswith("AP(divisor='min(R,k)'): divisor changes nothing") for each in said] == [True]


def long_check_and_measures_take_the_same_for_relevant() -> None:
    low = {"q1": {"d1": 0.9, "d2": 0.2}}
    said = "1 query without a document that is relevant where rel is 1 (first: q1); no relevance is above 0.9:"
    assert [each.text.startswith(said) for each in evalsql.check(RUNS, low)] == [True]
    assert [each.startswith(said) for each in told(RUNS, low, ["AP", "P@1"])[1]] == [True]
    assert told(RUNS, low, "nDCG")[1] == told(RUNS, low, "AP(rel=0.5)")[1] == []


def long_ids_are_not_doubted_where_an_option_took_the_documents() -> None:
    qrels = {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1}}
    run = {"a": {"q1": {"d9": 2, "d1": 1}, "q2": {"d9": 1}}}
    excluded = pa.table({"query_id": ["q1"], "doc_id": ["d1"]})
    for options in ({"depth": 1}, {"exclusions": excluded}, {"queries": ["q2"]}):
        found = [each for each in told(run, qrels, "AP", **options)[1] if "single judged" in each]
        assert found == ["1 run without a single judged document among those that count (first: a)"]


def long_a_run_that_answers_none_of_the_queries_is_scored_as_empty_rankings() -> None:
    runs, qrels = {"a": {"q1": {"d1": 1}}, "b": {"q2": {"d1": 1}}}, {"q1": {"d1": 0}, "q2": {"d1": 1}}
    for options in ({"queries": ["q2"]}, {"convention": "gdeval", "population": "qrels"}):
        values, said = told(runs, qrels, "AP", **options)
        assert values == [0, 1]
        assert "1 run/query pair of 1 run has no results, scored as an empty ranking (first: run a, query q2)" in said
    unanswered = "^run a has no results for any query that is scored, and population i"
    with pytest.raises(evalsql.InputError, match=unanswered):
        evalsql.evaluate(runs, qrels, "AP", queries=["q2"], population="intersection")
    with pytest.raises(evalsql.InputError, match=r"^no query is scored: none has a document that is judged relevant"):
        evalsql.evaluate(runs, {"q1": {"d1": 0}}, "AP", convention="gdeval")


def test_a_run_may_lose_a_whole_pass(tmp_path) -> None:
    (tmp_path / "runs").mkdir()
    for part in (0, 1):
        rows = f"'a' as run, 'q{part + 1}' as query_id, 'd' || range as doc_id, -range::double as score"
        duckdb.sql(f"select {rows} from range(150000)").write_parquet(f"{tmp_path}/runs/part-{part}.parquet")
    only = pa.table({"query_id": ["q2"] * 10, "doc_id": [f"d{place}" for place in range(10)]})
    small = duckdb.connect(config={"threads": 1, "memory_limit": "45MB"})
    qrels = {"q1": {"d1": 1}, "q2": {"d1": 1}}
    assert told(f"{tmp_path}/runs", qrels, "RR", candidates=only, connection=small)[0] == [0, 0.5]


HIGHEST = (3.4028234663852886e38, sys.float_info.max)  # of floats and of doubles: none is higher
TOPS = [(2.0, None), *((score, name) for score in HIGHEST for name in (None, "trec_eval-9", "ir_measures", "beir"))]


@pytest.mark.parametrize(("score", "convention"), TOPS)
def long_what_is_put_on_top_is_on_top(score: float, convention: str | None) -> None:
    run = {"a": {"q1": {"y": score, "z": score}}}
    found = evalsql.explain(run, {"q1": {"b": 1, "z": 0}}, "RR", "q1", convention=convention)
    assert found["missed"].project("doc_id, on_top, adds").fetchall() == [("b", 1, 1)]


SCORES = evalsql.evaluate(
    {run: {f"q{i}": {"d1": first, "d2": 3 - first} for i in range(5)} for run, first in (("a", 2), ("b", 1))},
    {f"q{i}": {f"d{1 + i % 2}": 1} for i in range(5)},
    "RR",
).to_arrow_table()
FEW = "samples, too few to go by; 100 or more were expected"


def idle(*names: str, why: str) -> list[str]:
    return [f"{name} changes nothing: {why}" for name in names]


NO_DRAWS = "no samples are drawn by {}".format
RANDOMISED = ("compare", {"test": "randomisation", "resamples": 32, "seed": 1})
TUKEY = ("compare", {"test": "tukey", "correction": "none"})
LEVELS = ("discriminate", {"method": "levels", "correction": "none"})
SWAPS = ("discriminate", {"method": "swaps", "size": 2, "test": "sign", "resamples": 9, "seed": 4})
LOSING = ("gate", {"losing": 0.9, "test": "bootstrap", "alpha": 0.01, "resamples": 9})


@pytest.mark.parametrize(
    ("analysis", "options", "said"),
    [
        ("compare", {"test": "bootstrap", "seed": 3}, []),
        ("compare", {"resamples": 9}, idle("resamples", why=NO_DRAWS("paired_t"))),
        ("compare", {"seed": 3, "resamples": 50, "interval": "bca"}, [f"bca drew 50 {FEW}"]),
        ("compare", {"test": "randomisation", "resamples": 31}, [f"randomisation drew 31 {FEW}"]),
        ("compare", {"test": "randomisation", "resamples": 32}, []),  # all signs of 5 differences
        (*RANDOMISED, idle("seed", why=NO_DRAWS("randomisation"))),
        ("compare", {"test": ["tukey", "sign"], "correction": "none"}, []),
        (*TUKEY, idle("correction", why="p-values are corrected by tukey")),
        ("experiment", {"baseline": "a", "seed": 3}, idle("seed", why=NO_DRAWS("paired_t"))),
        ("experiment", {"baseline": "a", "test": "bootstrap", "resamples": 9}, [f"bootstrap drew 9 {FEW}"]),
        ("experiment", {"test": "sign"}, idle("test", why="no baseline is named, so nothing is compared")),
        ("discriminate", {"size": 3, "trials": 9}, idle("size", "trials", why="the method power does not read it")),
        (*LEVELS, idle("correction", why="the method levels does not read it")),
        (*SWAPS, idle("test", "resamples", why="the method swaps does not read it")),
        ("gate", {"margin": 0.9, "seed": 2}, idle("seed", why=NO_DRAWS("paired_t"))),
        (*LOSING, idle("test", "alpha", "resamples", why="no rule here has a test")),
    ],
)
def test_choices_that_a_comparison_does_not_read_are_said(analysis: str, options: dict, said: list[str]) -> None:
    given = (SCORES, SCORES) if analysis == "gate" else (SCORES,)
    sides = {"run": "a", "baseline_run": "b"} if analysis == "gate" else {}
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        getattr(evalsql, analysis)(*given, **options, **sides)
    assert [str(each.message) for each in found] == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("describe QRELS --part crossed", "--part crossed compares sets of judgments; name another one"),
        ("log x.duckdb --alpha 0.1", "--alpha needs --regressions"),
        ("sql AP --macro --runs mine", "a macro takes its tables when it is called, as in ndcg(runs := 'my_runs')"),
    ],
)
def test_options_that_others_make_idle_are_refused(line: str, said: str) -> None:
    assert refusal(*words_of(line)).startswith(said)


def words_of(line: str) -> Iterator[str]:
    """The words of a line with the tiny collection."""
    there = {"RUNS": TINY, "QRELS": TINY[-1:]}
    return chain.from_iterable(there.get(word, (word,)) for word in line.split())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("metrics AP --by paper", "--by changes nothing: it is for the list of all metrics"),
        ("queries RUNS -m AP --top 1 --part wins", "--top changes nothing: it is for the queries, and --part wins"),
        ("queries RUNS -m AP --top 1 --format csv", "--top changes nothing: --format csv has all queries"),
        ("correlate RUNS -m AP -m RR --p 0.5", "--p changes nothing: it is for --coefficient rbo"),
        ("describe QRELS --part levels --rel 2", "--rel changes nothing: --part levels is by relevance"),
        ("compare RUNS -m AP --power 0.5", "--power has no effect with --format table"),
        ("categories RUNS -m AP --part runs", "--part has no effect with --format table"),
        ("categories RUNS -m AP --part runs --format csv", ""),
        ("compare RUNS -m AP --interval bca --format markdown", "--interval has no effect with --format markdown"),
        ("compare RUNS -m AP --interval bca", ""),
        ("compare RUNS -m AP --letters --format csv", "--letters has no effect with --format csv"),
        ("evaluate RUNS -m AP --ranges", "--ranges changes nothing: no measure here has a residual, as RBP has"),
        ("evaluate RUNS -m AP(rel=1) -m nDCG --rel 2", "--rel changes nothing: each measure here says its own"),
        ("evaluate RUNS -m ndcg --rel 2 --format trec --convention trec_eval-9", "--rel changes nothing: each"),
        ("metrics --by paper", ""),
        ("queries RUNS -m AP --top 1", ""),
        ("compare RUNS -m AP --power 0.5 --format csv", ""),
        ("evaluate RUNS -m RBP --ranges", ""),
        ("evaluate RUNS -m AP", ""),
        ("evaluate RUNS -m AP -m AP(rel=2) --rel 3", ""),
    ],
)
def test_options_that_change_nothing_are_said(line: str, said: str) -> None:
    done = invoke(*words_of(line))
    assert done.exit_code == 0
    warned = [each for each in done.stderr.splitlines() if re.search("changes nothing|has no effect", each)]
    assert [re.sub("^evalsql: (warning: )?", "", each)[: len(said)] for each in warned] == [said] * bool(said)
