"""The WSGI application in a worker process of `manage.py serve`."""

from config.child_processes import end_with_launcher
from config.wsgi import application

__all__ = ["application"]

end_with_launcher()
