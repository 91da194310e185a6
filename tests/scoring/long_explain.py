"""The explanation of every measure ends in its value."""

from functools import cache

import pytest
from command import TINY

import evalsql
from evalsql.catalog.listing import metrics
from evalsql.catalog.metric import Parameter

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*(without judgments|(has|have) no results|judged relevant)"),
]

RUN, POOR, _, QRELS = TINY


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


@pytest.mark.parametrize("name", sorted(each.name for each in metrics().values() if not each.by_subtopic))
def test_every_measure_ends_in_its_value(name: str) -> None:
    metric = metrics()[name]
    values = [text for parameter in metric.parameters.values() if (text := required(parameter))]
    given = f"{name}({','.join(values)})" if values else name
    try:
        ((*_, value),) = evaluated().score(given).fetchall()
    except evalsql.InputError as refused:
        pytest.skip(str(refused))
    rows, _ = explained(given)
    assert rows[-1]["value"] == value
    assert [row["rank"] for row in rows] == [*range(1, len(rows) + 1)]


def required(parameter: Parameter) -> str:
    """A value for a parameter that must be given."""
    if not parameter.required:
        return ""
    return (
        f"{parameter.name}={5 if parameter.type == 'INTEGER' else repr(parameter.one_of[0]) if parameter.one_of else 3}"
    )
