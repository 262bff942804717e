"""The overlap of model summaries in files, without a project or database."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from annotator.duc.names import model_names
from annotator.texts.cleaning import decode_text
from scoring.measures.overlap import ModelOverlap, OverlapSettings, model_overlap
from scoring.observations.files import FileRefused, distinct_names, read_each, read_file_pyramid, read_or_refuse

Refused = list[FileRefused] | None
"""Where to add the files that cannot be read; None if the first such file raises FileRefused."""


def text_file_overlap(paths: Sequence[Path], settings: OverlapSettings, refused: Refused = None) -> ModelOverlap:
    """Compares plain texts in UTF-8, the model summaries of one topic."""
    texts = read_each(paths, _read_text, refused)
    stems = [path.stem for path, _ in texts]
    names = stems if len(set(stems)) == len(stems) else [str(path) for path, _ in texts]
    return model_overlap([("", dict(zip(names, (text for _, text in texts), strict=True)))], settings)


def pyramid_file_overlap(
    paths: Sequence[Path],
    settings: OverlapSettings,
    *,
    model_count: int | None = None,
    separator: str | None = None,
    refused: Refused = None,
) -> ModelOverlap:
    """Compares the model summaries in ``.pyr`` or ``.pan`` files, one topic each. Files without document headers need
    ``model_count`` or ``separator`` (the line between model summaries).
    """
    files = read_each(paths, partial(read_file_pyramid, model_count=model_count, separator=separator), refused)
    keys = distinct_names([path for path, _ in files], lambda name: name.topic)
    topics = (
        (key, {name: document.model_text(index) for index, name in enumerate(model_names(document.models))})
        for key, (_, document) in zip(keys, files, strict=True)
    )
    overlap = model_overlap(topics, settings)
    guesses = (f"{path}: {document.guess}." for path, document in files if document.guess)
    return replace(overlap, warnings=(*overlap.warnings, *guesses))


def _read_text(path: Path) -> str:
    return read_or_refuse(path, decode_text).removeprefix("\ufeff")
