"""The house itself as an app: launcher, health, import map."""

from axes.apps import AppConfig as AxesConfig
from django.apps import AppConfig
from django.db.models.signals import pre_save


class PyramidionConfig(AppConfig):
    """Brings the `serve` command and the `page_modules` tags."""

    name = "config"
    label = "pyramidion"
    verbose_name = "Pyramidion"

    def ready(self) -> None:
        """What is typed at the door is not kept."""
        from annotator.accounts.throttle import forget_form

        pre_save.connect(forget_form, sender="axes.AccessAttempt", dispatch_uid="config.forget_form")


class SignInsConfig(AxesConfig):
    """axes under a name that administrators understand."""

    verbose_name = "Signing in"
