"""Charts of what evaluations find. Each function takes what a function of evalsql gives, and gives altair's chart.

    scores = evalsql.evaluate("runs/*.run", "qrels.txt", "nDCG@10")
    evalsql.charts.leaderboard(scores, width=84).save("leaderboard.pdf")

They need the packages of the extra `charts`: pip install 'evalsql[charts]'.
"""

from evalsql.charts.bands import bands as bands
from evalsql.charts.correlations import correlations as correlations
from evalsql.charts.critical_difference import critical_difference as critical_difference
from evalsql.charts.crossed_judgments import crossed_judgments as crossed_judgments
from evalsql.charts.curves import curves as curves
from evalsql.charts.differences import differences as differences
from evalsql.charts.difficulty import difficulty as difficulty
from evalsql.charts.distributions import distributions as distributions
from evalsql.charts.forest import forest as forest
from evalsql.charts.gate import gate as gate
from evalsql.charts.history import history as history
from evalsql.charts.judgment_levels import judgment_levels as judgment_levels
from evalsql.charts.leaderboard import leaderboard as leaderboard
from evalsql.charts.moved import moved as moved
from evalsql.charts.overlaps import overlaps as overlaps
from evalsql.charts.pool import pool as pool
from evalsql.charts.relevance_plane import relevance_plane as relevance_plane
from evalsql.charts.samples import samples as samples
from evalsql.charts.scatter import scatter as scatter
from evalsql.charts.significance import significance as significance
from evalsql.charts.significance_levels import significance_levels as significance_levels
from evalsql.charts.slice_differences import slice_differences as slice_differences
from evalsql.charts.slices import slices as slices
from evalsql.charts.suite import suite as suite
from evalsql.charts.sweep import sweep as sweep
from evalsql.charts.two_measures import two_measures as two_measures
