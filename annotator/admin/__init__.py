"""Django's admin for who runs the installation: to find things and look at them.

What is annotated, and who may do what, is changed in the pages, by services that keep the rules and the log; here it is
read only. Accounts are kept here. Superusers see everything: here nothing is blind.
"""

from django.contrib import admin

from annotator.admin import accounts, log, projects, work

admin.site.site_header = admin.site.site_title = "Pyramidion administration"

__all__ = ["accounts", "log", "projects", "work"]
