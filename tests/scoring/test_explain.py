"""What explains a value: its last row is the value, and the terms of a sum add up to it."""

import csv
import io
import json
import math
import warnings
from collections.abc import Sequence
from functools import cache

import pyarrow as pa
import pytest
from command import TINY
from in_process import output, refusal
from tiny import sample
from variants import representative

import evalsql
from evalsql.catalog.listing import metrics
from evalsql.catalog.metric import Metric, Parameter
from evalsql.scoring.explain import term_of

RUN, POOR, _, QRELS = TINY
pytestmark = pytest.mark.filterwarnings("ignore:.*(without judgments|(has|have) no results|judged relevant)")

WITH_TERMS = ["CG", "DCG", "gP", "nCG", "nDCG", "sDCG", "RBP", "RBP_gain", "RBP_shared", "RBP_utility"]
RANKING = {"d1": 9.0, "d2": 8.0, "d3": 8.0, "d4": 7.0, "d5": 6.0, "d6": 5.0}
JUDGED = {"d1": 2, "d3": 0, "d4": 1, "d6": 3, "missed": 3, "other": -1}


def explained(measure: str, ranking: dict = RANKING, judged: dict = JUDGED) -> tuple[list[dict], list[dict]]:
    """The rows of one ranking, and of what it missed."""
    found = evalsql.explain({"q": ranking}, {"q": judged}, measure, "q")
    return (found["ranking"].to_arrow_table().to_pylist(), found["missed"].to_arrow_table().to_pylist())


@cache
def evaluated() -> evalsql.Evaluation:
    """The same ranking and judgments, for every measure."""
    return evalsql.Evaluation({"q": RANKING}, {"q": JUDGED}, whole=True)


def defaults(metric: Metric) -> dict:
    """The values that the parameters of a metric have where nobody says them."""
    return {name: parameter.default for name, parameter in metric.parameters.items()}


def test_the_measures_whose_sum_has_terms_are_known_by_their_bodies() -> None:
    assert set(WITH_TERMS) <= {
        metric.name for metric in metrics().values() if term_of(metric.template, defaults(metric))
    }


def test_the_last_value_is_the_measures_and_the_terms_add_up_to_it() -> None:
    for name, measure in (("nDCG", "nDCG@3"), ("RBP_shared", "RBP_shared@3"), ("gP", "gP(top=3)@10")):
        assert_terms_add_up(name, measure)


def long_the_last_value_is_the_measures_and_the_terms_add_up_to_it() -> None:
    for place, name in enumerate(WITH_TERMS):
        cut = ("@5" if name == "sDCG" else "", "@3", "@6", "@10")[place % 4]
        assert_terms_add_up(name, f"{name}{'(top=3)' * (name == 'gP')}{cut}")


def assert_terms_add_up(name: str, measure: str) -> None:
    ((*_, value),) = evaluated().score(measure).fetchall()
    rows, _ = explained(measure)
    assert rows[-1]["value"] == value
    assert rows[-1]["sum"] == pytest.approx(math.fsum(row["term"] or 0 for row in rows), abs=1e-12)
    if rows[-1]["ideal"]:
        assert rows[-1]["sum"] / rows[-1]["ideal"] == pytest.approx(value, abs=1e-12)
    elif name in ("CG", "DCG", "RBP_utility", "RBP_shared"):
        assert rows[-1]["sum"] == pytest.approx(value, abs=1e-12)
    shares = {round(row["value"] / row["sum"], 12) for row in rows if row["sum"]}
    # by a share of the whole that is the same at every rank, or of the documents seen
    assert len(shares) == 1 or name in ("gP", "RBP_shared")
    assert math.fsum(row["adds"] for row in rows) == pytest.approx(value, abs=1e-12)


def long_gains_discounts_and_ideal_are_those_that_a_hand_would_write_down() -> None:
    rows, missed = explained("nDCG(gains='exp')@4")
    assert [row["doc_id"] for row in rows] == ["d1", "d3", "d2", "d4"]
    assert [row["tied"] for row in rows] == [False, True, False, False]
    assert [row["relevance"] for row in rows] == [2, 0, None, 1]
    assert [row["found"] for row in rows] == [1, 1, 1, 2]
    assert [row["gain"] for row in rows] == [3, 0, None, 1]
    assert [row["discount"] for row in rows] == pytest.approx([math.log2(rank + 1) for rank in (1, 2, 3, 4)])
    ideal = [7, 7 / math.log2(3), 3 / 2, 1 / math.log2(5)]
    assert [row["ideal"] for row in rows] == pytest.approx([math.fsum(ideal[:rank]) for rank in (1, 2, 3, 4)])
    assert [row["sum"] for row in rows] == pytest.approx([3, 3, 3, 3 + 1 / math.log2(5)])
    assert [(row["doc_id"], row["gain"], row["rank"]) for row in missed] == [("d6", 7, 6), ("missed", 7, None)]
    on_top = (7 + 3 / math.log2(3)) / math.fsum(ideal)
    assert [row["on_top"] for row in missed] == pytest.approx([on_top, on_top])
    assert missed[0]["adds"] == pytest.approx(on_top - rows[-1]["value"])


