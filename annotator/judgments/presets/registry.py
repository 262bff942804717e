"""All presets by key, and the groups in which pages show them."""

from dataclasses import dataclass

from annotator.judgments.presets.base import Preset
from annotator.judgments.presets.duc import DUC_PRESETS
from annotator.judgments.presets.others import OTHER_PRESETS

PRESETS: dict[str, Preset] = {preset.key: preset for preset in (*DUC_PRESETS, *OTHER_PRESETS)}


@dataclass(frozen=True, slots=True)
class PresetGroup:
    """Presets that ask similar questions. ``asks``: a sentence about what they ask."""

    title: str
    asks: str
    presets: tuple[Preset, ...]


def _group(title: str, asks: str, *keys: str) -> PresetGroup:
    return PresetGroup(title, asks, tuple(PRESETS[key] for key in keys))


PRESET_GROUPS = (
    _group(
        "Quality and responsiveness",
        "How well a summary reads, and how well it answers the topic statement.",
        *("duc-quality", "duc-2004-quality", "duc-content", "duc-overall", "duc-2005", "tac", "tac-2009"),
    ),
    _group(
        "Overall quality of a summary",
        "One question about each summary; the protocols differ in what judges see beside it.",
        *("rose-prior", "rose-ref-free", "rose-ref-based"),
    ),
    _group(
        "Coverage of model summaries",
        "How much of each unit of a model summary another summary expresses.",
        *("see-2002", "see-2001"),
    ),
    _group(
        "Statements and nuggets",
        "Whether a summary or an answer says what each statement says.",
        *("presence", "nuggets"),
    ),
    _group(
        "Sentences of documents",
        "Which sentences of a topic’s documents a summary should be made of.",
        *("mead-utility", "best-sentences"),
    ),
)
