"""One measure over many values of a parameter."""

import pytest
from command import TRACK
from in_process import output

import evalsql
from evalsql.comparing.sweep import read_over, sweep_over

stats = pytest.importorskip("scipy.stats")
RUNS, _, QRELS = TRACK


def test_values_are_read_as_lists_and_ranges() -> None:
    for text, values in (
        ("p=0.5,0.8,0.95", [0.5, 0.8, 0.95]),
        ("p=0.1:0.7:0.1", [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]),  # (0.7 - 0.1) / 0.1 is less than 6
        ("p = .5, 0.7:0.8:0.06", [0.5, 0.7, 0.76]),
        ("beta=0,1e3", [0, 1000]),
        ("k=5:20:5", [5, 10, 15, 20]),
        ("gains=0-1-2,'0-1-10',exp", ["0-1-2", "0-1-10", "exp"]),
    ):
        assert read_over(text) == (text.partition("=")[0].strip(), values)


HOW = "does not name the values to try; write it like p=0.5,0.8,0.95 or p=0.1:0.9:0.1"
REFUSED = [
    ("RBP", "p", f"'p' {HOW}"),
    ("RBP", "p=", f"'p=' {HOW}"),
    ("RBP", "p=0.5,", f"'p=0.5,' {HOW}"),
    ("RBP", "p=0.9:0.1:0.1", "'0.9:0.1:0.1' is not a range; write first, last and step, as in 0.1:0.9:0.1"),
    ("RBP", "p=0:1:0", "'0:1:0' is not a range; write first, last and step, as in 0.1:0.9:0.1"),
    ("RBP", "p=0:1:1e-9", "'0:1:1e-9' has more than 1,000 values"),
    ("RBP", "p=-inf:0:0.1", "'-inf:0:0.1' is not a range; write first, last and step, as in 0.1:0.9:0.1"),
    ("RBP", "p=0:1:0.5:2", "'0:1:0.5:2' is not a range; write first, last and step, as in 0.1:0.9:0.1"),
    ("RBP", "p=0:nan:0.1", "'0:nan:0.1' is not a range; write first, last and step, as in 0.1:0.9:0.1"),
    ("RBP", "p=0:inf:0.1", "'0:inf:0.1' is not a range; write first, last and step, as in 0.1:0.9:0.1"),
    ("RBP", "p=0.5,0.50", "p has only one value; a sweep takes two or more, as in p=0.5,0.8"),
    ("RBP", "p=0.5,1.5", "'RBP, p=1.5': p must be a number in [0, 1), not 1.5"),
    ("RBP", "p=half,0.5", "'RBP, p=half': p must be a number in [0, 1), not 'half'"),
    ("AP", "p=0.1,0.2", "'AP, p=0.1': AP has no parameter 'p'; it takes "),
    ("XYZ", "p=0.1,0.2", "unknown measure 'XYZ'"),
    ("RBP(p=0.5)", "p=0.1,0.2", "'RBP(p=0.5)': p is set twice, there and by the sweep; leave it out there"),
    ("RBP", 0.5, "over must be a text such as p=0.5,0.8, not 0.5"),
]


def test_what_is_no_sweep_is_refused() -> None:
    for measure, over, sentence in REFUSED:
        with pytest.raises(evalsql.InputError) as refused:
            sweep_over(measure, over)
        assert str(refused.value).startswith(sentence)


def test_the_measures_of_a_sweep_keep_what_does_not_change() -> None:
    made = sweep_over("nDCG(discount='jk')@10", "gains=exp,0-1-10")
    assert {value: str(each) for value, each in made.items()} == {
        "exp": "nDCG(discount='jk',gains='exp')@10",
        "0-1-10": "nDCG(discount='jk',gains={1:1,2:10})@10",
    }
    assert list(map(str, sweep_over("Q", "beta=1,0,10").values())) == ["Q", "Q(beta=0)", "Q(beta=10)"]


@pytest.mark.filterwarnings("ignore:.*(has|have) no results")
def long_means_places_and_taus_are_those_of_each_measure() -> None:
    rows = evalsql.sweep(RUNS, QRELS, "RBP", "p=0.5,0.95,0.99").fetchall()
    assert [row[1] for row in rows] == ["0.5"] * 12 + ["0.95"] * 12 + ["0.99"] * 12
    means = {}
    for value in ("0.5", "0.95", "0.99"):
        scores = evalsql.evaluate(RUNS, QRELS, f"RBP(p={value})")
        means[value] = dict(scores.aggregate("run, avg(value order by query_id asc)").fetchall())
    places = {
        value: {run: 1 + sum(other > mean for other in each.values()) for run, mean in each.items()}
        for value, each in means.items()
    }
    for measure, value, run, mean, place, moved, tau, p_value in rows:
        assert measure == f"RBP(p={value})"
        assert mean == pytest.approx(means[value][run], abs=1e-12)
        assert place == places[value][run]
        assert moved == places["0.5"][run] - place
        if value == "0.5":
            assert (tau, p_value) == (None, None)
            continue
        expected = stats.kendalltau(*([means[each][name] for name in sorted(means["0.5"])] for each in ("0.5", value)))
        assert tau == pytest.approx(expected.statistic, abs=1e-10)
        assert p_value == pytest.approx(expected.pvalue, rel=1e-9)
    assert any(row[5] for row in rows)
    # values can be given apart from the parameter
    apart = evalsql.sweep(RUNS, QRELS, evalsql.parse_measure("RBP"), "p", [0.5, 0.95, 0.99])
    assert apart.fetchall() == rows


def long_the_table_has_a_column_a_value_and_says_what_moved(rows) -> None:
    printed = output("sweep", *TRACK, "-m", "RBP", "--over", "p=0.5,0.99").splitlines()
    assert printed[0] == "RBP over p"
    assert printed[1].split() == ["run", "0.5", "0.99"]
    assert printed[2].split() == ["splade+ce", "0.7918", "(1)", "0.0960", "(1)"]
    assert printed[14].split() == ["tau", "-", "0.9091"]
    moved = [row["moved"] for row in rows("sweep", *TRACK, "-m", "RBP", "--over", "p=0.5,0.99") if row["moved"] != "0"]
    assert printed[15].split() == ["changed", "position", "0", str(len(moved))]
    assert printed[17].startswith("Means over 50 judged queries")
