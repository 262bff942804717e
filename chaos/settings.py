"""The project's own settings, with a clock that can be moved while the site runs."""

from chaos.clock import install
from config.settings import *  # noqa: F403
from config.settings import LOGGING

LOGGING = {**LOGGING, "root": {"handlers": ["console"], "level": "ERROR"}}
install()
