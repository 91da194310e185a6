"""The tables of docs/trust/survival.md about kills, signals and limits, of what .ci/faults kept of each command."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pages
from killing import WRITERS
from limiting import LIMITS
from signalling import LINES

PAGE = "docs/trust/survival.md"
SOON = (1, 2, 5, 10)  # seconds, in which the longest time is told


def kept(folder: Path, names: list[str]) -> Iterator[tuple[str, Any]]:
    """What was kept of each name in a folder; of some there is nothing where it was ended early."""
    for name in names:
        if (folder / f"{name}.json").exists():
            yield name, json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def kills(folder: Path) -> str:
    """How often each command that writes was killed, and what was wrong afterwards."""
    rows = [pages.row("what writes", "killed", "while it ran", "neither old nor whole", "left at the end")]
    rows.append("|---|---|---|---|---|")
    sums: Counter[str] = Counter()
    for name, told in kept(folder, list(WRITERS)):
        own = {key: told[key] for key in ("times", "killed", "left")} | {"torn": len(told["torn"])}
        sums.update(own)
        rows.append(pages.row(f"`{name}`", *(f"{own[key]:,}" for key in ("times", "killed", "torn", "left"))))
    rows.append(pages.row("all", *(f"{sums[key]:,}" for key in ("times", "killed", "torn", "left"))))
    return "\n".join(rows)


def signals(folder: Path) -> str:
    """How often each command was told to end, what was wrong then, and how soon it ended."""
    rows = [pages.row("command", "told to end", "while it ran", "what was wrong", "it ended"), "|---|---|---|---|---|"]
    sums: Counter[str] = Counter()
    for command, told in kept(folder, list(LINES)):
        soon = next((f"within {most} s" for most in SOON if told["longest"] <= most), f"in more than {SOON[-1]} s")
        sums.update({"moments": told["moments"], "running": told["running"], "wrong": len(told["wrong"])})
        numbers = (told["moments"], told["running"], len(told["wrong"]))
        rows.append(pages.row(f"`{command}`", *map(str, numbers), soon))
    rows.append(pages.row("all", *(f"{sums[key]:,}" for key in ("moments", "running", "wrong")), ""))
    return "\n".join(rows)


def limits(folder: Path) -> str:
    """Under each limit how many commands were tried, how many gave their result, and what the others said."""
    found = dict(kept(folder, list(LINES)))
    rows = [pages.row("limit", "commands", "gave their result", "what the others said"), "|---|---|---|---|"]
    for name, limit in LIMITS.items():
        came = [told[name] for told in found.values() if name in told]
        said = Counter(each["said"] for each in came)
        worked = said.pop("", 0)
        sentences = "<br>".join(f"{each} ({number})" for each, number in sorted(said.items()))
        wrong = sum(bool(each["wrong"]) for each in came)
        rows.append(pages.row(limit.about, str(len(came)), str(worked), sentences + f"; wrong: {wrong}" * bool(wrong)))
    commands = ", ".join(f"`{command}`" for command in found)
    return "\n".join([*rows, "", f"The commands are {commands}."])


def wrong(folder: Path) -> list[str]:
    """What was wrong, of all that was kept."""
    found: list[str] = []
    for _, told in kept(folder / "kills", list(WRITERS)):
        found += told["torn"] + ["something is left"] * bool(told["left"])
    for _, told in kept(folder / "signals", list(LINES)):
        found += told["wrong"]
    for command, told in kept(folder / "limits", list(LINES)):
        found += [f"{command}, {name}: {each}" for name, came in told.items() for each in came["wrong"]]
    return found


def main(folder: Path) -> None:
    """Writes the tables into the page, of which one stays where nothing was kept of it, and says what was wrong."""
    pages.writing = True
    for name, table in (("kills", kills), ("signals", signals), ("limits", limits)):
        if (folder / name).is_dir():
            pages.fill(PAGE, name, table(folder / name))
    if found := wrong(folder):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
