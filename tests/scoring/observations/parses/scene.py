"""Parses in CoNLL-U without the work of a parser, and a project whose texts they belong to."""

from annotator.projects.models import Project
from annotator.texts.segmentation import segment
from scoring.observations.parses.importing import ParseFile
from tests.factories import make_document, make_project, make_summary, make_topic

PEER, MODEL, DOCUMENT = "The mill burned.", "The mill and barn burned.", "The mill burned. Nobody saw it."


def make_parsed_project(slug: str = "p") -> Project:
    project = make_project(slug)
    add_parsed_topic(project)
    return project


def add_parsed_topic(project: Project) -> None:
    """A topic with the peer 7, the model A, and the document 41."""
    topic = make_topic(project, "D1")
    make_summary(topic, "peer", text=PEER, summarizer="7")
    make_summary(topic, "model", text=MODEL, summarizer="A", words=list(segment(MODEL).words))
    make_document(topic, "41", DOCUMENT)


def conllu(text: str, *, newdoc: str = "", generator: str = "", lemma: str = "") -> str:
    """A parse of a text as one sentence, whose first word is the head of all others. ``lemma``: of the first word."""
    lines = [f"# generator = {generator}"] if generator else []
    lines += [f"# newdoc id = {newdoc}"] if newdoc else []
    for number, word in enumerate(text.split(), 1):
        head, relation = (0, "root") if number == 1 else (1, "obj")
        form = lemma if lemma and number == 1 else word.lower()
        lines.append(f"{number}\t{word}\t{form}\tNOUN\t_\t_\t{head}\t{relation}\t_\t_")
    return "\n".join([*lines, "", ""])


def parse_file(name: str, content: str) -> ParseFile:
    return ParseFile(name, content.encode())
