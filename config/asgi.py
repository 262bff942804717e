"""The application object that granian serves."""

from config.threaded_wsgi import ThreadedWsgi
from config.wsgi import application as django_application

application = ThreadedWsgi(django_application)
