"""Training tables and models for tests."""

import random

from scoring.measures.trained.model import Kernel, TrainedModel, TrainingData
from scoring.measures.trained.table import TrainingRow, TrainingTable
from scoring.measures.trained.training import library_versions, train_ranking, train_regression

NAMES = ("tesla-s", "dicomer")


def row(topic: str, summarizer: str, rating: float, **features: float) -> TrainingRow:
    named = tuple((name.replace("_", "-"), value) for name, value in sorted(features.items()) if value)
    return TrainingRow(topic, summarizer, f"{topic}{summarizer}".ljust(32, "0"), rating, named)


def random_rows(*, topics: int = 6, summarizers: int = 7, seed: int = 1) -> list[TrainingRow]:
    """Rows whose ratings grow with both features, with noise."""
    rng = random.Random(seed)
    rows = []
    for topic in range(topics):
        for summarizer in range(summarizers):
            content, coherence = rng.random() / 2, rng.gauss(0, 1)
            rating = round(min(1, max(0, content + 0.2 * coherence + 0.3 * rng.random())) * 4) / 4
            rows.append(row(f"t{topic}", f"s{summarizer}", rating, tesla_s=content, dicomer=coherence))
    return rows


def random_table(**choices: int) -> TrainingTable:
    return TrainingTable.of(random_rows(**choices))


def data_of(table: TrainingTable) -> TrainingData:
    hashes = sorted(row.text_hash for row in table.rows)
    return TrainingData("given.r", ((1.0, 5.0),), table.sha256, len(table.topics), len(table.rows), tuple(hashes))


def ranking_model(table: TrainingTable | None = None) -> TrainedModel:
    table = table or TrainingTable.of(
        [
            row("t1", "a", 1, **{"Comp.Arg1->Exp.Arg2": 0.3, "nil->Exp.Arg2": 0.4}),
            row("t1", "b", 0),
            row("t2", "a", 0.5, **{"nil->Exp.Arg2": 0.1}),
            row("t2", "b", 0.25, **{"nil->Exp.Arg2": 0.2}),
        ]
    )
    ranking, cost = train_ranking(table)
    return TrainedModel("dicomer|parse:file|model:none|v:1", ranking, cost, data_of(table), None, library_versions())


def regression_model(kernel: Kernel = Kernel.RBF) -> TrainedModel:
    """A model without the checks of `model_checks`: it names no signatures that it rests on."""
    table = random_table()
    regression, cost = train_regression(table, kernel, NAMES)
    signature = f"cremer-{kernel}|parse:file|model:none|v:1"
    return TrainedModel(signature, regression, cost, data_of(table), None, library_versions(), (), ranking_model())
