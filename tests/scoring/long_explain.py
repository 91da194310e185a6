"""The explanation of every measure ends in its value."""

import pytest
from command import TINY
from test_explain import WITH_TERMS, assert_terms_add_up, evaluated, explained

import evalsql
from evalsql.catalog.listing import metrics
from evalsql.catalog.metric import Parameter

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*(without judgments|(has|have) no results|judged relevant)"),
]

RUN, POOR, _, QRELS = TINY


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


CUT = [(name, ("", "@3", "@6", "@10")[place % 4]) for place, name in enumerate(WITH_TERMS)]


@pytest.mark.parametrize(("name", "cut"), CUT)
def test_the_last_value_is_the_measures_and_the_terms_add_up_to_it(name: str, cut: str) -> None:
    assert_terms_add_up(name, cut)


def required(parameter: Parameter) -> str:
    """A value for a parameter that must be given."""
    if not parameter.required:
        return ""
    return (
        f"{parameter.name}={5 if parameter.type == 'INTEGER' else repr(parameter.one_of[0]) if parameter.one_of else 3}"
    )
