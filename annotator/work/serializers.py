"""Serializers of the API's requests and answers about works of every kind."""

from rest_framework import serializers

from annotator.projects.serializers import DIRECTIONS
from annotator.web.serializers import Body, PlainSerializer
from annotator.work.states.services import LONGEST_NOTE, TRANSITIONS
from annotator.work.visibility import WorkState


class StateTransition(Body):
    """A change of the state of a work. The verb ``submit`` finishes it."""

    verb = serializers.ChoiceField(list(TRANSITIONS))
    note = serializers.CharField(max_length=LONGEST_NOTE, required=False, allow_blank=True)


class Stage(PlainSerializer):
    """The state of a work, its last change (``verb``, ``by``, ``at``, ``note``), and the ``actions`` that you may take.

    ``agreed``: a reviewer has approved the finished work.
    """

    state = serializers.ChoiceField(WorkState.choices)
    verb = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField()
    agreed = serializers.BooleanField()
    actions = serializers.ListField(child=serializers.ChoiceField(list(TRANSITIONS)))


class PartSnapshot(PlainSerializer):
    """A part: a half-open span of code points in a summary."""

    id = serializers.UUIDField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()


class WorkspaceSummary(PlainSerializer):
    """A summary with its words and sentences.

    ``word_steps``: the starts and ends of the words, alternating, each as the difference from the number before.
    ``sentences``: the starts and ends of the sentences, alternating.
    """

    id = serializers.IntegerField()
    letter = serializers.CharField()
    summarizer = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    word_steps = serializers.ListField(child=serializers.IntegerField())
    sentences = serializers.ListField(child=serializers.IntegerField())
    dir = serializers.ChoiceField(DIRECTIONS)


class Workspace(PlainSerializer):
    """The data of a work's workspace."""

    id = serializers.IntegerField()
    revision = serializers.IntegerField()
    state = serializers.ChoiceField(WorkState.choices)
    stage = Stage()
    open_notes = serializers.IntegerField()
    editable = serializers.BooleanField()
    owner = serializers.CharField()
    project = serializers.DictField()
    topic = serializers.DictField()
    settings = serializers.DictField()
    urls = serializers.DictField(child=serializers.CharField())


class Refusal(PlainSerializer):
    """The first group that cannot be applied. The groups before it have been applied."""

    group = serializers.UUIDField()
    edit = serializers.CharField()
    message = serializers.CharField()
    code = serializers.ChoiceField(
        [(code, code) for code in ("gone", "changed", "overlap", "out_of_text", "duplicate", "blocked")]
    )


class LoggedEdit(PlainSerializer):
    """An entry of the log, with the payload fields of its verb."""

    id = serializers.UUIDField()
    group = serializers.UUIDField()
    revision = serializers.IntegerField()
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    verb = serializers.CharField()


class EditsAnswer(PlainSerializer):
    """The applied groups, the refusal at which applying stopped, and everything that changed since ``base``."""

    revision = serializers.IntegerField()
    applied = serializers.ListField(child=serializers.UUIDField())
    refused = Refusal(allow_null=True)
    state = serializers.DictField(help_text="Each touched SCU or unit in full, by id; null where it was deleted.")
    edits = LoggedEdit(many=True, required=False, help_text="All edits since base.")
    snapshot = serializers.DictField(required=False, help_text="Replaces edits if there are too many.")


class Gesture(PlainSerializer):
    """A group of edits in the log. ``barred``: why you cannot undo or redo it; empty if you can.

    A gesture of the ``kind`` "turn" undoes or redoes another gesture, whose ``group`` is in ``turns``.
    """

    group = serializers.UUIDField()
    revision = serializers.IntegerField()
    by = serializers.CharField(allow_null=True)
    mine = serializers.BooleanField()
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField([(kind, kind) for kind in ("edit", "turn", "event")])
    turns = serializers.UUIDField(allow_null=True)
    text = serializers.CharField()
    undone = serializers.BooleanField()
    barred = serializers.CharField(allow_null=True)
    before = serializers.DictField()
    after = serializers.DictField()


class History(PlainSerializer):
    """The gestures of a work, newest first."""

    any_order = serializers.BooleanField()
    gestures = Gesture(many=True)
