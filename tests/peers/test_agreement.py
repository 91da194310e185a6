"""Every value that was recorded of other tools on two collections is ours, or of a known difference; long_agreement.py
has all collections."""

import agreement
import disagreements
import recorded

SMALL = ("trec_eval_test", "dl19_passage")


@recorded.present
def test_every_value_recorded_of_other_tools_is_ours_or_known_to_differ() -> None:
    connection = agreement.table(SMALL)
    assert agreement.unexplained(connection) == []
    assert connection.execute("select count(*) from compared").fetchall() == agreement.recorded_values(SMALL)
    counts = connection.execute("select why, count(*) from compared where not equal group by all").fetchall()
    assert {disagreements.DIFFERENCES[why].name + f" {why}": count for why, count in counts} == {}
