"""The required contents of an evaluation's relations, by its options, judgments and measures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from evalsql.catalog.conventions import Convention
from evalsql.catalog.expected import refuse_unexpected
from evalsql.catalog.inputs import Kind
from evalsql.catalog.measure import Measure
from evalsql.errors import Problem
from evalsql.scoring.options import Conditions

Candidates = Literal["of all queries", "of each query"] | None  # the only documents that count


@dataclass(frozen=True)
class Judgments:
    """What was read of judgments, and of gains, weights and costs beside them."""

    kinds: Sequence[Kind]  # which of these were given
    by_subtopic: bool  # whether the judgments are by subtopic
    graded: bool  # whether anything but the relevance says what a document gains
    doubts: Sequence[Problem]  # what is doubtful about them
    lacking: str  # why they are not by subtopic, for a refusal; empty if they are
    unsampled: str  # why they are not of a sample with strata; empty if they are
    # by kind, the SHA-256 of each input that is not a file of this machine; None if it was not copied here
    copied: Mapping[str, Sequence[str | None]]
    candidates: Candidates = None  # what lists the only documents that count


@dataclass(frozen=True)
class Wanted:
    """What the relations must hold."""

    conditions: Conditions
    judgments: Judgments
    whole: bool  # whether `retrieved` is to hold every document, and `topics` what is made of all scores
    scores: bool  # whether `judged` is to hold scores and ties
    nonrelevant: bool  # whether `judged` is to hold documents that are not relevant
    costs: bool  # whether `priced` and `document_costs` are to be there, without rows if no costs are given
    ascending: bool  # whether a depth keeps the lowest doc_id of equal scores, as trec_eval does for preferences

    @cached_property
    def decided(self) -> Convention:
        return self.conditions.decided

    @cached_property
    def drops(self) -> dict[str, Any]:
        """What takes documents out of rankings before they are ranked, for the templates of sql/ranking."""
        exclusions, candidates = "exclusions" in self.judgments.kinds, self.judgments.candidates
        return {"without_own": self.decided.without_own, "exclusions": exclusions, "candidates": candidates}

    @property
    def sampled(self) -> bool:
        return not self.judgments.unsampled

    @property
    def priced(self) -> bool:
        return "costs" in self.judgments.kinds


def wanted_of(
    conditions: Conditions, judgments: Judgments, measures: Sequence[Measure], *, keep: bool, whole: bool
) -> Wanted:
    """The relations that measures need, and, if documents are kept, those of later measures."""
    average, priced = conditions.tied == "average", "costs" in judgments.kinds
    if average:
        refuse_unexpected(measures)
    metrics = [each.metric for each in measures]
    whole = whole or (priced and keep) or any("retrieved" in each.reads or (priced and each.priced) for each in metrics)
    # what is expected over the orders of ties is made of where these begin and end
    scores = keep or whole or average or any(metric.needs_scores for metric in metrics)
    # what is not relevant moves others, if it is judged
    condensed = conditions.judged_only or any(each.judged_only for each in measures)
    divided = judgments.by_subtopic or not judgments.unsampled
    nonrelevant = keep or divided or whole or condensed or any(metric.needs == "judged" for metric in metrics)
    of_preferences = all((each.name_in("trec_eval") or "").startswith(("prefs_", "num_q")) for each in measures)
    ascending = not keep and conditions.depth is not None and conditions.tied == "trec_eval" and of_preferences
    costs = keep or whole or any(metric.priced for metric in metrics)
    return Wanted(conditions, judgments, whole, scores, nonrelevant, costs, ascending)
