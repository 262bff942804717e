"""The Django app of this package, and that of axes (the sign-in log) under a name that administrators understand."""

from axes.apps import AppConfig as AxesConfig
from django.apps import AppConfig
from django.db.models.signals import pre_save


class PyramidionConfig(AppConfig):
    """Contains the commands `serve`, `backup`, `restore` and `tidy`, and the template tag `import_map`."""

    name = "config"
    label = "pyramidion"
    verbose_name = "Pyramidion"

    def ready(self) -> None:
        """Keeps axes from storing what people type into the sign-in form."""
        from annotator.accounts.throttle import clear_submitted_values

        pre_save.connect(clear_submitted_values, sender="axes.AccessAttempt", dispatch_uid="config.apps")


class SignInsConfig(AxesConfig):
    """axes, shown as "Signing in" in the admin."""

    verbose_name = "Signing in"
