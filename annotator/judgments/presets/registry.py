"""All presets, by key."""

from annotator.judgments.presets.base import Preset
from annotator.judgments.presets.duc import DUC_PRESETS
from annotator.judgments.presets.others import OTHER_PRESETS

PRESETS: dict[str, Preset] = {preset.key: preset for preset in (*DUC_PRESETS, *OTHER_PRESETS)}
