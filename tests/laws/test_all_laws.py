"""The laws of test_laws.py for all metrics over all of the collections, which have all that can be odd about one."""

from collections import Counter

import duckdb
import pytest
import test_laws as laws
from generated import LONGEST, generated, rankings, together
from worlds import COUNT, GAINED, MEASURES, grades

import evalsql

found = laws.found
weekly_a_curve_ends_in_the_value_of_the_metric_of_its_name_at_that_cutoff = (
    laws.test_a_curve_ends_in_the_value_of_the_metric_of_its_name_at_that_cutoff
)
weekly_a_document_of_the_top_grade_that_changes_places_with_one_above_it_makes_no_score_worse = (
    laws.test_a_document_of_the_top_grade_that_changes_places_with_one_above_it_makes_no_score_worse
)
weekly_a_law_holds_for_every_measure = laws.test_a_law_holds_for_every_measure
weekly_values_lie_in_the_range_that_the_head_says = laws.test_values_lie_in_the_range_that_the_head_says
weekly_where_a_metric_needs_the_relevant_alone_the_other_judged_documents_change_no_bit = (
    laws.test_where_a_metric_needs_the_relevant_alone_the_other_judged_documents_change_no_bit
)


@pytest.fixture(scope="module")
def some() -> str:
    return "true"


@pytest.fixture(scope="module")
def measures() -> dict[str, evalsql.Measure]:
    return MEASURES


def weekly_the_collections_have_all_that_can_be_odd_about_one(found: duckdb.DuckDBPyConnection) -> None:
    ranked = rankings(together(generated(COUNT))[0])
    assert {1, LONGEST} <= set(map(len, ranked.values()))
    assert {len({run for run, *_ in runs}) for runs, _ in generated(COUNT)} == {1, 2, 3}
    assert {-1, 0, 1, 2, 3, 0.7} <= set(grades().values())
    seen = Counter()
    for (_, query), ranking in ranked.items():
        relevance = [grades().get((query, doc)) for doc, _ in ranking]
        seen["ties"] += len({score for _, score in ranking}) < len(ranking)
        seen["no ties"] += len({score for _, score in ranking}) == len(ranking) > 2
        seen["unjudged"] += None in relevance
        seen["nothing relevant found"] += max(level or 0 for level in relevance) <= 0
    assert all(count > 5 for count in seen.values()), seen
    ((nothing, several), *_) = found.execute(
        "select count(*) filter (best <= 0), count(*) filter (several > 2)"
        " from (select query_id, max(relevance) as best from qrels group by all)"
        " left join (select query_id, max(n) as several from (select query_id, subtopic, count(*) as n from qrels"
        " where relevance > 0 group by all) group by all) using (query_id)"
    ).fetchall()
    assert nothing > 5
    assert several > 20
    nuggets = "select query_id, count(distinct subtopic) filter (relevance > 0) as n from qrels group by all"
    assert found.execute(f"select list_sort(list(distinct n)) from ({nuggets})").fetchall() == [([0, 1, 2, 3, 4, 5],)]
    same = found.execute(
        "select metric from found where law = 'alone' and metric not like 'ideal of %'"
        " group by all having count(distinct value) + count(*) filter (value is null) < 2"
    ).fetchall()
    # NumQ is 1 for every query; and some are at rank 1, where every user looks at one document
    users = ("RBP", "RBP2", "INSQ", "BPM", "BPM_dynamic", "NERR8", "NERR9", "U_measure")
    alike = {"NumQ", "RBP_depth", *(f"{name}_examined" for name in users)}
    assert {MEASURES[text].metric.name for (text,) in same} == alike & {m.metric.name for m in MEASURES.values()}
    assert {m.metric.name for m in GAINED} == {
        metric.name
        for metric in [*evalsql.metrics().values(), *evalsql.curves().values()]
        if "gains" in metric.parameters
    }