def long_documents_that_are_left_out_have_no_ranks() -> None:
    rows, _ = explained("nDCG(judged_only=True)@3")
    assert [row["doc_id"] for row in rows] == ["d1", "d3", "d4"]
    assert [row["rank"] for row in rows] == [1, 2, 3]
    ((*_, value),) = evalsql.evaluate({"q": RANKING}, {"q": JUDGED}, "nDCG(judged_only=True)@3").fetchall()
    assert rows[-1]["value"] == value == pytest.approx(rows[-1]["sum"] / rows[-1]["ideal"])


def test_the_ideal_goes_on_below_the_ranking() -> None:
    rows, missed = explained("nDCG@10", {"d4": 1.0})
    assert [row["doc_id"] for row in rows] == ["d4", None, None, None]
    assert [row["ideal"] for row in rows] == pytest.approx(
        [3, 3 + 3 / math.log2(3), 4 + 3 / math.log2(3), 4 + 3 / math.log2(3) + 1 / math.log2(5)]
    )
    assert rows[-1]["value"] == pytest.approx(1 / rows[-1]["ideal"]) == rows[0]["value"]
    assert {row["doc_id"] for row in missed} == {"d1", "d6", "missed"}


def test_a_measure_has_no_value_above_the_rank_where_it_has_one_first() -> None:
    rows, _ = explained("Reach(target=3)", {"x": 3.0, "d1": 2.0, "d6": 1.0})
    assert [(row["value"], row["adds"]) for row in rows] == [(None, None), (None, None), (3, None)]


def test_the_whole_says_what_is_explained_however_few_ranks_are_shown() -> None:
    found = evalsql.explain(RUN, QRELS, "DCG@3", "q1", top=1)
    assert found["whole"].fetchall() == [("good", "q1", "DCG@3", pytest.approx(1 + 1 / math.log2(3)), 3)]
    assert found["ranking"].select("rank, doc_id, value").fetchall() == [(1, "d01", 1)]


def long_what_cannot_be_explained_is_refused() -> None:
    for text, arguments in {
        "there are 2 runs where one was expected; name one file": ("AP", RUN, POOR, "--qrels", QRELS, "--query", "q1"),
        "query q99 is not judged": ("AP", RUN, "--qrels", QRELS, "--query", "q99"),
        "unknown measure 'XYZ'": ("XYZ", RUN, "--qrels", QRELS, "--query", "q1"),
    }.items():
        assert refusal("explain", *arguments).startswith(text)
    with pytest.raises(evalsql.InputError, match=r"^the run has no results for query q2$"):
        evalsql.explain({"q1": RANKING}, {"q1": JUDGED, "q2": JUDGED}, "AP", "q2")


def test_a_number_of_ranks_that_is_none_and_judgments_that_are_no_numbers_are_refused() -> None:
    for top in (0, -1, True, 2.0, "2"):
        with pytest.raises(evalsql.InputError, match=f"^top must be a whole number of at least 1, not {top!r}$"):
            evalsql.explain({"q": RANKING}, {"q": JUDGED}, "AP", "q", top=top)  # pyright: ignore[reportArgumentType]
    with pytest.raises(evalsql.InputError, match=r"relevance is not a number \(nan\); a finite number"):
        evalsql.explain({"q": RANKING}, {"q": {"d1": math.nan}}, "AP", "q")


def long_judgments_of_a_sample_keep_their_strata() -> None:
    qrels = [("d1", "0", 1), ("d2", "1", 2), ("d3", "1", -1), ("d5", "1", 0), ("missed", "1", 1)]
    judged = sample("q", qrels)
    ((*_, value),) = evalsql.evaluate({"q": RANKING}, judged, "infNDCG").fetchall()
    rows = evalsql.explain({"q": RANKING}, judged, "infNDCG", "q")["ranking"].to_arrow_table().to_pylist()
    assert rows[-1]["value"] == value
    assert 0 < rows[0]["value"] < value


ASKED = ("nDCG@3", RUN, "--qrels", QRELS, "--query", "q1")


def long_the_table_says_what_its_marks_mean_and_how_the_sum_becomes_the_value() -> None:
    printed = output("explain", *ASKED)
    lines = printed.splitlines()
    assert lines[0] == "nDCG@3 of run good for query q1: 0.7654"
    assert lines[2].split() == ["rank", "doc_id", "score", "rel", "gain", "discount", "term", "sum", "ideal", "value"]
    assert lines[4].split() == ["2", "d04", "9.5=", "1", "1", "1.5850", "0.6309", "1.6309", "1.6309", "0.7654"]
    assert "The value is sum / ideal: 1.6309 / 2.1309 = 0.7654." in lines
    assert "=: the next document has this score too; of equal scores the highest doc_id is first." in lines
    assert "... 1 more rank; --top 3 shows all" in output("explain", *ASKED, "--top", "2")
    assert max(map(len, lines)) <= 100


