"""Reads files that hypothesis makes up, for as many minutes as are asked for, and says which break the law.

    python tests/inputs/fuzz.py 10

Each is another every time. What breaks the law is written down once per kind of break and format, and the exit status
is then 1; put the bytes into tests/inputs/test_readers.py when it is mended.
"""

import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import duckdb
from hypothesis import HealthCheck, Phase, given, settings
from odd_texts import FORMATS, Text, texts
from readers import shown, violation

BATCH = 400  # examples of a format, before the next one
HANG = 60  # seconds for one file


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def fuzz(minutes: float, formats=FORMATS) -> int:
    """How many kinds of breaks there are."""
    until, seen, breaks = time.monotonic() + 60 * minutes, Counter[str](), Counter[tuple[str, str]]()
    outcomes = Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while time.monotonic() < until:
            for format_ in formats:
                with duckdb.connect() as connection:

                    @settings(
                        max_examples=BATCH,
                        deadline=None,
                        database=None,
                        phases=[Phase.generate],
                        suppress_health_check=list(HealthCheck),
                    )
                    @given(texts(format_))
                    def look(text: Text) -> None:
                        if time.monotonic() > until:
                            return
                        (folder / "now").write_text(shown(text))
                        signal.alarm(HANG)  # which ends this process
                        broken = violation(connection, folder, text)
                        signal.alarm(0)
                        seen[format_] += 1  # noqa: B023
                        outcomes["sound" if text.sound else "broken"] += 1
                        if broken:
                            key = (format_, broken[0])  # noqa: B023
                            breaks[key] += 1
                            if breaks[key] <= 3:
                                say(f"{key}: {shown(text)}\n  {broken[1]}")

                    look()
        say(f"{seen.total():,} files read: {dict(seen)}, {dict(outcomes)}")
        for key, count in sorted(breaks.items()):
            say(f"{key}: {count}")
    return len(breaks)


if __name__ == "__main__":
    sys.exit(fuzz(float(sys.argv[1]), sys.argv[2:] or list(FORMATS)) > 0)
