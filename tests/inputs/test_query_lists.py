"""A list of queries in a file: a line is an id, whatever is in it; of a .tsv, an id and what follows a tab."""

from pathlib import Path

import pytest
from in_process import invoke, output, refusal
from written import put

NOT_ALONE = "; in a file, a line is an id and nothing else, or, in a .tsv, an id before a tab"


@pytest.fixture
def judged(tmp_path: Path) -> tuple[str, ...]:
    """A run and judgments of queries whose ids hold blanks, are the first word of others, or look like a comment."""
    queries = ["what is x", "what", "#7", " q", "101", "101:b", "a\u2028b"]
    run = put(tmp_path / "r.csv", ["query_id,doc_id,score", *(f"{query},d1,1" for query in queries)])
    qrels = put(tmp_path / "q.csv", ["query_id,doc_id,relevance", *(f"{query},d1,1" for query in queries)])
    return str(run), "--qrels", str(qrels)


def scored(judged: tuple[str, ...], file: Path) -> list[str]:
    """The queries that are scored where a file lists them."""
    printed = output("evaluate", *judged, "-m", "AP", "--per-query", "--format", "csv", "--queries", file)
    return [
        line.removesuffix(",AP,1.0").removeprefix("r,") for line in printed.split("\n")[1:] if line.startswith("r,")
    ]


@pytest.mark.parametrize(
    ("content", "queries"),
    [
        ("what is x\n", ["what is x"]),
        ("what\nwhat is x", ["what", "what is x"]),
        ("#7\n\n101:b\n", ["#7", "101:b"]),
        (" q\n", [" q"]),
        ("\ufeffwhat\r\n\r\n101\r\n", ["101", "what"]),
        ("a\u2028b\n", ["a\u2028b"]),
    ],
)
def test_a_line_is_an_id(tmp_path: Path, judged: tuple[str, ...], content: str, queries: list[str]) -> None:
    assert scored(judged, put(tmp_path / "list.txt", content)) == queries


def test_of_a_tsv_a_line_is_an_id_as_far_as_its_first_tab(tmp_path: Path, judged: tuple[str, ...]) -> None:
    topics = "what is x\twhat is it that x is\n101\tobama\tfamily tree\n#7\n"
    assert scored(judged, put(tmp_path / "topics.TSV", topics)) == ["#7", "101", "what is x"]
    said = refusal("evaluate", *judged, "--queries", put(tmp_path / "topics.txt", topics))
    assert said.startswith("the list of queries has '101\\tobama\\tfamily tree' and 1 other, which are not judged")
    said = refusal("evaluate", *judged, "--queries", put(tmp_path / "blank.tsv", "101\tobama\n\tfamily tree\n"))
    assert said == "the list of queries has '', which is not judged"


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("# a comment", "# a comment"),
        ("what is y", "what is y"),
        ("101:obama family tree", "101:obama family tree"),
        ("what ", "'what '"),
        ("#8", "#8"),
    ],
)
def test_a_line_that_is_more_than_an_id_is_refused(
    tmp_path: Path, judged: tuple[str, ...], line: str, quoted: str
) -> None:
    said = refusal("evaluate", *judged, "--queries", put(tmp_path / "list.txt", f"what\n{line}\n"))
    assert said == f"the list of queries has {quoted}, which is not judged{NOT_ALONE}"


def test_a_list_without_a_line_is_refused(tmp_path: Path, judged: tuple[str, ...]) -> None:
    path = put(tmp_path / "list.txt", "\n\r\n")
    assert refusal("evaluate", *judged, "--queries", path) == f"{path}: holds no query; one id a line was expected"


def test_a_list_beside_scores_is_read_likewise(tmp_path: Path) -> None:
    scores = put(tmp_path / "s.csv", ["run,query_id,metric,value", "a,what is x,AP,1", "a,what,AP,0.5", "b,what,AP,0"])
    listed = put(tmp_path / "list.txt", "what is x\n")
    assert "0.5000" not in output("queries", scores, "--queries", listed, "--part", "queries")
    said = refusal("queries", scores, "--queries", put(tmp_path / "more.txt", "what is y\n"))
    assert said == f"the list of queries has what is y, which has no scores{NOT_ALONE}"


def test_a_listed_query_that_no_ranking_answers_is_said(tmp_path: Path) -> None:
    runs = [put(tmp_path / f"{name}.run", ["what Q0 d1 1 1 x"]) for name in "ab"]
    done = invoke("correlate", *runs, "--documents", "--queries", put(tmp_path / "list.txt", "what\nwhat is x\n"))
    assert done.exit_code == 0
    assert "1 query of the list has no results in any run (first: what is x)" in done.output
