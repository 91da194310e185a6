"""Values that were recorded of other tools on a collection are ours, or of a known difference.

long_agreement.py has those of all collections and calls.
"""

import agreement
import disagreements
import recorded

SMALL = ("dl19_passage",)
TOOLS = r"trec_eval-10\.0rc3|ranx.*|pyNTCIREVAL.*|ir_measures.*"


@recorded.present
def test_values_recorded_of_other_tools_are_ours_or_known_to_differ() -> None:
    connection = agreement.table(SMALL, TOOLS)
    assert agreement.unexplained(connection) == []
    assert connection.execute("select count(*) from compared").fetchall() == agreement.recorded_values(SMALL, TOOLS)
    counts = connection.execute("select why, count(*) from compared where not equal group by all").fetchall()
    found = {f"{disagreements.DIFFERENCES[why].name} {disagreements.DIFFERENCES[why].measures}": n for why, n in counts}
    assert found == {
        "ir_measures 0.4.3 `Compat`": 104,
        "ir_measures 0.4.3 `RR@k`, `Judged@k`": 8,
        "ranx 0.3.21 all": 366,
    }
