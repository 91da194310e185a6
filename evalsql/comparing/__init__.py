"""Analyses of scores: significance tests, discriminative power, rank correlations."""
