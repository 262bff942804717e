"""Imports all models of the app, because Django looks for them here."""

from annotator.accounts.models import AccountSession, ApiToken
from annotator.interchange.models import ImportedFile
from annotator.judgments.models import (
    Extract,
    ExtractedItem,
    Instrument,
    Item,
    ItemList,
    Judgment,
    Mark,
    Question,
    Sheet,
)
from annotator.matching.models import Absence, MatchFile, Unit, UnitPart
from annotator.projects.documents.models import Document
from annotator.projects.invitation_models import AccountInvitation, Invitation
from annotator.projects.models import Membership, Project, Summary, Topic
from annotator.pyramids.models import Contributor, Part, ReleasedScu, Scu, ScuRelation, SetAside
from annotator.runs.models import Run, RunPart
from annotator.work.adjudication.models import ConsensusSource, Decision
from annotator.work.log.models import Edit, UsedId
from annotator.work.models import Work
from annotator.work.notes.models import Note, NoteThread
from annotator.work.release_models import Release
from annotator.work.states.models import TopicRole
from annotator.work.tasks.models import Assignment
