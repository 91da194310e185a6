"""The figures as Markdown, and their place in benchmarks/README.md."""

import os
import platform
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.comparisons import Group, Ratio
from benchmarks.measure import THREADS, Figures, Spread, spread
from benchmarks.running import Taken, reading

TOOLS = ("evalsql", "duckdb", "pyspark", "pytrec-eval-terrier", "ir-measures", "ranx", "numba", "pyndeval")
PLACE = re.compile(r"(<!-- benchmarks: [^\n]* -->\n).*?(<!-- end of benchmarks -->)", re.DOTALL)
PLACE_OF_GROWTH = re.compile(r"(<!-- growth: [^\n]* -->\n).*?(<!-- end of growth -->)", re.DOTALL)


def where() -> str:
    """The machine, the versions and the month."""
    return f"{machine()}. {versions()}. {date.today():%B %Y}."


def section(results: Sequence[tuple[Group, Taken]], rounds: int, about: str = "") -> str:
    """All that is written: the machine, what is to be said about the tools, what each took, and the ratios."""
    lines = [
        where(),
        f"Rounds: {rounds}. Medians, and the least to the most. {about}".rstrip(),
        "",
        "| workload | tool | wall s | CPU s | peak MiB | reading |",
        "|---|---|---|---|---|---|",
    ]
    for group, taken in results:
        lines += [row(group.title, label, figures) for label, figures in taken.items()]
    lines += ["", "| workload | ratio | wall | CPU | peak memory |", "|---|---|---|---|---|"]
    for group, taken in results:
        lines += [compared(group.title, ratio, taken) for ratio in group.ratios]
    return "\n".join(lines)


def row(title: str, label: str, figures: Sequence[Figures]) -> str:
    """What one tool took."""
    peaks = [each.peak for each in figures if each.peak is not None]
    shares = [100 * share for share in reading(figures)]
    cells = [
        shown(spread([each.wall for each in figures])),
        shown(spread([each.cpu for each in figures])),
        shown(spread(peaks), digits=0) if peaks else "",
        f"{spread(shares).middle:.0f} %" if shares else "",
    ]
    return f"| {' | '.join([title, label, *cells])} |"


def compared(title: str, ratio: Ratio, taken: Taken) -> str:
    """One tool over another, in each round."""
    cells = []
    for what in ("wall", "cpu", "peak"):
        times = 1 if what == "peak" else ratio.times
        pairs = zip(taken[ratio.ours], taken[ratio.theirs], strict=True)
        values = [getattr(a, what) / (times * getattr(b, what)) for a, b in pairs] if what in ratio.of else []
        cells.append(shown(spread(values)) if values else "")
    theirs = f"{ratio.times} times {ratio.theirs}" if ratio.times > 1 else ratio.theirs
    return f"| {' | '.join([title, f'{ratio.ours} / {theirs}', *cells])} |"


def shown(values: Spread, digits: int | None = None) -> str:
    """A median with the least and the most, to two places, or three where it is small."""
    places = digits if digits is not None else 3 if values.middle < 0.1 else 2
    return f"{values.middle:.{places}f} ({values.least:.{places}f} to {values.most:.{places}f})"


def machine() -> str:
    """The processor, the cores, the memory and the system."""
    name = platform.processor() or platform.machine()
    told = Path("/proc/cpuinfo")
    if told.exists() and (model := re.search(r"model name\s*: (.*)", told.read_text(encoding="utf-8"))):
        name = model[1]
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return f"{name}, {os.cpu_count()} cores ({THREADS} used), {memory:.0f} GiB, {system()}"


def system() -> str:
    """The operating system."""
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return f"{platform.system()} {platform.release()}"


def versions() -> str:
    """Python and every tool that is installed."""
    found = [f"Python {platform.python_version()}"]
    for name in TOOLS:
        with suppress(PackageNotFoundError):
            found.append(f"{name} {version(name)}")
    return ", ".join(found)


def fill(page: Path, text: str, place: re.Pattern[str] = PLACE) -> None:
    """Puts text between the two marks of a page."""
    old = page.read_text(encoding="utf-8")
    new, found = place.subn(lambda marks: f"{marks[1]}{text}\n{marks[2]}", old)
    if found != 1:
        raise RuntimeError(f"{page.name} has no place for the table")
    page.write_text(new, encoding="utf-8")
