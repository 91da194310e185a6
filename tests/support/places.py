"""Where the fixtures and the real collections are."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
COLLECTIONS = ROOT.parent / "shared" / "data"
