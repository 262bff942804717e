"""The application object that web servers import."""

import os

from django.core.wsgi import get_wsgi_application

from config.child_processes import exit_with_launcher

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
exit_with_launcher()
