"""Compressed text and archives."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pyarrow as pa

from bad_input.clean import qrels_lines, run_lines
from bad_input.kind import Kind
from bad_input.make import qrels, run

TITLE = "Compressed files and archives"
TEXT = "".join(f"{line}\n" for line in run_lines()).encode()
PACKED = gzip.compress(TEXT)
JUDGED = "".join(f"{line}\n" for line in qrels_lines()).encode()
LONG = TEXT + b"".join(b"q1 Q0 x%d 9 -%d x\n" % (n, n) for n in range(3000))


def packed(name: str, content: bytes, *says: str, file: str = "bad.run.gz", **more: object) -> Kind:
    return run(name, content, *says, file=file, **more)


def zstd(content: bytes) -> bytes:
    return pa.compress(content, codec="zstd", asbytes=True)


def zipped(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), TEXT)  # of 1980, whatever the time is
    return buffer.getvalue()


def tarred() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        member = tarfile.TarInfo("a.run")
        member.size = len(TEXT)
        archive.addfile(member, io.BytesIO(TEXT))
    return buffer.getvalue()


def damaged(content: bytes, place: int) -> bytes:
    changed = bytearray(content)
    changed[place] ^= 0xFF
    return bytes(changed)


LZ4 = pa.compress(TEXT, codec="lz4", asbytes=True)  # frames, as the command lz4 writes
OUGHT = "bad.run.gz: cannot be unpacked"
KINDS = [
    packed("gzip as it should be", PACKED, expected="right"),
    packed("gzip of two members", gzip.compress(TEXT[:20]) + gzip.compress(TEXT[20:]), expected="right"),
    packed("gzip that is cut off", PACKED[:-9], OUGHT),
    packed("gzip without its last byte", PACKED[:-1], OUGHT),
    packed("gzip of its head alone", PACKED[:10], OUGHT),
    packed("gzip with a byte turned over", damaged(gzip.compress(LONG), 900), OUGHT),
    packed("gzip with a wrong sum at its end", damaged(PACKED, -6), OUGHT),
    packed("gzip with a wrong length at its end", damaged(PACKED, -2), OUGHT),
    packed("gzip whose second member is cut off", PACKED + gzip.compress(b"q9 Q0 d1 1 1 x\n")[:-5], OUGHT),
    packed("gzip with text behind it", PACKED + b"more", OUGHT),
    packed("gzip with zeros behind it", PACKED + bytes(512), OUGHT),
    packed("gzip of nothing", gzip.compress(b""), "bad.run.gz", "no rows|empty"),
    packed("gzip of gzip", gzip.compress(PACKED), "bad.run.gz"),
    packed("plain text called .gz", TEXT, OUGHT),
    packed("an empty file called .gz", b"", "bad.run.gz"),
    packed("gzip called .run", PACKED, "bad.run", file="bad.run"),
    packed(
        "gzip of a table in Parquet",
        gzip.compress(b"PAR1" + bytes(40) + b"PAR1"),
        "bad.parquet.gz",
        file="bad.parquet.gz",
    ),
    packed("gzip of a line that is too short", gzip.compress(TEXT + b"q3 Q0\n"), "bad.run.gz, line 7: 2 fields"),
    packed("gzip of a million zeros", gzip.compress(bytes(1_000_000)), "bad.run.gz"),
    packed("zstd as it should be", zstd(TEXT), expected="right", file="bad.run.zst"),
    packed("zstd that is cut off", zstd(LONG)[:-9], "bad.run.zst: cannot be unpacked", file="bad.run.zst"),
    packed("zstd with a byte turned over", damaged(zstd(LONG), 60), "bad.run.zst", file="bad.run.zst"),
    packed("lz4 as it should be", LZ4, expected="right", file="bad.run.lz4"),
    packed("lz4 that is cut off", LZ4[:-9], "bad.run.lz4: cannot be unpacked", file="bad.run.lz4"),
    packed("lz4 with a byte turned over", damaged(LZ4, 40), "bad.run.lz4", file="bad.run.lz4"),
    packed("gzip called .zst", PACKED, "bad.run.zst: cannot be unpacked", file="bad.run.zst"),
    packed("a zip archive", zipped("a.run"), "bad.zip: is a zip archive; unpack it", file="bad.zip"),
    packed("a zip archive called .run", zipped("a.run"), "bad.run: is a zip archive; unpack it", file="bad.run"),
    packed("a tar archive in gzip", tarred(), "bad.tar.gz", file="bad.tar.gz"),
    packed("bzip2", bz2.compress(TEXT), "bad.run.bz2", file="bad.run.bz2"),
    packed("xz", lzma.compress(TEXT), "bad.run.xz", file="bad.run.xz"),
    qrels(
        "judgments in gzip, cut off", gzip.compress(JUDGED)[:-9], "bad.txt.gz: cannot be unpacked", file="bad.txt.gz"
    ),
    qrels(
        "judgments in zstd, with a word too few", zstd(JUDGED + b"q3 0 d4\n"), "bad.txt.zst, line 7", file="bad.txt.zst"
    ),
]
