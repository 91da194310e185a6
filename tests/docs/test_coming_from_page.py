"""Each name of docs/coming_from.md is what it says, and what it says is missing is missing."""

import re

import pages
import pytest

import evalsql
from evalsql.catalog.listing import metrics

PAGE = "docs/coming_from.md"
TEXT = pages.read(PAGE)
PEERS = ("trec_eval", "ir_measures", "ndeval", "sample_eval")


def called(name: str) -> str:
    """A name as the other tool has it: without what it stands for here."""
    return name.partition(" with ")[0]


def named() -> str:
    """A row for each metric that another tool has, with its name there."""
    lines = ["| evalsql | " + " | ".join(PEERS) + " |", "|---" * (len(PEERS) + 1) + "|"]
    for metric in metrics().values():
        if metric.peers:
            cells = [", ".join(f"`{called(name)}`" for name in metric.peers.get(peer, ())) for peer in PEERS]
            lines.append(pages.row(f"`{metric.name}`", *cells))
    return "\n".join(lines)


def test_the_page_has_every_name_of_another_tool() -> None:
    assert {peer for metric in metrics().values() for peer in metric.peers} == set(PEERS)
    pages.fill(PAGE, "names", named())


def test_each_name_of_another_tool_is_that_metric() -> None:
    values = {"rel": 1, "k": 5, "p": 0.8, "alpha": 0.5, "beta": 0.5, "recall": 0.1, "multiple": 0.4}
    values |= {"gains": "1=1,2=3", "points": "0,1", "hit": 1, "noise": -1, "miss": -2, "rest": 0}
    for metric in metrics().values():
        known = {each.name: 1 if each.default is None else each.default for each in metric.parameters.values()} | values
        for name in (called(name).format(**known) for names in metric.peers.values() for name in names):
            assert evalsql.parse_measure(name).metric.name == metric.name, name


def test_what_is_said_to_be_missing_is() -> None:
    missing = re.findall(r"`(\w+(?:[@.]\w+)?)`", TEXT.partition("## What is not here")[2])
    missing = [name for name in missing if name != "ir_datasets" and not name.startswith("Success")]
    assert missing
    for name in missing:
        with pytest.raises(evalsql.InputError):
            evalsql.parse_measure(name)


def test_names_that_the_page_says_work_do() -> None:
    for name in ["map_cut_100", "recall_5", "success_1", "SetP", "Judged@10", "nDCG(dcg='exp-log2')@10"]:
        assert f"`{name}`" in TEXT
        evalsql.parse_measure(name)
