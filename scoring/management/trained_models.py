"""Reads the files of trained models that flags name."""

from argparse import ArgumentTypeError
from pathlib import Path

from annotator.texts.cleaning import printable
from scoring.measures.automatic.model_checks import read_usable_model
from scoring.measures.trained.fields import ModelRefused
from scoring.measures.trained.model import TrainedModel
from scoring.measures.trained.reading import MAX_BYTES


def trained_model_file(path: str) -> TrainedModel:
    """Returns the trained model in a file. Raises ArgumentTypeError."""
    try:
        return read_usable_model(read_model_file(Path(path)))
    except OSError as error:
        raise ArgumentTypeError(f"{path}: It cannot be read ({error.strerror or error}).") from error
    except ModelRefused as refused:
        raise ArgumentTypeError(printable(f"{path}: {refused}")) from refused


def read_model_file(path: Path) -> bytes:
    """Returns at most ``MAX_BYTES + 1`` bytes of a file; the extra byte shows that a file is too large."""
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)
