"""What scripts found, a file each in a folder, so that they go on where they ended."""

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any


def keep(folder: Path, names: Iterable[str], find: Callable[[str], Any]) -> None:
    """Finds what there is to say of each name, and keeps it; what is there already is done.

    Args:
        folder: where to keep it.
        names: of what.
        find: gives it, as JSON has it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        file = folder / f"{name}.json"
        if not file.exists():
            told = find(name)
            file.write_text(json.dumps(told), encoding="utf-8")
            sys.stdout.write(f"{name}: {told}\n")
            sys.stdout.flush()
