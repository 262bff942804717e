"""URLs of the pages and the API of scoring."""

from django.urls import URLPattern, URLResolver, include, path

from annotator.web.costs import files, short, texts
from scoring.results.agreement.api import ProjectAgreementNumbers
from scoring.results.agreement.views import project_agreement_page
from scoring.results.diagnosis.api import PeerDiagnosis, ProjectDiagnosis
from scoring.results.diagnosis.views import project_diagnosis, project_diagnosis_csv
from scoring.results.enough.api import ProjectEnoughNumbers
from scoring.results.enough.views import project_enough_page
from scoring.results.exports.api import ProjectScoreFile
from scoring.results.exports.views import score_download
from scoring.results.extracts.api import ProjectExtracts, TopicExtracts
from scoring.results.extracts.views import extract_grid_file, extract_grid_page, project_extract_grids
from scoring.results.judgments.api import InstrumentAgreementCall, InstrumentResultsCall
from scoring.results.judgments.views import judgment_agreement, judgment_results, judgment_results_file
from scoring.results.overlap.api import ProjectOverlap
from scoring.results.overlap.views import project_overlap_page
from scoring.results.relations.api import ApiTopicRelations
from scoring.results.relations.views import topic_relations_page
from scoring.results.scores.api import PeerScores, ProjectScores
from scoring.results.scores.views import peer_score, project_scores, topic_scores
from scoring.results.stability.api import ProjectStabilityNumbers
from scoring.results.variation.api import InstrumentProgramsCall, InstrumentVariationCall
from scoring.results.variation.views import judgment_programs, judgment_variation
from scoring.studies.api import Studies, StudyFile, StudyResource
from scoring.studies.baselines.api import Baselines as ApiBaselines
from scoring.studies.baselines.views import BaselinesAdd
from scoring.studies.measures.api import MeasureList, ProjectMeasures
from scoring.studies.measures.views import project_measures_page
from scoring.studies.pages.views import StudyCreate, StudyDelete, study_list, study_page
from scoring.studies.parses.api import Parses as ApiParses
from scoring.studies.parses.views import Parses
from scoring.studies.score_tables.api import ScoreTables as ApiScoreTables
from scoring.studies.score_tables.views import ScoreTables
from scoring.studies.trained.api import TrainedMeasureResource, TrainedMeasures
from scoring.studies.trained.views import TrainedMeasureDelete, TrainedMeasureImport, trained_measure_file

PROJECT = "p/<slug:slug>/"
TOPIC = f"{PROJECT}t/<str:key>/"
INSTRUMENT = f"{PROJECT}judge/<slug:instrument>/"

