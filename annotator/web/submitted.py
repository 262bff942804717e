"""Submitted forms, whose data a service uses; the service's refusal becomes an error of the form."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.forms import BaseForm

from annotator.texts.errors import FormatError
from annotator.web.refusals import ServiceRefused

Result = TypeVar("Result")


class Submitted:
    """A submitted form."""

    def __init__(self, form: BaseForm) -> None:
        self.form = form

    def carry_out(self, service: Callable[[dict[str, Any]], Result]) -> Result | None:
        """Call the service with the cleaned data. None if form or service refused; the form has the errors."""
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
