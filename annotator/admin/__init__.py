"""Django's admin, where administrators find and read things.

Annotations and permissions are read-only here: they change in the pages, by services that keep the rules and the log.
Accounts are managed here. Superusers see everything: here nothing is blind.
"""

from django.contrib import admin

from annotator.admin import accounts, log, projects, work

admin.site.site_header = admin.site.site_title = "Pyramidion administration"

__all__ = ["accounts", "log", "projects", "work"]