api = [
    short("peer-annotations/<int:pk>/scores/", PeerScores.as_view(), name="api-peer-annotation-scores"),
    short("projects/<slug:slug>/scores/", ProjectScores.as_view(), name="api-project-scores"),
    short("projects/<slug:slug>/scores/export/", ProjectScoreFile.as_view(), name="api-project-scores-export"),
    short("peer-annotations/<int:pk>/diagnosis/", PeerDiagnosis.as_view(), name="api-peer-annotation-diagnosis"),
    short("projects/<slug:slug>/diagnosis/", ProjectDiagnosis.as_view(), name="api-project-diagnosis"),
    short("projects/<slug:slug>/agreement/", ProjectAgreementNumbers.as_view(), name="api-project-agreement"),
    short("projects/<slug:slug>/enough/", ProjectEnoughNumbers.as_view(), name="api-project-enough"),
    short("projects/<slug:slug>/stability/", ProjectStabilityNumbers.as_view(), name="api-project-stability"),
    short("projects/<slug:slug>/overlap/", ProjectOverlap.as_view(), name="api-project-overlap"),
    short("instruments/<int:pk>/results/", InstrumentResultsCall.as_view(), name="api-instrument-results"),
    short("instruments/<int:pk>/agreement/", InstrumentAgreementCall.as_view(), name="api-instrument-agreement"),
    short("instruments/<int:pk>/variation/", InstrumentVariationCall.as_view(), name="api-instrument-variation"),
    short("instruments/<int:pk>/programs/", InstrumentProgramsCall.as_view(), name="api-instrument-programs"),
    short("projects/<slug:slug>/studies/", Studies.as_view(), name="api-studies"),
    short("projects/<slug:slug>/studies/<int:number>/", StudyResource.as_view(), name="api-study"),
    short("projects/<slug:slug>/studies/<int:number>/export/", StudyFile.as_view(), name="api-study-export"),
    short("projects/<slug:slug>/topics/<str:key>/relations/", ApiTopicRelations.as_view(), name="api-relations"),
    short("projects/<slug:slug>/baselines/", ApiBaselines.as_view(), name="api-baselines"),
    short("projects/<slug:slug>/extract-ranks/", ProjectExtracts.as_view(), name="api-project-extract-ranks"),
    short("projects/<slug:slug>/topics/<str:key>/extract-ranks/", TopicExtracts.as_view(), name="api-extract-ranks"),
    short("measures/", MeasureList.as_view(), name="api-measures"),
    short("projects/<slug:slug>/measures/", ProjectMeasures.as_view(), name="api-project-measures"),
    texts("projects/<slug:slug>/parses/", ApiParses.as_view(), name="api-parses"),
    texts("projects/<slug:slug>/score-tables/", ApiScoreTables.as_view(), name="api-score-tables"),
    texts("projects/<slug:slug>/trained-measures/", TrainedMeasures.as_view(), name="api-trained-measures"),
    short(
        "projects/<slug:slug>/trained-measures/<slug:trained>/",
        TrainedMeasureResource.as_view(),
        name="api-trained-measure",
    ),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", include(api)),
    short(f"{PROJECT}scores/", project_scores, name="project-scores"),
    short(f"{PROJECT}diagnosis/", project_diagnosis, name="project-diagnosis"),
    short(f"{PROJECT}diagnosis.csv", project_diagnosis_csv, name="project-diagnosis-csv"),
    short(f"{PROJECT}agreement/", project_agreement_page, name="project-agreement"),
    short(f"{PROJECT}stability/", project_enough_page, name="project-stability"),
    short(f"{PROJECT}overlap/", project_overlap_page, name="project-overlap"),
    short(f"{INSTRUMENT}results/", judgment_results, name="judgment-results"),
    short(f"{INSTRUMENT}results.<str:file_format>", judgment_results_file, name="judgment-results-file"),
    short(f"{INSTRUMENT}agreement/", judgment_agreement, name="judgment-agreement"),
    short(f"{INSTRUMENT}variation/", judgment_variation, name="judgment-variation"),
    short(f"{INSTRUMENT}programs/", judgment_programs, name="judgment-programs"),
    short(f"{PROJECT}studies/", study_list, name="studies"),
    short(f"{PROJECT}studies/new/", StudyCreate.as_view(), name="study-create"),
    short(f"{PROJECT}studies/<int:number>/", study_page, name="study"),
    short(f"{PROJECT}studies/<int:number>/delete/", StudyDelete.as_view(), name="study-delete"),
    short(f"{PROJECT}scores.<str:file_format>", score_download, name="project-scores-file"),
    short(f"{TOPIC}scores.<str:file_format>", score_download, name="topic-scores-file"),
    short(f"{TOPIC}scores/", topic_scores, name="topic-scores"),
    short(f"{PROJECT}extracts/ranks/", project_extract_grids, name="project-extract-ranks"),
    short(f"{TOPIC}extracts/ranks/", extract_grid_page, name="extract-ranks"),
    short(f"{TOPIC}extracts/ranks.csv", extract_grid_file, name="extract-ranks-file"),
    short(f"{TOPIC}relations/", topic_relations_page, name="relations"),
    short(f"{TOPIC}baselines/", BaselinesAdd.as_view(), name="baselines-add"),
    short(f"{PROJECT}measures/", project_measures_page, name="project-measures"),
    files(f"{PROJECT}parses/", Parses.as_view(), name="parses"),
    files(f"{PROJECT}score-tables/", ScoreTables.as_view(), name="score-tables"),
    files(f"{PROJECT}trained-measures/", TrainedMeasureImport.as_view(), name="trained-measures"),
    short(f"{PROJECT}trained-measures/<slug:trained>.json", trained_measure_file, name="trained-measure-file"),
    short(
        f"{PROJECT}trained-measures/<slug:trained>/delete/",
        TrainedMeasureDelete.as_view(),
        name="trained-measure-delete",
    ),
    short(f"{TOPIC}peers/<str:peer>/<str:owner>/score/", peer_score, name="peer-score"),
]
