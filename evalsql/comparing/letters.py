"""Letters that mark groups: two runs share one just where no test tells them apart."""

from collections.abc import Collection, Sequence
from string import ascii_letters

MOST = 200  # groups on the way; with more of them it takes long, and there are hardly fewer at the end


def compact_letters(runs: Sequence[str], apart: Collection[frozenset[str]]) -> dict[str, str]:
    """The letters of each run, by insertion and absorption (Piepho, JCGS 13, 2004, doi:10.1198/1061860043515).

    Args:
        runs: the runs, the best first, which has the first letter.
        apart: the pairs of runs that are told apart.

    Returns:
        The letters of each run, in the order of the alphabet; none for any where the alphabet is too short.
    """
    groups = [frozenset(runs)]
    for place, one in enumerate(runs):
        for other in runs[place + 1 :]:
            if frozenset((one, other)) in apart:
                split = [group - {each} for group in groups if {one, other} <= group for each in (one, other)]
                kept = [group for group in groups if not {one, other} <= group]
                groups = absorbed([*kept, *split])
                if len(groups) > MOST:
                    return dict.fromkeys(runs, "")
    if len(groups) > len(ascii_letters):
        return dict.fromkeys(runs, "")
    order = {run: place for place, run in enumerate(runs)}
    groups.sort(key=lambda group: sorted(order[run] for run in group))
    return {
        run: "".join(each for each, group in zip(ascii_letters, groups, strict=False) if run in group) for run in runs
    }


def absorbed(groups: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """The groups that are no part of another."""
    different = list(dict.fromkeys(groups))
    return [group for group in different if group and not any(group < other for other in different)]
