"""Changes of a state as the API takes them."""

from rest_framework import serializers

from annotator.web.serializers import Body
from annotator.work.states.services import LONGEST_NOTE, TRANSITIONS


class Turn(Body):
    """A change of the state: ``submit`` finishes."""

    verb = serializers.ChoiceField([(verb, verb) for verb in TRANSITIONS])
    note = serializers.CharField(max_length=LONGEST_NOTE, required=False, allow_blank=True)
