"""Names are shown whole in what is printed and drawn; test_names_parsed.py says that they are no signs there."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import hostile
import pytest
from command import evalsql
from hostile import ORDERS, TEXTS, rankings, strict_json
from written import put

from evalsql import charts, evaluate
from evalsql.charts.save import svg_of
from evalsql.words import one_line

NAMES = sorted([*ORDERS, *TEXTS[13:17], *TEXTS[-6:]], key=str.encode)
INPUTS = ("runs.parquet", "--qrels", "qrels.parquet", "-m", "AP")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Inputs in which everything is called so."""
    folder = tmp_path_factory.mktemp("formats")
    hostile.set_traps(folder)
    runs, qrels = rankings(NAMES)
    put(folder / "runs.parquet", runs), put(folder / "qrels.parquet", qrels)
    return folder


def test_names_are_whole_in_json_and_in_a_table(folder: Path) -> None:
    printed = evalsql("evaluate", *INPUTS, "--per-query", cwd=folder).stdout.decode()
    assert [each for each in NAMES[::3] if one_line(each) not in printed] == []
    done = evalsql("evaluate", *INPUTS, "--per-query", "--format", "json", cwd=folder)
    rows = strict_json(done.stdout.decode())["scores"]
    assert {row["run"] for row in rows} == set(NAMES[::3])
    assert {row["query_id"] for row in rows} == set(NAMES[::2])
    assert json.loads(done.stdout) == strict_json(done.stdout.decode())


@pytest.mark.parametrize("name", [ORDERS[0], ORDERS[6], 'a\\" + (191 * 761) + "', "a\\", "\ufffe", "\\u001b"])
def long_a_title_of_an_axis_is_no_expression_and_no_end(name: str) -> None:
    runs = {run: {query: {"d": 1.0, run: 2.0} for query in "xyz"} for run in ("d1", name)}
    attributes = hostile.pa.table({"query_id": ["x", "y", "z"], name: ["one", name, name]})
    scores = evaluate(runs, {query: {"d": 1} for query in "xyz"}, "AP", slices=attributes)
    svg = svg_of(charts.slices(scores)).decode()
    texts = [each.text or "" for each in ET.fromstring(svg).iter() if each.tag.endswith("text")]
    assert one_line(name).replace("\ufffe", "\\ufffe").replace("\\", "\u29f5") in texts
    assert hostile.PRODUCT not in svg
