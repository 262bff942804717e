"""The site's settings with a temporary data folder and the URLs of bench/urls.py.

The first process makes the folder; the server that it starts inherits the path through the environment.
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
