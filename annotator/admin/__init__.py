"""Django's admin, where administrators find and read rows, and manage accounts.

Annotations and project roles are read-only here: they are changed on the site's pages, through services that enforce
the rules and write the log. Superusers see everything, even what a blind project hides from its members.
"""

from django.contrib import admin

from annotator.admin import accounts, log, projects, work

admin.site.site_header = admin.site.site_title = "Pyramidion administration"

__all__ = ["accounts", "log", "projects", "work"]
