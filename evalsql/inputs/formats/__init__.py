"""A file a format that inputs may be in."""
