"""Small random collections, and their rankings as plain lists, for tests that work a formula out by brute force."""

import random
from dataclasses import dataclass

import duckdb

import evalsql


@dataclass(frozen=True)
class Case:
    """One ranking: relevance and score by rank (None: unjudged), and the relevances of its query's judgments."""

    relevance: list[float | None]
    scores: list[float]
    judgments: list[float]

    @property
    def tied(self) -> list[tuple[int, int]]:
        """First and last rank of the documents of the same score, by rank."""
        places: dict[float, list[int]] = {}
        for rank, score in enumerate(self.scores, start=1):
            places.setdefault(score, []).append(rank)
        return [(places[score][0], places[score][-1]) for score in self.scores]


def collection(count: int, levels: list[float], seed: int) -> tuple[evalsql.Evaluation, dict[str, Case]]:
    """Random cases by query, and an evaluation of all of them that has every relation.

    Rankings are of 0 to 12 documents, in ties or not; a fifth of all is unjudged; some relevant ones are missed.
    """
    chance = random.Random(seed)
    connection = duckdb.connect()
    connection.execute("create table runs (run varchar, query_id varchar, doc_id varchar, score double)")
    connection.execute("create table qrels (query_id varchar, doc_id varchar, relevance double)")
    cases = {}
    for number in range(count):
        query, length, spread = f"q{number}", chance.randint(0, 12), chance.choice([3, 8, 1000])
        levels_here = chance.choice([levels, [0], [max(levels)]]) if chance.random() < 0.2 else levels
        retrieved = [(float(chance.randint(1, spread)), f"d{place:02}") for place in range(length)]
        judged = {doc: chance.choice(levels_here) for _, doc in retrieved if chance.random() < 0.8}
        judged |= {f"missed{place}": chance.choice(levels_here) for place in range(chance.randint(0, 4))}
        judged = judged or {"missed": 0}
        if retrieved:
            connection.executemany("insert into runs values ('run', ?, ?, ?)", [[query, d, s] for s, d in retrieved])
        connection.executemany("insert into qrels values (?, ?, ?)", [[query, doc, r] for doc, r in judged.items()])
        ranked = sorted(retrieved, reverse=True)
        cases[query] = Case([judged.get(d) for _, d in ranked], [s for s, _ in ranked], list(judged.values()))
    evaluated = evalsql.Evaluation(connection=connection, measures=["RBP_shared_residual", "AP"])
    return evaluated, cases


def scores(evaluated: evalsql.Evaluation, measure: str) -> dict[str, float | None]:
    """Values of a measure by query."""
    return {query: value for _, query, _, value in evaluated.score(measure).fetchall()}
