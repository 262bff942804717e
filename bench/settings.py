"""The project's own settings on a throw-away data folder, with the address of the bare update beside the real ones.

Whoever starts the bench makes the folder; the servers it starts inherit it.
"""

import os
import tempfile

THROWAWAY = "PYRAMIDION_BENCH_DATA"

if THROWAWAY not in os.environ:
    os.environ[THROWAWAY] = tempfile.mkdtemp(prefix="pyramidion-bench-")
os.environ["PYRAMIDION_DATA"] = os.environ[THROWAWAY]
for name in ("PYRAMIDION_PRODUCTION", "PYRAMIDION_DEBUG", "PYRAMIDION_HOSTS", "DATABASE_URL"):
    os.environ.pop(name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import LOGGING  # noqa: E402

LOGGING = {**LOGGING, "root": {"handlers": ["console"], "level": "ERROR"}}
ROOT_URLCONF = "bench.urls"
