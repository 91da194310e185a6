"""Files written, and one format turned into another."""
