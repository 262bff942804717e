"""The settings of the tests: the project's own, on a throw-away data folder.

The folder is made by the first process that gets here, inherited by all it starts (xdist workers, servers), and
removed, with its Postgres, when that first process ends.
"""

import atexit
import os
import tempfile
from pathlib import Path

THROWAWAY = "PYRAMIDION_TEST_DATA"


def _remove(folder: Path) -> None:
    from config.embedded_postgres.server import stop_and_remove

    stop_and_remove(folder)


if THROWAWAY not in os.environ:
    os.environ[THROWAWAY] = tempfile.mkdtemp(prefix="pyramidion-")
    atexit.register(_remove, Path(os.environ[THROWAWAY]))
os.environ["PYRAMIDION_DATA"] = os.environ[THROWAWAY]
# The threads of numpy's linear algebra wait for one another in busy loops, which is slow where all cores are at work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("SECRET_KEY", "for tests alone")
for name in ("PYRAMIDION_PRODUCTION", "PYRAMIDION_DEBUG", "PYRAMIDION_HOSTS"):
    os.environ.pop(name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, INSTALLED_APPS, LOGGING, REST_FRAMEWORK, STATIC_ROOT, STORAGES  # noqa: E402

INSTALLED_APPS = [*INSTALLED_APPS, "tests.third_kind.apps.ThirdKindConfig", "tests.long_job.apps.LongJobConfig"]

DATABASES["default"]["NAME"] = os.environ.get("PYRAMIDION_TEST_DATABASE", DATABASES["default"]["NAME"])
DATABASES["default"].setdefault("EMBEDDED", {})["fsync"] = False
REST_FRAMEWORK = {**REST_FRAMEWORK, "TEST_REQUEST_DEFAULT_FORMAT": "json"}
LOGGING = {**LOGGING, "root": {"handlers": ["console"], "level": "ERROR"}}
STATIC_ROOT = Path(os.environ.get("PYRAMIDION_TEST_STATIC", STATIC_ROOT))

COLLECTED = "PYRAMIDION_TEST_COLLECTED"

if COLLECTED not in os.environ:
    # Plain names: no collectstatic before a test. The site that browsers see has its files collected.
    STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    WHITENOISE_USE_FINDERS = True
    WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, for tests alone
