"""What is a number for DuckDB alone is none: 1_0, in every column of a text that holds numbers."""

from pathlib import Path

import duckdb
import pytest
from written import put_lines

import evalsql
from evalsql import InputError

RUN = {"q": {"b": 1.0}}


@pytest.mark.parametrize("column", ["gain", "weight", "probability"])
def test_of_judgments(tmp_path: Path, column: str) -> None:
    number = "0.1_0" if column == "probability" else "1_0"
    qrels = put_lines(tmp_path / "q.csv", f"query_id,doc_id,subtopic,relevance,{column}", f"q,b,s,1,{number}")
    with pytest.raises(InputError, match=f"row 1 after the header: {column} is "):
        evalsql.evaluate(RUN, str(qrels), "alpha_nDCG")


@pytest.mark.parametrize("column", ["score", "relevance", "gain", "weight", "probability"])
def test_of_a_type_with_names(column: str) -> None:
    number = "0.1_0" if column == "probability" else "1_0"
    tables = {
        "runs": "select 'r' as run, 'q' as query_id, 'b' as doc_id, 1 as score",
        "qrels": "select 'q' as query_id, 'b' as doc_id, 's' as subtopic, 1 as relevance, 1 as gain, 1 as weight,"
        " 1 as probability",
    }
    value = f"'{number}'::enum ('{number}') as {column}"
    with duckdb.connect() as connection:
        for name, select in tables.items():
            replaced = f"* replace ({value})" if (column == "score") == (name == "runs") else "*"
            connection.execute(f"create table {name} as select {replaced} from ({select})")
        with pytest.raises(InputError, match=rf"row 1\b.*: {column} is "):
            evalsql.evaluate("runs", "qrels", "alpha_nDCG", connection=connection)


def test_of_scores(tmp_path: Path) -> None:
    scores = put_lines(tmp_path / "s.csv", "run,query_id,metric,value", "a,q,AP,1_0", "b,q,AP,1")
    with pytest.raises(InputError, match="row 1 after the header: value is not a number"):
        evalsql.compare(str(scores), measures=["AP"])
