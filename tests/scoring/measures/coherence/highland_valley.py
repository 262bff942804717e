"""The example of Lin et al. 2012: the text of Figure 2 with the discourse relations of Figure 3."""

from scoring.measures.automatic.topic_texts import DiscourseRelation, Sense, SentencePart, Text

CLAUSES = (
    (
        (
            "Japan normally depends heavily on the Highland Valley and Cananea mines as well as the Bougainville mine "
            "in Papua New Guinea."
        ),
    ),
    ("Recently, Japan has been buying copper elsewhere.",),
    (
        "But as Highland Valley and Cananea begin operating,",
        "they are expected to resume their roles as Japan's suppliers.",
    ),
    (
        "According to Fred Demler, metals economist for Drexel Burnham Lambert, New York,",
        "“Highland Valley has already started operating",
        "and Cananea is expected to do so soon.”",
    ),
)
"""The clauses of each sentence: S1; S2; S3.1, S3.2; S4.1, S4.2, S4.3."""

SENTENCES = tuple(" ".join(clauses) for clauses in CLAUSES)


def sentence(number: int) -> tuple[SentencePart, ...]:
    """The whole of a sentence. ``number``: as in the paper, from 1."""
    return (SentencePart(number - 1, 0, len(SENTENCES[number - 1])),)


def clause(number: int, clause_number: int) -> tuple[SentencePart, ...]:
    """A clause: S3.1 is clause(3, 1)."""
    text = CLAUSES[number - 1][clause_number - 1]
    start = SENTENCES[number - 1].index(text)
    return (SentencePart(number - 1, start, start + len(text)),)


RELATIONS = (
    DiscourseRelation(Sense.COMPARISON, False, sentence(1), sentence(2)),
    DiscourseRelation(Sense.COMPARISON, True, sentence(2), sentence(3)),
    DiscourseRelation(Sense.TEMPORAL, True, clause(3, 1), clause(3, 2)),
    DiscourseRelation(Sense.EXPANSION, False, sentence(3), sentence(4)),
    DiscourseRelation(Sense.EXPANSION, True, clause(4, 2), clause(4, 3)),
)

TEXT = Text(SENTENCES, discourse=RELATIONS)
