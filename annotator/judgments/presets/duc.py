"""Presets of the Document Understanding Conferences and the Text Analysis Conferences, in NIST's words.

The questions of 2004 are answered A (best) to E; their values are 5 to 1, so that more is better in every preset.
SEE is the Summary Evaluation Environment, the program that NIST's judges of coverage used.
"""

from annotator.judgments.kinds.base import QuestionSpec
from annotator.judgments.kinds.coverage import COVERED, RELATED
from annotator.judgments.presets.base import TEN_POINTS, Preset, five_points

QUALITY_QUESTIONS = (
    five_points(
        "q1",
        "Q1 Grammaticality",
        "no datelines, system-internal formatting, capitalization errors or obviously ungrammatical sentences "
        "(fragments, missing parts) that make the text difficult to read",
    ),
    five_points(
        "q2",
        "Q2 Non-redundancy",
        "no unnecessary repetition of whole sentences, of facts, or of a noun phrase where a pronoun would do",
    ),
    five_points(
        "q3",
        "Q3 Referential clarity",
        "easy to identify who or what pronouns and noun phrases refer to, and what their role in the story is",
    ),
    five_points("q4", "Q4 Focus", "sentences contain only information that is related to the rest of the summary"),
    five_points(
        "q5",
        "Q5 Structure and coherence",
        "not a heap of related information: builds from sentence to sentence to a coherent body",
    ),
)
CONTENT = five_points(
    "content",
    "Content",
    "the amount of information that helps to satisfy the need in the topic statement; form only insofar as it "
    "interferes",
)
OVERALL = five_points(
    "overall",
    "Overall",
    "the amount of information that helps to satisfy the need in the topic statement; readability and content together",
)
RESPONSIVENESS_2005 = QuestionSpec(
    "responsiveness",
    "Responsiveness",
    1,
    5,
    text="the amount of information that helps to satisfy the need in the topic statement, relative to the others",
    per="sheet",
    labels={1: "worst", 5: "best"},
)
READABILITY = five_points("readability", "Readability", "grammaticality, non-redundancy, clarity, focus and coherence")
RESPONSIVENESS = five_points(
    "responsiveness",
    "Responsiveness",
    "the amount of information that helps to satisfy the need in the topic statement; readability and content together",
)


def _letter_question(key: str, name: str, text: str, *anchors: str) -> QuestionSpec:
    """A question of 2004, answered A to E. ``anchors``: the meanings of A, B, ... if NIST explained them."""
    values = (5, 4, 3, 2, 1)
    labels = dict(zip(values, "ABCDE", strict=True))
    anchor_by_value = dict(zip(values, anchors, strict=False))
    return QuestionSpec(key, name, 1, 5, text=text, per="sheet", labels=labels, anchors=anchor_by_value)


