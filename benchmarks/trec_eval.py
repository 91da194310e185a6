"""trec_eval, the program in C: built from source and timed with one process per run, as it takes one at a time."""

import re
import shutil
import subprocess
from pathlib import Path

from benchmarks.comparisons import AGAINST_TEXT, Group, Ratio, Tool

LABEL = "trec_eval, text"
GROUPS = ("W1", "W2", "W3")  # that it joins
FLAGS = "-I. -O3 -w"
MEASURES = {
    "nDCG@10": "ndcg_cut.10",
    "AP": "map",
    "P@10": "P.10",
    "RR": "recip_rank",
    "R@100": "recall.100",
    "Bpref": "bpref",
}


def build(source: Path, folder: Path) -> Path:
    """The program, built in a copy of its source inside a folder."""
    copied = folder / "trec_eval"
    shutil.rmtree(copied, ignore_errors=True)
    shutil.copytree(source, copied, ignore=shutil.ignore_patterns(".git"))
    version = re.search(r"^VERSIONID *= *(\S+)", (copied / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    flags = rf"CFLAGS={FLAGS} -DVERSIONID=\"{version[1] if version else ''}\""
    done = subprocess.run(["make", "-B", "trec_eval", flags], cwd=copied, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"trec_eval cannot be built: {done.stderr.strip()[-1000:]}")
    return copied / "trec_eval"


def said_of(program: Path | None) -> str:
    """What the page says of it."""
    if program is None:
        return "Without trec_eval, whose source was not given (`--trec-eval`)."
    done = subprocess.run([program, "--version"], capture_output=True, text=True)
    version = (done.stdout + done.stderr).strip().replace("version ", "")
    return f"{version}, built here by `make CFLAGS='{FLAGS}'`, one process per run."


def beside(group: Group, program: Path) -> Group:
    """A group with trec_eval among its tools, and what of evalsql is compared with pytrec_eval compared with it too."""

    def tools(folder: Path) -> list[Tool]:
        asked = [text for name in ("runid", *MEASURES.values()) for text in ("-m", name)]
        files = map(str, [folder / "qrels.txt", *sorted((folder / "text").glob("*.run"))])
        each = 'qrels="$2"; program="$1"; shift 2; for run; do "$program" -c {} "$qrels" "$run" || exit; done'
        command = ("sh", "-c", each.format(" ".join(asked)), "sh", str(program), *files)
        return [*group.tools(folder), Tool(LABEL, command, prints="trec_eval")]

    ratios = tuple(Ratio(each.ours, LABEL) for each in group.ratios if each in AGAINST_TEXT)
    return group._replace(tools=tools, ratios=(*group.ratios, *ratios))


def means_of(printed: str) -> dict[tuple[str, str], float]:
    """The means of each run that it prints, by run and measure."""
    names = {theirs.replace(".", "_"): ours for ours, theirs in MEASURES.items()}
    found, run = {}, ""
    for name, _, value in map(str.split, printed.splitlines()):
        if name == "runid":
            run = value
        else:
            found[run, names[name]] = float(value)
    return found
