"""Query strings of the page and the API of measures."""

from typing import cast

from django import forms
from django.http import QueryDict

from annotator.texts.errors import FieldError
from annotator.web.refusals import MalformedQuery
from scoring.measures.automatic.measure import Measure
from scoring.measures.automatic.parameters import MeasureError
from scoring.measures.automatic.short_name import parse_short_name
from scoring.measures.automatic.signature import parse_signature
from scoring.results.forms import Query

MAX_MEASURES = 50


class MeasuresQuery(Query):
    """``?measure=rouge-2&measure=...&topic=KEY&topic=...``."""

    measure = forms.CharField(
        required=False,
        help_text="A measure, once for each: its signature, or its name with the parameters that differ from the "
        "defaults, such as rouge-2:stem=no.",
    )
    topic = forms.CharField(required=False, help_text="The key of a topic, once for each topic; default all.")

    @property
    def topics(self) -> list[str]:
        return list(dict.fromkeys(filter(None, cast("QueryDict", self.data).getlist("topic"))))

    def measures(self) -> list[Measure]:
        """Returns the measures, each once. Raises MalformedQuery."""
        names = list(dict.fromkeys(filter(None, cast("QueryDict", self.data).getlist("measure"))))
        if len(names) > MAX_MEASURES:
            raise MalformedQuery([FieldError("measure", f"At most {MAX_MEASURES} measures can be asked for at once.")])
        try:
            return list(dict.fromkeys(map(named_measure, names)))
        except MeasureError as error:
            raise MalformedQuery([FieldError("measure", str(error))]) from error


def named_measure(text: str) -> Measure:
    """Returns the measure of a short name or a signature. Raises MeasureError."""
    return parse_signature(text) if "|" in text else parse_short_name(text)[0]