QUESTIONS_2004 = (
    _letter_question(
        "coherence",
        "1 Coherence",
        "Does the summary build from sentence to sentence to a coherent body of information about the topic?",
        "Very coherently",
        "Somewhat coherently",
        "Neutral as to coherence",
        "Not so coherently",
        "Incoherent",
    ),
    _letter_question(
        "useless",
        "2 Useless text",
        "If you were editing the summary to make it more concise and to the point, how much useless, confusing or "
        "repetitive text would you remove from the existing summary?",
        "None",
        "A little",
        "Some",
        "A lot",
        "Most of the text",
    ),
    _letter_question(
        "repetition",
        "3 Repetition",
        "To what degree does the summary say the same thing over again?",
        "None; the summary has no repeated information",
        "Minor repetitions",
        "Some repetition",
        "More than half of the text is repetitive",
        "Quite a lot; most sentences are repetitive",
    ),
    _letter_question(
        "referents",
        "4 Referents",
        "How much trouble did you have identifying the referents of noun phrases in this summary?",
        "No problems; it is clear who/what is being referred to throughout",
        "Slight problems, mostly cosmetic/stylistic",
        "Somewhat problematic; some minor events/things/people/places are unclear, or a very few major ones, but "
        "overall the who and what are clear",
        "Rather problematic; enough events/things/people/places are unclear that parts of the summary are hard to "
        "understand",
        "Severe problems; main events, characters or places are not well-specified and/or it's difficult to say how "
        "they relate to the topic",
    ),
    _letter_question(
        "overexplicit",
        "5 Over-explicit mentions",
        "To what degree do you think the entities (person/thing/event/place/...) were re-mentioned in an overly "
        "explicit way, so that readability was impaired?",
        "None: references to entities were acceptably explicit",
        "A little: once or twice, an entity was over-described",
    ),
    _letter_question(
        "grammar",
        "6 Grammar",
        "Are there any obviously ungrammatical sentences, e.g., missing components, unrelated fragments or any other "
        "grammar-related problem that makes the text difficult to read?",
    ),
    _letter_question(
        "formatting",
        "7 Formatting",
        "Are there any datelines, system-internal formatting or capitalization errors that can make the reading of "
        "the summary difficult?",
    ),
)

QUALITY_GUIDELINES = (
    "Judge how readable and fluent each summary is. Do not compare it with a model summary or the topic: its content "
    "is judged separately. Judge each question by itself."
)
SUMMARY_ONLY = {"shows_statement": False}  # models and documents are hidden by default

DUC_PRESETS = (
    Preset(
        "duc-quality",
        "DUC linguistic quality",
        "rating",
        QUALITY_QUESTIONS,
        QUALITY_GUIDELINES,
        SUMMARY_ONLY,
        source="NIST asked these five questions at DUC 2005, 2006 and 2007.",
    ),
    Preset("duc-content", "DUC 2006 content responsiveness", "rating", (CONTENT,), source="NIST at DUC 2006 and 2007."),
    Preset("duc-overall", "DUC 2006 overall responsiveness", "rating", (OVERALL,), source="NIST at DUC 2006."),
    Preset(
        "duc-2005",
        "DUC 2005 responsiveness",
        "rating",
        (RESPONSIVENESS_2005,),
        "Judge each summary of a topic relative to the others. Use each value at least once on each topic.",
        {"walk": "question", "every_value": True},
        source="NIST at DUC 2005.",
    ),
    Preset(
        "duc-2004-quality",
        "DUC 2004 quality",
        "rating",
        QUESTIONS_2004,
        QUALITY_GUIDELINES,
        SUMMARY_ONLY,
        source="NIST at DUC 2004, with answers from A to E.",
    ),
    Preset(
        "tac",
        "TAC readability and responsiveness",
        "rating",
        (READABILITY, RESPONSIVENESS),
        source="NIST at TAC from 2008 on.",
    ),
    Preset(
        "tac-2009",
        "TAC 2009 responsiveness",
        "rating",
        (
            QuestionSpec(
                "responsiveness", "Responsiveness", 1, 10, text=RESPONSIVENESS.text, per="sheet", labels=TEN_POINTS
            ),
        ),
        source="NIST at TAC 2009, on a scale of ten.",
    ),
    Preset(
        "see-2001",
        "SEE coverage, DUC 2001",
        "coverage",
        (
            QuestionSpec(
                "covered",
                "Coverage",
                0,
                4,
                text="The marked sentences, taken together, express how much of the meaning of this unit?",
                labels={0: "none", 1: "hardly any", 2: "some", 3: "most", 4: "all"},
            ),
        ),
        source="NIST at DUC 2001, in the program SEE (Summary Evaluation Environment).",
    ),
    Preset(
        "see-2002",
        "SEE coverage, DUC 2002 to 2004",
        "coverage",
        (COVERED, RELATED),
        source="NIST at DUC 2002, 2003 and 2004, in the program SEE (Summary Evaluation Environment).",
    ),
)
