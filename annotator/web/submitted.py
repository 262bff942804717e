"""A form that was sent in, carried out by a service whose refusal becomes the form's errors."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.forms import BaseForm

from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused

Result = TypeVar("Result")


class Submitted:
    """A bound form on its way to a service."""

    def __init__(self, form: BaseForm) -> None:
        self.form = form

    def carry_out(self, service: Callable[[dict[str, Any]], Result]) -> Result | None:
        """What the service returns for the cleaned data; None if form or service refuse: the form says why."""
        if not self.form.is_valid():
            return None
        try:
            return service(self.form.cleaned_data)
        except ServiceRefused as error:
            for reason in error.reasons:
                self.form.add_error(None, reason)
        except FormatError as error:
            self.form.add_error(None, str(error))
        return None
