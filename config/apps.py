"""The house itself as an app: launcher, health, import map."""

from django.apps import AppConfig


class PyramidionConfig(AppConfig):
    """Brings the `serve` command and the `page_modules` tags."""

    name = "config"
    label = "pyramidion"
    verbose_name = "Pyramidion"
