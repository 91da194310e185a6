"""One file a tool: it reads, evaluates, and prints its means and how many seconds reading took, as JSON."""

import time
from collections.abc import Callable


def timed(evaluate: Callable[[], dict]) -> dict:
    """What a function gives, with the wall and CPU seconds that its second call took."""
    evaluate()
    wall, cpu = time.perf_counter(), time.process_time()
    found = evaluate()
    return found | {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
