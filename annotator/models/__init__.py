"""The rows of the workbench: one model family a file, its QuerySet beside it."""

from annotator.models.api_token import ApiToken
from annotator.models.aside import Absence, SetAside
from annotator.models.assignment import Assignment
from annotator.models.contributor import Contributor, Part
from annotator.models.decision import ConsensusSource, Decision
from annotator.models.edit import Edit, UsedId
from annotator.models.imported_file import ImportedFile
from annotator.models.invitation import Invitation
from annotator.models.membership import Membership
from annotator.models.note import Note, NoteThread
from annotator.models.peer_annotation import PeerAnnotation
from annotator.models.project import Project
from annotator.models.pyramid import Pyramid
from annotator.models.release import Release, ReleasedScu
from annotator.models.scu import Scu
from annotator.models.session import AccountSession
from annotator.models.summary import Summary
from annotator.models.topic import Topic
from annotator.models.topic_role import TopicRole
from annotator.models.unit import Unit, UnitPart

__all__ = [
    "Absence",
    "AccountSession",
    "ApiToken",
    "Assignment",
    "ConsensusSource",
    "Contributor",
    "Decision",
    "Edit",
    "ImportedFile",
    "Invitation",
    "Membership",
    "Note",
    "NoteThread",
    "Part",
    "PeerAnnotation",
    "Project",
    "Pyramid",
    "Release",
    "ReleasedScu",
    "Scu",
    "SetAside",
    "Summary",
    "Topic",
    "TopicRole",
    "Unit",
    "UnitPart",
    "UsedId",
]
