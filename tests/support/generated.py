"""Small collections that hypothesis makes up, for laws: all that can be odd about one is in some of them."""

import random
from collections import defaultdict
from collections.abc import Sequence
from functools import cache

import pytest

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, Phase, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

# in bytes 10 < 9 < A1 < B10 < B9 < Z < a2 < b1 < b10 < b9 < d < z < ~ < é < 文 < 🙂, which is no other order's
DOCS = ("A1", "a2", "b1", "b9", "b10", "B9", "B10", "z", "é", "文", "10", "9", "Z", "d", "~", "🙂")
LONGEST = 12  # documents of a ranking, which so misses some that are judged
RUNS = ("one", "two", "three")
LEVELS = (  # of the judgments of a query, a third or so of them
    (0, 0, 1),
    (0, 0, 1, 1, 2, 3),
    (0, 1, 2, 3, -1, -2),
    (0, 0.1, 0.7, 1, 1.3, 2, 2.5, 3),
    (1, 2, 2.25, -0.5),
    (3,),
    (0,),
    (-1, 0),
)
SUBTOPICS = ("10", "9", "B", "a", "é")  # in the order of their bytes; a query has the first one to five
SPREADS = (1, 4, 1000)  # how many scores there are, which are from 0 to 1: documents tie in most rankings, or in few

Run = tuple[str, str, str, float]  # run, query_id, doc_id, score
Judgment = tuple[str, str, float]  # query_id, doc_id, relevance
Collection = tuple[list[Run], list[Judgment]]
SubtopicJudgment = tuple[str, str, str, float]  # query_id, doc_id, subtopic, relevance

# the same ones every time; not shrunk, since each is small
SAME = settings(
    deadline=None, derandomize=True, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)


@st.composite
def collections(draw: st.DrawFn) -> Collection:
    """One to three runs over one to four judged queries, which they answer with 0 to 12 documents."""
    runs: list[Run] = []
    qrels: list[Judgment] = []
    names = RUNS[: draw(st.integers(1, len(RUNS)))]
    for query in map(str, range(draw(st.integers(1, 4)))):
        levels = draw(st.sampled_from(LEVELS))
        grades = {doc: draw(st.sampled_from((None, *levels, None, *levels, None))) for doc in DOCS}
        judged = [(query, doc, float(grade)) for doc, grade in grades.items() if grade is not None]
        qrels += judged or [(query, DOCS[0], 0.0)]
        for run in names:
            spread = draw(st.sampled_from(SPREADS))
            found = draw(st.permutations(DOCS))[: draw(st.integers(0, LONGEST))]
            runs += [(run, query, doc, draw(st.integers(0, spread)) / spread) for doc in found]
    return runs, qrels


@cache
def generated(count: int) -> list[Collection]:
    """So many collections, each with some answer."""
    found: dict[str, Collection] = {}

    @settings(SAME, max_examples=6 * count)
    @given(collections().filter(lambda collection: collection[0]))
    def gather(collection: Collection) -> None:
        found[repr(collection)] = collection

    gather()
    # one that is made soon after another is much like it
    return list(found.values())[:: len(found) // count][:count]


def together(several: Sequence[Collection]) -> Collection:
    """Collections as one, their queries numbered."""
    runs = [(run, f"{i}-{query}", *rest) for i, (rows, _) in enumerate(several) for run, query, *rest in rows]
    qrels = [(f"{i}-{query}", *rest) for i, (_, rows) in enumerate(several) for query, *rest in rows]
    return runs, qrels


def by_subtopic(qrels: Sequence[Judgment]) -> list[SubtopicJudgment]:
    """Each document judged for one to three subtopics, for one of them as given and for others so or lower."""
    found = []
    for query, doc, relevance in qrels:
        subtopics = SUBTOPICS[: random.Random(query).randint(1, len(SUBTOPICS))]
        dice = random.Random(f"{query} {doc}")
        first, *others = dice.sample(subtopics, min(dice.randint(1, 3), len(subtopics)))
        lower = (relevance, min(relevance, 1.0), min(relevance, 0.0), min(relevance, -1.0))
        found += [(query, doc, first, relevance), *((query, doc, other, dice.choice(lower)) for other in others)]
    return found


def rankings(runs: Sequence[Run]) -> dict[tuple[str, str], list[tuple[str, float]]]:
    """The documents of each run and query with their scores, in order: highest score first, then highest bytes."""
    found: dict[tuple[str, str], list[tuple[str, float]]] = defaultdict(list)
    for run, query, doc, score in runs:
        found[run, query].append((doc, score))
    return {key: sorted(rows, key=lambda row: (row[1], row[0].encode()), reverse=True) for key, rows in found.items()}
