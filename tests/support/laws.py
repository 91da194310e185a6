"""What laws of metrics share: scores to the last bit, and how two of them differ."""

import evalsql

Scores = dict[tuple[str, str, str], str]


def uncapped(measure: evalsql.Measure) -> bool:
    """Whether a run may have more than the range says: cap='no' is for one that outdoes the greedy ideal."""
    return measure.values.get("cap") == "no"


def differing(one: Scores, other: Scores) -> list[tuple]:
    """The first few that are not the same in both."""
    keys = sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))
    return [(*key, one.get(key), other.get(key)) for key in keys[:5]]


def numbers(scores: Scores) -> dict[tuple[str, str, str], float]:
    """The same as numbers, without those that have no value."""
    return {key: float.fromhex(value) for key, value in scores.items() if value}
