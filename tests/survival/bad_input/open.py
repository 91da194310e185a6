"""Kinds that are known to be answered otherwise than they should be, as the list open.txt has them."""

from collections.abc import Sequence
from pathlib import Path

from bad_input.kind import Group, Kind
from bad_input.trying import Tried

LIST = Path(__file__).with_name("open.txt")


def known() -> dict[str, str]:
    lines = [line for line in LIST.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return dict(line.split(" | ", 1) for line in lines)


def name_of(group: Group, kind: Kind) -> str:
    return f"{group.name}: {kind.name}"


def wrong_in(group: Group, tried: Sequence[Tried], listed: bool = False) -> dict[str, tuple[str, ...]]:
    """The kinds of a group that were answered wrongly, and how; those of the list only where they are asked for."""
    wrong = {name_of(group, each.kind): each.wrong for each in tried if each.wrong}
    return {name: how for name, how in wrong.items() if (name in known()) == listed}
