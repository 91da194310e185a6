"""Files of runs and judgments that hypothesis makes up by the grammar of each format, and breaks in small ways."""

import csv
import gzip
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st
from written import as_zstd

Row = tuple[str, str, str]  # a query, a document, and its number as written
Names = tuple[str, str, str]

IDS = [
    *("q1", "q2", "Q1", "1", "007", "7", "1.0", "1e3", "1_0", "-1", "é", "e\u0301", "文", "🙂", "null", "NULL", "nan")
]
IDS += [*("true", "d#1", "a'b", "a\\b", "=1+1", "--", "x,y", "a;b", "a|b", "q-" + "x" * 60, "$1", "{}", "[1]", "a/b")]
NUMBERS = [*("1", "0", "2", "3", "-1", "2.5", "0.5", "1e-3", "1E5", "+5", ".5", "5.", "-0.0", "0.1", "1e400", "-1e400")]
NUMBERS += [*("nan", "NaN", "inf", "-inf", "Infinity", "two", "1_000", "2,5", "0x10", "1e", "e5", "", "NULL", "true")]
NUMBERS += [*("1.7976931348623157e308", "4.9e-324", "1e-400", "2.2250738585072011e-308", "9007199254740993")]
NUMBERS += [*("0.1000000000000000055511151231257827", "12345678901234567890", "0" * 40 + "1", "1" * 40, "1d", "1f")]
NUMBERS += [
    *("0.30000000000000004", "1.", "-.5", "- 5", "1 000", "½", "\u0661", "\uff11", "1e+05", "1e0000000001", "0e0", "1l")
]
BYTES = [b"\0", b"\r", b"\n", b"\t", b" ", b'"', b"'", b"\\", b",", b";", b"|", b"#", b"{", b"}", b"[", b"]", b":"]
BYTES += [
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"\xc2\xa0",
    b"\xe2\x80\xa8",
    b"\x0b",
    b"\x0c",
    b"\x1a",
    b"\x85",
    b"\x1f\x8b",
]
BYTES += [b"e", b"-", b".", b"0", b"9", b"_", b"nan", b"null", b"\r\n", b"\n\n", b'""', b"\\u0000", b"\\ud800", b"--"]
RUN_NAMES = [("query_id", "doc_id", "score"), ("qid", "docno", "sim"), ("Query-ID", "DOC ID", "SCORE")]
QRELS_NAMES = [("query_id", "doc_id", "relevance"), ("topic", "docid", "rel"), ("Query_Id", "corpus-id", "Label")]
KINDS = {"runs": RUN_NAMES, "qrels": QRELS_NAMES}


@dataclass(frozen=True)
class Text:
    """A file: what it is named, what is in it, and whether it was written by the grammar alone.

    Attributes:
        kind: runs or qrels.
        name: of the file.
        content: its bytes.
        sound: whether nothing was broken in it, so that what it says is clear.
    """

    kind: str
    name: str
    content: bytes
    sound: bool


def joined(parts: Sequence[str], separator: str) -> str:
    return separator.join(parts)


@st.composite
def rows(draw: st.DrawFn) -> list[Row]:
    """One to six rows, no document twice for a query, whose numbers are mostly numbers."""
    known = st.sampled_from(IDS)
    other = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=6)
    ids = st.one_of(known, known, known, other)
    floats = st.floats(allow_nan=False, allow_infinity=False).map(repr)
    wholes = st.integers(-2, 4).map(str)
    odd = draw(st.integers(0, 3)) == 0
    numbers = st.one_of(wholes, wholes, floats, st.sampled_from(NUMBERS)) if odd else st.one_of(wholes, floats)
    return draw(st.lists(st.tuples(ids, ids, numbers), min_size=1, max_size=6, unique_by=lambda row: row[:2]))


def trec(draw: st.DrawFn, kind: str, given: Sequence[Row]) -> tuple[str, str]:
    """Lines of TREC text, mostly with one blank between two fields."""
    blank = draw(st.sampled_from([" ", " ", " ", "\t", "\t", "  ", " \t", "\t\t"]))
    end = draw(st.sampled_from(["\n", "\n", "\n", "\r\n"]))
    tags = draw(st.sampled_from([("x",), ("x",), ("x", "y"), ("x", "xy")]))
    lines = []
    for place, (query, doc, number) in enumerate(given):
        tag = tags[place % len(tags)]
        fields = [query, "Q0", doc, str(place), number, tag] if kind == "runs" else [query, "0", doc, number]
        lines.append(blank.join(fields))
    return draw(st.sampled_from(["a.run", "a.txt"])), end.join([*lines, ""] if draw(st.booleans()) else lines)


