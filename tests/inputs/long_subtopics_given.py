"""When judgments are by subtopic: by a column, by the iteration field, by what is asked for, and what is refused."""

import pytest
from places import ROOT
from test_subtopics_given import announcements, judged

DATA = ROOT.parent / "shared" / "data"


@pytest.mark.skipif(not DATA.is_dir(), reason=f"no real collections in {DATA}")
def test_real_judgments_are_known_for_what_they_are():
    web = DATA / "web2012_div"
    lines = [line.split() for line in (web / "qrels.diversity.txt").read_text().splitlines()]
    subtopics: dict[tuple[str, str], set[str]] = {}
    for query, subtopic, doc, _ in lines:
        subtopics.setdefault((query, doc), set()).add(subtopic)
    several = sum(len(each) > 1 for each in subtopics.values())
    assert several > 0
    run = next((web / "runs").glob("*.run"))
    assert f"since {several:,} documents are judged under several" in announcements(run, web / "qrels.diversity.txt")[0]
    assert sorted(judged(web / "qrels.diversity.txt")) == sorted((line[1],) for line in lines)
    for folder in ("web2012_div", "covid_r1", "dl19_passage", "trec_eval_test"):  # covid_r1 has several iterations
        assert {subtopic for (subtopic,) in judged(DATA / folder / "qrels.txt")} == {None}
