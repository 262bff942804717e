"""The file of a trained measure, made without training."""

from scoring.measures.automatic.registry import definition
from scoring.measures.automatic.signature import format_signature
from scoring.measures.trained.model import Assessment, ModelCorrelation, Ranking, TrainedModel, TrainingData
from scoring.stats.levels import Coefficient, Level


def dicomer_model(weight: float = 1.0, *, parse: str = "file") -> TrainedModel:
    """A model of DICOMER with one weight."""
    correlations = (
        ModelCorrelation(Level.SUMMARIZER, Coefficient.PEARSON, 0.25, 0.875),
        ModelCorrelation(Level.SUMMARY, Coefficient.KENDALL, None, 0.5),
    )
    return TrainedModel(
        signature=format_signature(definition("dicomer").measure({"parse": parse})),
        function=Ranking((("Comp.Arg1->Comp.Arg2", weight),)),
        cost=1.0,
        data=TrainingData("given.readability", ((1.0, 5.0),), "0" * 64, 2, 4, ("0" * 32,)),
        assessment=Assessment(2, logarithm=True, correlations=correlations, warnings=("A warning.",)),
        libraries=(("scikit-learn", "1.7.2"),),
    )


def dicomer_file(weight: float = 1.0) -> bytes:
    return dicomer_model(weight).as_text().encode()
