"""The same runs and judgments give the same bits in every format, or are refused for the same reason in each."""

import warnings
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from generated import SAME
from hypothesis import given, settings
from odd_collections import FORMATS, MEASURES, OF_ONE_KEY, Collection, collections, spoiled

import evalsql
from evalsql import InputError

Bits = list[tuple]


def scores(runs: Any, qrels: Any) -> Bits:
    """The values of each run and query to the last bit."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = evalsql.evaluate(runs, qrels, MEASURES).fetchall()
    return sorted((*row, None if value is None else value.hex()) for *row, value in rows)


@cache
def in_memory(said: str) -> dict[str, Bits]:
    """The scores of collections as tables of Arrow, by what these hold; each format asks for the same ones."""
    return {}


def expected(collection: Collection) -> Bits:
    key, known = f"{collection.runs.to_pylist()} {collection.qrels.to_pylist()}", in_memory("")
    if key not in known:
        known[key] = scores(collection.runs, collection.qrels)
    return known[key]


QUICK = {"trec.txt", "quoted.csv", "lines.jsonl", "trec.run.gz", "database", "pandas"}


# a few of at most four queries, and more with as many queries of up to sixteen: most of the time goes into planning
@pytest.mark.quick(name=QUICK, examples=3)
@pytest.mark.parametrize(("examples", "queries"), [(3, 4), (12, 4), (8, 16)])
@pytest.mark.parametrize("name", FORMATS)
def test_a_format_gives_the_bits_of_a_table(tmp_path: Path, name: str, examples: int, queries: int) -> None:
    @settings(SAME, max_examples=examples)
    @given(collections(most=queries))
    def law(collection: Collection) -> None:
        assert scores(*FORMATS[name](tmp_path, collection)) == expected(collection)

    law()


@pytest.mark.quick(name=QUICK, examples=3)
@pytest.mark.parametrize("examples", [3, 24])
@pytest.mark.parametrize("name", FORMATS)
def test_what_is_refused_in_one_format_is_refused_in_each(tmp_path: Path, name: str, examples: int) -> None:
    refused = set()

    @settings(SAME, max_examples=examples + 1)
    @given(spoiled())
    def law(case: tuple[str, Collection]) -> None:
        kind, collection = case
        if name in OF_ONE_KEY and kind.endswith("twice"):
            return  # a key of a mapping is there once
        with pytest.raises(InputError) as caught:
            scores(*FORMATS[name](tmp_path, collection))
        assert caught.value.kind == kind
        refused.add(kind)

    law()
    assert refused