def long_other_formats_have_the_same() -> None:
    marked = output("explain", *ASKED, "--format", "markdown").splitlines()
    assert marked[:2] == [
        "| rank | doc\\_id | score | rel | gain | discount | term | sum | ideal | value |".replace("\\_", "_"),
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    rows = json.loads(output("explain", *ASKED, "--format", "json"))
    assert rows["whole"][0]["value"] == rows["ranking"][-1]["value"]
    listed = list(csv.DictReader(io.StringIO(output("explain", *ASKED, "--format", "csv"))))
    assert [row["doc_id"] for row in listed] == ["d01", "d04", "d03"]


TIES = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 0.5}
OF_TIES = {"a": 1, "b": 0, "c": 2, "d": 0, "z": 1}


def long_the_order_of_ties_is_the_one_that_is_asked_for() -> None:
    orders = {"trec_eval": "cbad", "input": "abcd", "best": "cabd", "worst": "bacd"}
    # rank by rank, what the documents down to there are worth in this order
    parts = {
        f"{ties} {last}": {doc: float(-place) for place, doc in enumerate(order[:last])}
        for ties, order in orders.items()
        for last in (1, 2, 3)
    }
    worth = {q: value for _, q, _, value in evalsql.evaluate(parts, dict.fromkeys(parts, OF_TIES), "nDCG@3").fetchall()}
    for ties, order in orders.items():
        rows = evalsql.explain({"q": TIES}, {"q": OF_TIES}, "nDCG@3", "q", ties=ties)["ranking"].fetchall()
        assert "".join(row[1] for row in rows) == order[:3]
        assert [row[-1] for row in rows] == [worth[f"{ties} {last}"] for last in (1, 2, 3)]
        ((*_, whole),) = evalsql.evaluate({"q": TIES}, {"q": OF_TIES}, "nDCG@3", ties=ties).fetchall()
        assert whole == worth[f"{ties} 3"]


def long_options_are_kept_where_a_missed_document_is_put_on_top() -> None:
    found = evalsql.explain({"q": TIES}, {"q": OF_TIES}, "nDCG@3", "q", ties="best")
    on_top = dict(found["missed"].select("doc_id, on_top").fetchall())
    ranking = {doc: -place for place, doc in enumerate("zcabd")}
    ((*_, value),) = evalsql.evaluate({"q": ranking}, {"q": OF_TIES}, "nDCG@3").fetchall()
    assert on_top == {"z": value}


def test_what_the_measure_does_not_read_is_said() -> None:
    gains = pa.table({"query_id": ["q"] * 3, "relevance": [1, 2, 3], "gain": [1.0, 3.0, 7.0]})
    run = pa.table({"query_id": ["q"], "doc_id": ["d1"], "points": [1.0], "score": [2.0], "rank": [1]})
    for measure, ranking, options, idle in (
        ("RR", {"q": RANKING}, {"gains": gains}, "gains were given, and no measure reads them"),
        ("RR", run, {"convention": "msmarco", "columns": {"runs.score": "points"}}, "the choice of runs.score changes"),
    ):
        with pytest.warns(evalsql.InputWarning, match=idle):
            evalsql.explain(ranking, {"q": JUDGED}, measure, "q", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error", evalsql.InputWarning)
        evalsql.explain({"q": RANKING}, {"q": JUDGED}, "nDCG", "q", gains=gains)


def test_an_average_over_orders_is_no_one_ranking() -> None:
    said = refusal("explain", "AP", RUN, "--qrels", QRELS, "--query", "q1", "--ties", "average")
    assert said == "one ranking is explained, and ties average is over many; choose another order of ties"


def long_where_ranks_put_documents_in_order_no_score_is_shown() -> None:
    printed = output("explain", "P@2", RUN, "--qrels", QRELS, "--query", "q1", "--convention", "ndeval", "--top", "1")
    header, row = printed.splitlines()[2:4]
    assert dict(zip(header.split(), row.split(), strict=True))["score"] == "-"
    assert "The rank column puts documents in order, not the score." in printed
    assert "-1" not in printed


PLAIN = [metric for metric in metrics().values() if not metric.by_subtopic]


def long_a_measure_ends_in_its_value() -> None:
    assert_ends([metric for place, metric in enumerate(PLAIN) if representative(metric) or place % 48 == 0])


def weekly_every_measure_ends_in_its_value() -> None:
    assert_ends(PLAIN)


def assert_ends(some: Sequence[Metric]) -> None:
    count = 0
    for metric in some:
        values = [text for parameter in metric.parameters.values() if (text := required(parameter))]
        given = f"{metric.name}({','.join(values)})" if values else metric.name
        try:
            ((*_, value),) = evaluated().score(given).fetchall()
        except evalsql.InputError:
            continue
        rows, _ = explained(given)
        assert rows[-1]["value"] == value, given
        assert [row["rank"] for row in rows] == [*range(1, len(rows) + 1)], given
        count += 1
    assert count >= len(some) - 10  # those which need strata, or other values of parameters


def required(parameter: Parameter) -> str:
    """A value for a parameter that must be given."""
    if not parameter.required:
        return ""
    value = 5 if parameter.type == "INTEGER" else repr(parameter.one_of[0]) if parameter.one_of else 3
    return f"{parameter.name}={value}"
