"""The settings of the Superset that check.py starts, for a test on one machine and nothing else."""

import os
from pathlib import Path

SECRET_KEY = os.environ["SUPERSET_SECRET_KEY"]
SQLALCHEMY_DATABASE_URI = f"sqlite:///{Path(os.environ['SUPERSET_HOME']) / 'superset.db'}"
PREVENT_UNSAFE_DB_CONNECTIONS = False  # DuckDB reads files, which Superset refuses unless it is told
FEATURE_FLAGS = {"ENABLE_TEMPLATE_PROCESSING": True}  # {{ url_param('k') }} in a dataset
WTF_CSRF_ENABLED = False
TALISMAN_ENABLED = False
