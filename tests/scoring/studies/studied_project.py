"""A small project to study: three topics with four matched peers each, given scores, and models that differ in text."""

from typing import Any

from annotator.projects.models import Project
from scoring.observations.viewer import Viewer
from scoring.studies.data import StudyData
from scoring.studies.definition import StudyDefinition
from scoring.studies.models import GivenColumn, GivenScore
from scoring.studies.project_data import study_data
from tests.factories import make_member, make_project, make_summary, make_user
from tests.scoring.scored_project import matched_peer, released_topic

UNITS = {"1": [1, 2, 3], "2": [1, 2], "3": [1], "4": [3]}
"""The SCUs that each system's summaries express. By hand: modified is D / 5, so 6/5, 5/5, 3/5 and 1/5 on each topic,
except that on the last topic system 4 matches SCUs 1 and 2.
"""
TEXTS = {"1": "alpha beta gamma delta", "2": "alpha beta other", "3": "alpha one two", "4": "nothing of them all"}
"""By hand: the models have the words alpha to zeta, so recall of rouge-1 is 4/6, 2/6, 1/6 and 0."""
DEFINITION = StudyDefinition(columns=("rouge-1", "given.length"), against=("pyramid.modified",), resamples=20)


def studied_project(slug: str = "", **settings: Any) -> Project:
    project = make_project(slug, **settings)
    human, length = (
        GivenColumn.objects.create(project=project, name=name, is_human=name == "overall")
        for name in ("overall", "length")
    )
    for number, key in enumerate(("D1-A", "D2-B", "D3-A"), 1):
        release = released_topic(project, key)
        for name, text in TEXTS.items():
            peer = make_summary(release.pyramid.topic, "peer", text=text, summarizer=name)
            units = [1, 2] if (name, number) == ("4", 3) else UNITS[name]
            matched_peer(release, name, units)
            GivenScore.objects.create(column=human, summary=peer, value=number)
            GivenScore.objects.create(column=length, summary=peer, value=len(text) + number)
    return project


def data_of(project: Project, definition: StudyDefinition = DEFINITION) -> StudyData:
    return study_data(Viewer(project), definition)


def viewer_of(project: Project, role: str = "annotator") -> Viewer:
    """A new member with this role."""
    user = make_user()
    make_member(project, role, user)
    return Viewer.member(user, project.slug)
