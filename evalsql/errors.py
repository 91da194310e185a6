"""The two ways evalsql says no. The text of each is one sentence for the person who gave the input."""


class InputError(ValueError):
    """Something the user gave cannot be used: a run, judgments, a measure, an option."""


class CatalogError(ValueError):
    """A file in sql/ does not say what it must."""
