"""What cwl-eval prints for its own example, utilities, depths and residuals, and what ir_measures says of it."""

import json
from functools import cache

import pytest
import recorded
from places import COLLECTIONS

import evalsql

pytestmark = recorded.present

PRINTED = 0.5001e-4  # four digits
NAMES = {
    **{f"INST-T={T}.0": ("INST", f"(T={T})@1000") for T in (1, 2, 3)},
    "INSQ-T=2.0": ("INSQ", "(T=2)@1000"),
    "NERR-EQ8@k=10": ("NERR8", "@10"),
    "NERR-EQ9@k=10": ("NERR9", "@10"),
    "NERR-EQ10@phi=0.9": ("NERR10", "@1000"),
    "NERR-EQ11@T=2.0": ("NERR11", "(T=2)@1000"),
}
COLUMNS = {"EU": "", "ETU": "_utility", "ED": "_examined", "ResEU": "_residual"}


@cache
def example() -> evalsql.Evaluation:
    folder = COLLECTIONS / "golden" / "cwl"
    return evalsql.Evaluation(str(folder / "result_file"), str(folder / "gain_file"))


@cache
def printed() -> dict[tuple[str, str], dict[str, str]]:
    """The lines of cwl-eval by metric and query. Costs change none of the columns that are looked at."""
    found = {}
    for file in ("out.default.residuals.tsv", "out.more.residuals.costs.tsv"):
        lines = (COLLECTIONS / "golden" / "cwl" / file).read_text().splitlines()
        header, *table = [[cell.strip() for cell in line.split("\t")] for line in lines]
        found |= {(cells[1], cells[0]): dict(zip(header, cells, strict=True)) for cells in table}
    return found


@pytest.mark.parametrize("name", NAMES)
def test_utilities_depths_and_residuals_are_those_that_cwl_eval_prints(name: str) -> None:
    metric, setting = NAMES[name]
    for column, ending in COLUMNS.items():
        scores = example().score(f"{metric}{ending}{setting}").fetchall()
        # the one is the same for every ranking, and all of the other's users are satisfied in the end
        assert len({value for *_, value in scores}) > 1 or (metric, column) in (("INSQ", "ED"), ("NERR8", "ETU"))
        for _, query, _, value in scores:
            theirs = float(printed()[name, query][column])
            # of those who would read beyond rank 1000 it counts nothing as gained
            beyond = 2.5e-4 if column == "ETU" and setting.endswith("@1000") else 0
            assert theirs - PRINTED <= value <= theirs + PRINTED + beyond, (query, column)


@pytest.mark.parametrize(
    ("row", "column", "measure"),
    [
        *((f"P@{k}", "EU", f"gP@{k}") for k in (1, 5, 10)),
        *((f"P@{k}", "ETU", f"CG@{k}") for k in (1, 5, 10)),
        *((f"NDCG-k@{k}", "ETU", f"DCG@{k}") for k in (5, 10)),
        *((f"RBP@{p}", "ETU", f"RBP_utility(p={p},top=1)") for p in (0.2, 0.4, 0.8)),
        *((f"RBP@{p}", "ED", f"RBP_examined(p={p})") for p in (0.2, 0.4, 0.8)),
    ],
)
def test_other_columns_are_measures_that_were_there(row: str, column: str, measure: str) -> None:
    for _, query, _, value in example().score(measure).fetchall():
        assert value == pytest.approx(float(printed()[row, query][column]), abs=PRINTED, rel=0), query


def test_ap_of_cwl_eval_is_ap_over_the_relevant_documents_retrieved() -> None:
    # of one query all gains are 0 or 1
    values = {query: value for _, query, _, value in example().score("AP_retrieved").fetchall()}
    assert values["T1"] == pytest.approx(float(printed()["AP", "T1"]["EU"]), abs=PRINTED, rel=0)


@cache
def expected() -> dict[str, dict[str, float]]:
    folder = COLLECTIONS / "golden" / "ir_measures"
    return json.loads((folder / "expected.json").read_text())["cwl.qrels+cwl.run (tolerance 1e-4)"]


@pytest.mark.quick(4)
@pytest.mark.parametrize(
    "name",
    [
        "BPM(T=1.0,max_rel=1)@20",
        "BPM(T=2.0,max_rel=1)@10",
        *(f"{name}(T={T},max_rel=1)" for name in ("INST", "INSQ") for T in ("1.0", "2.0")),
        "SDCG(max_rel=1)@10",
        "NERR8(max_rel=1)@10",
        "NERR9(max_rel=1)@10",
        "NERR10(p=0.8,max_rel=1)",
        "NERR11(T=2.0,max_rel=1)",
    ],
)
def test_every_text_of_ir_measures_is_read_and_gives_its_values(name: str) -> None:
    folder = COLLECTIONS / "golden" / "ir_measures"
    measure = evalsql.parse_measure(name)
    cut = name if "@" in name else f"{name}@1000"  # the documents that cwl-eval looks at
    evaluated = evalsql.Evaluation(str(folder / "cwl.run"), str(folder / "cwl.qrels"))
    found = {query: value for _, query, _, value in evaluated.score(cut).fetchall()}
    assert found == pytest.approx(expected()[name], abs=1e-4, rel=0)
    theirs = measure.name_in("ir_measures")
    assert theirs is not None
    assert str(evalsql.parse_measure(theirs)) == str(measure)