def delimited(draw: st.DrawFn, kind: str, given: Sequence[Row]) -> tuple[str, str]:
    """A table with a header, in any order of columns."""
    names = [*draw(st.sampled_from(KINDS[kind])), *draw(st.sampled_from([(), (), ("note",), ("run",)]))]
    if kind == "qrels" and names[-1] == "run":
        names[-1] = "note"
    order = draw(st.permutations(range(len(names))))
    delimiter = draw(st.sampled_from([",", ",", "\t", ";", "|"]))
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    text = io.StringIO()
    writer = csv.writer(
        text, delimiter=delimiter, quoting=quoting, lineterminator=draw(st.sampled_from(["\n", "\n", "\r\n"]))
    )
    writer.writerow([names[place] for place in order])
    extra = draw(st.sampled_from(["x", "a b", 'say "x"', "two, three"]))
    writer.writerows([(*row, extra)[place] for place in order] for row in given)
    return "a.tsv" if delimiter == "\t" else "a.csv", text.getvalue()


def value(draw: st.DrawFn, text: str) -> str:
    """A number as JSON has it, or as a text, which may be none."""
    try:
        json.loads(text, parse_constant=lambda _: int("none"))
    except ValueError:
        return json.dumps(text)
    return text if draw(st.integers(0, 3)) else json.dumps(text)


def records(draw: st.DrawFn, kind: str, given: Sequence[Row]) -> list[str]:
    """Objects of JSON, a row each."""
    names = [*draw(st.sampled_from(KINDS[kind])), *draw(st.sampled_from([(), (), ("note",)]))]
    order = draw(st.permutations(range(len(names))))
    ascii_ = draw(st.booleans())
    found = []
    for query, doc, number in given:
        cells = [json.dumps(query, ensure_ascii=ascii_), json.dumps(doc, ensure_ascii=ascii_), value(draw, number)]
        cells += ['"x"']
        found.append("{" + ", ".join(f"{json.dumps(names[at])}: {cells[at]}" for at in order) + "}")
    return found


def lines(draw: st.DrawFn, kind: str, given: Sequence[Row]) -> tuple[str, str]:
    """JSON lines."""
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\n\n"]))
    return draw(st.sampled_from(["a.jsonl", "a.ndjson"])), end.join([*records(draw, kind, given), ""])


def array(draw: st.DrawFn, kind: str, given: Sequence[Row]) -> tuple[str, str]:
    """An array of JSON."""
    return "a.json", "[" + draw(st.sampled_from([",", ", ", ",\n  "])).join(records(draw, kind, given)) + "]"


def nested(draw: st.DrawFn, kind: str, given: Sequence[Row]) -> tuple[str, str]:
    """{query: {document: number}}."""
    found: dict[str, list[str]] = {}
    for query, doc, number in {row[:2]: row for row in given}.values():
        found.setdefault(query, []).append(f"{json.dumps(doc)}: {value(draw, number)}")
    return "a.json", "{" + ", ".join(f"{json.dumps(q)}: {{{', '.join(each)}}}" for q, each in found.items()) + "}"


FORMATS = {"trec": trec, "csv": delimited, "jsonl": lines, "json": array, "nested": nested}
PACKED = {"": bytes, ".gz": lambda content: gzip.compress(content, mtime=0), ".zst": as_zstd}


def broken(draw: st.DrawFn, content: bytes) -> bytes:
    """Bytes changed, cut out, doubled, put in or exchanged."""
    for _ in range(draw(st.integers(1, 3))):
        size = len(content)
        start = draw(st.integers(0, size))
        stop = min(size, start + draw(st.sampled_from([1, 1, 2, 5, 20, 1000])))
        how = draw(st.integers(0, 6))
        if how == 0:  # changed
            content = content[:start] + draw(st.sampled_from(BYTES)) + content[start + 1 :]
        elif how == 1:  # put in
            content = content[:start] + draw(st.sampled_from(BYTES)) + content[start:]
        elif how == 2:  # cut out
            content = content[:start] + content[stop:]
        elif how == 3:  # doubled
            content = content[:stop] + content[start:]
        elif how == 4:  # cut short
            content = content[:start]
        elif how == 5:  # a number of another kind
            content = content[:start] + draw(st.sampled_from(NUMBERS)).encode() + content[stop:]
        else:  # lines or fields exchanged
            mark = draw(st.sampled_from([b"\n", b" ", b",", b"\t", b'"', b":"]))
            parts = content.split(mark)
            if len(parts) > 2:
                one, other = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
                parts[one], parts[other] = parts[other], parts[one]
                content = mark.join(parts)
    return content


@st.composite
def texts(draw: st.DrawFn, format_: str) -> Text:
    """A file of a format, in half of the cases broken, and now and then packed."""
    kind = draw(st.sampled_from(["runs", "runs", "qrels"]))
    name, text = FORMATS[format_](draw, kind, draw(rows()))
    content = text.encode()
    if draw(st.integers(0, 15)) == 0:
        content = b"\xef\xbb\xbf" + content
    sound = draw(st.booleans())
    packing = draw(st.sampled_from(["", "", "", "", "", ".gz", ".zst"]))
    before = draw(st.booleans())
    if not sound and (before or not packing):
        content = broken(draw, content)
    content = PACKED[packing](content)
    if not sound and packing and not before:
        content = broken(draw, content)
    return Text(kind, name + packing, content, sound)
