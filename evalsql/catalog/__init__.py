"""The folder sql/ as Python sees it: metrics, curves, their parameters, and measures made of them."""
