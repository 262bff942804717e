"""The project's settings on a temporary data folder, with the URL of the bare update.

The first process makes the folder; the servers that it starts inherit its path.
"""

import os
import tempfile

DATA = "PYRAMIDION_BENCH_DATA"

if DATA not in os.environ:
    os.environ[DATA] = tempfile.mkdtemp(prefix="pyramidion-bench-")
os.environ["PYRAMIDION_DATA"] = os.environ[DATA]
for name in ("PYRAMIDION_PRODUCTION", "PYRAMIDION_DEBUG", "PYRAMIDION_HOSTS", "DATABASE_URL"):
    os.environ.pop(name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import LOGGING  # noqa: E402

LOGGING = {**LOGGING, "root": {"handlers": ["console"], "level": "ERROR"}}
ROOT_URLCONF = "bench.urls"
