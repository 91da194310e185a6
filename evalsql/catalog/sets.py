"""Several measures in one text: a list such as 'nDCG@10 AP RR', a set by its name, or a file of measures, @FILE.

A set is a file of sql/sets, or what the heads of metrics say that a paper defines or uses.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evalsql.catalog.folder import sql_folder
from evalsql.catalog.listing import Folder, metrics
from evalsql.catalog.metric import PAPERS
from evalsql.errors import InputError

# a comma or a blank inside brackets or quotes belongs to a measure
PIECE = re.compile(r"""(?:\((?:'[^']*'|"[^"]*"|[^()'"])*\)|[^\s,])+""")
# several parameters of one measure, as trec_eval has them: utility.1,-1,0,0
LISTED = re.compile(r"\w+[._][-0-9.=]+(?:,[-0-9.=]+)+")
CUTOFF = re.compile(r"(?P<stem>.+?[@._])[0-9.]+")


@dataclass(frozen=True)
class MeasureSet:
    """Measures that have a name together, as texts; `without` are those of its metrics that need a value."""

    name: str
    title: str
    measures: tuple[str, ...]
    without: tuple[str, ...] = ()


def pieces(text: str, whole: Callable[[str], bool] = lambda piece: False) -> Iterator[str]:
    """The measures of a list with blanks or commas between them; P.5,10 and nDCG@5,10 are two with one name."""
    joined = re.sub(r"(?<=[^\s,])\s*@\s*(?=[0-9])|(?<=\w)\s+(?=\()", lambda found: found[0].strip(), text)
    stem = ""
    found = None
    while found := PIECE.search(joined, found.end() if found else 0):
        listed = LISTED.match(joined, found.start())
        if listed and whole(listed[0]):
            found = listed
        piece = found[0]
        if stem and re.fullmatch(r"[0-9.]+", piece):
            yield stem + piece
            continue
        cutoff = CUTOFF.fullmatch(piece)
        stem = cutoff["stem"] if cutoff else ""
        yield piece


def lines(file: str) -> Iterator[tuple[str, str]]:
    """The lines of a file of measures that hold some, each with what to call it in a sentence."""
    if not file.strip():
        raise InputError("@ names no file; @FILE was expected, a file of measures, one per line")
    try:
        text = Path(file).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{file}: there is no such file; @ names a file of measures, one per line") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise InputError(f"{file}: cannot be read as a list of measures: {reason}") from None
    for number, line in enumerate(text.splitlines(), 1):
        said = line.partition("#")[0].strip()
        if said.startswith("@"):
            raise InputError(f"{file}, line {number}: a file of measures cannot name another, {said}")
        if said:
            yield f"{file}, line {number}", said


def plain(name: str) -> str:
    """A name of a set in one spelling: jarvelin-kekalainen-2002 for Järvelin and Kekäläinen 2002."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(word for word in re.findall(r"[a-z0-9]+", letters) if word not in ("and", "et", "al"))


@cache
def papers() -> dict[str, str]:
    """The papers implemented here, by the names of their sets."""
    return {plain(paper): paper for paper in PAPERS}


@cache
def files() -> dict[str, Path]:
    """The files of sql/sets, by the names of their sets in one spelling."""
    return {plain(file.stem): file for file in sorted((sql_folder() / "sets").glob("*.toml"))}


def names() -> list[str]:
    """The names of all sets."""
    return [*(file.stem for file in files().values()), *papers()]


def find_set(name: str, folder: Folder = "metrics") -> MeasureSet | None:
    """The set of a name, in any spelling, or None."""
    key = plain(name) if len(name) < 100 else ""
    if key in files():
        import tomllib

        said = tomllib.loads(files()[key].read_text(encoding="utf-8"))
        texts = tuple(piece for text in said["measures"] for piece in pieces(text))
        return MeasureSet(files()[key].stem, said["title"], texts)
    if key not in papers():
        return None
    of_paper = [each for each in metrics(folder).values() if papers()[key] in each.papers]
    needs = {each.name for each in of_paper if any(parameter.required for parameter in each.parameters.values())}
    return MeasureSet(
        key,
        f"what {papers()[key]} define or use",
        tuple(each.name for each in of_paper if each.name not in needs),
        tuple(each.name for each in of_paper if each.name in needs),
    )
