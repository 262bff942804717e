"""Presets of MEAD, LitePyramid, RoSE and the nugget evaluation of TREC RAG."""

from annotator.judgments.kinds.base import QuestionSpec
from annotator.judgments.kinds.extract import CHOSEN
from annotator.judgments.kinds.presence import PRESENT
from annotator.judgments.kinds.utility import UTILITY
from annotator.judgments.presets.base import Preset

PRESENCE_GUIDELINES = (
    "Decide for each statement whether the text says it. Infer from the text alone. Minor differences in detail count "
    "as present, numbers and dates may be approximate, names may be longer or shorter, and errors of language are "
    "overlooked."
)
SUPPORT = QuestionSpec("support", "Support", 0, 2, labels={0: "not", 1: "partial support", 2: "support"})


def _quality(text: str) -> tuple[QuestionSpec, ...]:
    return (QuestionSpec("quality", "Quality", 1, 5, text=text, per="sheet", labels={1: "worst", 5: "best"}),)


OTHER_PRESETS = (
    Preset(
        "mead-utility",
        "MEAD sentence utility",
        "utility",
        (UTILITY,),
        "Give each sentence of the documents its utility for a summary of the topic.",
        {"shows_documents": True},
        source="Radev et al. 2003, with the summarizer MEAD.",
    ),
    Preset(
        "best-sentences",
        "Best sentences",
        "extract",
        (CHOSEN,),
        "Choose the sentences that together make the best extract.",
        {"shows_documents": True, "size": 10},
        source="Radev et al. 2003 compare extracts of systems with those of judges.",
    ),
    Preset(
        "presence",
        "Presence of statements",
        "presence",
        (PRESENT,),
        PRESENCE_GUIDELINES,
        {"shows_statement": False},
        source="LitePyramid (Shapira et al. 2019), and RoSE for atomic content units (Liu et al. 2023).",
    ),
    Preset(
        "rose-prior",
        "RoSE, prior protocol",
        "rating",
        _quality("How good is the summary?"),
        "Rate each summary by your own preference, without its source.",
        {"shows_statement": False},
        source="RoSE (Liu et al. 2023).",
    ),
    Preset(
        "rose-ref-free",
        "RoSE, reference-free protocol",
        "rating",
        _quality("How well does the summary cover the important content of the documents?"),
        "Rate each summary against the documents.",
        {"shows_statement": False, "shows_documents": True},
        source="RoSE (Liu et al. 2023).",
    ),
    Preset(
        "rose-ref-based",
        "RoSE, reference-based protocol",
        "rating",
        _quality("How similar in content is the summary to the model summaries?"),
        "Rate each summary against the model summaries.",
        {"shows_statement": False, "shows_models": True},
        source="RoSE (Liu et al. 2023).",
    ),
    Preset(
        "nuggets",
        "Nuggets (TREC RAG)",
        "presence",
        (SUPPORT,),
        "Decide for each nugget whether the answer supports it, supports it partially, or does not support it.",
        source="The nugget evaluation of TREC RAG 2024 (Retrieval-Augmented Generation).",
    ),
)
