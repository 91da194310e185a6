"""Letters that mark groups: two runs share one just where no test tells them apart."""

from collections.abc import Collection, Sequence
from string import ascii_letters


def compact_letters(runs: Sequence[str], apart: Collection[frozenset[str]]) -> dict[str, str]:
    """The letters of each run, by insertion and absorption (Piepho, JCGS 13, 2004, doi:10.1198/1061860043515).

    Args:
        runs: the runs, the best first, which has the first letter.
        apart: the pairs of runs that are told apart.

    Returns:
        The letters of each run, in the order of the alphabet.
    """
    groups = [frozenset(runs)]
    for place, one in enumerate(runs):
        for other in runs[place + 1 :]:
            if frozenset((one, other)) in apart:
                split = [group - {each} for group in groups if {one, other} <= group for each in (one, other)]
                kept = [group for group in groups if not {one, other} <= group]
                groups = absorbed([*kept, *split])
    order = {run: place for place, run in enumerate(runs)}
    groups.sort(key=lambda group: sorted(order[run] for run in group))
    return {run: "".join(letter(place) for place, group in enumerate(groups) if run in group) for run in runs}


def absorbed(groups: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """The groups that are no part of another."""
    different = list(dict.fromkeys(groups))
    return [group for group in different if group and not any(group < other for other in different)]


def letter(place: int) -> str:
    """The letter of a group; with a number from the 53rd group on."""
    turn, rest = divmod(place, len(ascii_letters))
    return ascii_letters[rest] + (str(turn) if turn else "")
