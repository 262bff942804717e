"""The application object that web servers import."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.child_processes import exit_with_launcher

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
get_resolver().url_patterns  # noqa: B018  # imports the views, which the first request would otherwise wait for
# The objects that exist now stay until the process ends. Without freeze(), each full garbage collection visits them,
# which takes up to 0.2 s during a large page.
gc.freeze()
exit_with_launcher()
