"""What tests of charts share: inputs of all commands that draw, whose runs have strange names."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from in_process import Done, whole
from pictures import scores_of

from evalsql.charts import drawing

NAMES = ("<script>alert(1)</script>", 'it\'s "quoted" & more', "مسترجع \N{DUCK}", "x" * 70)
LINES = {name: [0.1 * place + 0.05 * query for query in range(4)] for place, name in enumerate(NAMES)}
KINDS = "query_id,kind\nq0,<b>\nq1,<b>\nq2,hard\nq3,hard\n"


class EveryName(frozenset[str]):
    """A set that has every name."""

    def __contains__(self, name: object) -> bool:
        return True


@pytest.fixture(scope="module")
def every_column() -> Iterator[None]:
    """Charts whose rows keep the columns that nothing draws, so that tests see all that a query gives."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "words_in", lambda spec: EveryName())
        yield


@pytest.fixture
def draw(inputs: Path, tmp_path: Path) -> Callable[[str], Done]:
    """What a line does that draws into out.svg of the test's folder; {1} is the second name."""

    def drawn(line: str) -> Done:
        words = [word.format(*NAMES) for word in line.split()]
        return whole([*words, "--plot", tmp_path / "out.svg", "--width", "84mm"], inputs)

    return drawn


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("drawn")
    other = {name: values[::-1] for name, values in LINES.items()}
    pq.write_table(pa.concat_tables([scores_of(LINES), scores_of(other, "P@5")]), made / "scores.parquet")
    for file, name in (("one", NAMES[0]), ("two", NAMES[1])):
        pq.write_table(scores_of({name: LINES[name]}), made / f"{file}.parquet")
    quoted = ['"' + name.replace('"', '""') + '"' for name in NAMES]
    rows = [
        f"{name},q{query},d{(place + query + rank) % 5},{9 - rank}\n"
        for place, name in enumerate(quoted)
        for query in range(4)
        for rank in range(4)
    ]
    judged = [f"q{query},d{document},{(query + document) % 3}\n" for query in range(4) for document in range(4)]
    (made / "runs.csv").write_text("run,query_id,doc_id,score\n" + "".join(rows))
    (made / "qrels.csv").write_text("query_id,doc_id,relevance\n" + "".join(judged))
    (made / "other.csv").write_text("query_id,doc_id,relevance\n" + "".join(judged[3:]) + "q0,d9,1\n")
    sets = ("a", "b")
    (made / "all.csv").write_text(
        "dataset,run,query_id,doc_id,score\n" + "".join(f"{s},{r}" for s in sets for r in rows)
    )
    (made / "qrels_all.csv").write_text(
        "dataset,query_id,doc_id,relevance\n" + "".join(f"{s},{r}" for s in sets for r in judged)
    )
    (made / "kinds.csv").write_text(KINDS)
    for label in ("old", "new"):
        words = ["evaluate", "runs.csv", "--qrels", "qrels.csv", "-m", "AP", "-o", "history.duckdb", "--append"]
        assert whole([*words, "--label", label], made).status == 0
    return made
