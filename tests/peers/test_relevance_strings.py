"""The relevance of the first documents as a text, as trec_eval prints it under relstring."""

import pyarrow as pa
import pytest
import recorded
from places import COLLECTIONS
from recorded import evaluation, small

import evalsql
from evalsql.render.statements import report


@recorded.present
@pytest.mark.quick(collection=small)
@pytest.mark.parametrize("collection", ["trec_eval_test", "dl19_passage", "web2012_div", "covid_r1"])
def test_the_relevance_of_the_first_documents_is_printed_as_trec_evals_relstring(collection: str) -> None:
    printed = {}
    for file in (COLLECTIONS / collection / "expected" / "text").glob("*.run.trec_eval10_q_all_trec.txt"):
        run = file.name.removesuffix(".run.trec_eval10_q_all_trec.txt")
        fields = (line.split("\t") for line in file.read_text().splitlines() if line.startswith("relstring"))
        printed |= {(run, query): text.strip("'") for _, query, text in fields}
    assert printed
    found = evaluation(collection).connection.execute(report("scores/relevance_strings", (), first="10"))
    ours = {(run, query): text for run, query, text in found.fetchall()}
    assert {key: ours[key] for key in printed} == printed


def test_a_relevance_above_9_and_one_below_0_have_signs() -> None:
    runs = {
        "query_id": ["q"] * 12,
        "doc_id": list("abcdefghijkl"),
        "score": [float(score) for score in range(12, 0, -1)],
    }
    qrels = {"query_id": ["q", "q", "q", "q"], "doc_id": ["a", "b", "d", "z"], "relevance": [9, 10, -1, 1]}
    evaluated = evalsql.Evaluation(pa.table(runs), pa.table(qrels))
    for first, text in (("10", "9>-.------"), ("2", "9>")):
        found = evaluated.connection.execute(report("scores/relevance_strings", (), first=first)).fetchall()
        assert found == [("run", "q", text)]
