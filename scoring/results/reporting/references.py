"""The publications that results cite. A DOI is None if the publication has none."""

from scoring.results.reporting.reference import Reference


def _journal(name: str, volume: str, number: str, pages: str) -> tuple[tuple[str, str], ...]:
    """Returns the BibTeX fields of an article in a journal. ``number``: "" if the journal numbers no issues."""
    number_field = (("number", number),) if number else ()
    return (("journal", name), ("volume", volume), *number_field, ("pages", pages))


PYRAMID = Reference(
    "nenkova2004evaluating",
    "inproceedings",
    ("Nenkova, Ani", "Passonneau, Rebecca"),
    2004,
    "Evaluating Content Selection in Summarization: The Pyramid Method",
    (
        ("booktitle", "Proceedings of the Human Language Technology Conference of the NAACL: HLT-NAACL 2004"),
        ("pages", "145--152"),
    ),
    url="https://aclanthology.org/N04-1019",
)
MODIFIED_SCORE = Reference(
    "passonneau2005applying",
    "inproceedings",
    ("Passonneau, Rebecca J.", "Nenkova, Ani", "McKeown, Kathleen", "Sigelman, Sergey"),
    2005,
    "Applying the Pyramid Method in DUC 2005",
    (("booktitle", "Proceedings of the Document Understanding Conference (DUC 2005)"),),
)
NUMBER_OF_MODELS = Reference(
    "nenkova2007pyramid",
    "article",
    ("Nenkova, Ani", "Passonneau, Rebecca", "McKeown, Kathleen"),
    2007,
    "The Pyramid Method: Incorporating Human Content Selection Variation in Summarization Evaluation",
    (("journal", "ACM Transactions on Speech and Language Processing"), ("volume", "4"), ("number", "1")),
    doi="10.1145/1233912.1233913",
)
ALPHA = Reference(
    "hayes2007answering",
    "article",
    ("Hayes, Andrew F.", "Krippendorff, Klaus"),
    2007,
    "Answering the Call for a Standard Reliability Measure for Coding Data",
    _journal("Communication Methods and Measures", "1", "1", "77--89"),
    doi="10.1080/19312450709336664",
)
MASI = Reference(
    "passonneau2006measuring",
    "inproceedings",
    ("Passonneau, Rebecca",),
    2006,
    "Measuring Agreement on Set-valued Items (MASI) for Semantic and Pragmatic Annotation",
    (
        (
            "booktitle",
            "Proceedings of the Fifth International Conference on Language Resources and Evaluation (LREC 2006)",
        ),
    ),
    url="https://aclanthology.org/L06-1392",
)
JACKKNIFE = Reference(
    "miller1974jackknife",
    "article",
    ("Miller, Rupert G.",),
    1974,
    "The Jackknife: A Review",
    _journal("Biometrika", "61", "1", "1--15"),
    doi="10.1093/biomet/61.1.1",
)
KAPPA = Reference(
    "cohen1960coefficient",
    "article",
    ("Cohen, Jacob",),
    1960,
    "A Coefficient of Agreement for Nominal Scales",
    _journal("Educational and Psychological Measurement", "20", "1", "37--46"),
    doi="10.1177/001316446002000104",
)
AC1 = Reference(
    "gwet2008computing",
    "article",
    ("Gwet, Kilem Li",),
    2008,
    "Computing Inter-rater Reliability and Its Variance in the Presence of High Agreement",
    _journal("British Journal of Mathematical and Statistical Psychology", "61", "1", "29--48"),
    doi="10.1348/000711006X126600",
)
POSITIVE_AND_NEGATIVE_AGREEMENT = Reference(
    "cicchetti1990high",
    "article",
    ("Cicchetti, Domenic V.", "Feinstein, Alvan R."),
    1990,
    "High Agreement but Low Kappa: II. Resolving the Paradoxes",
    _journal("Journal of Clinical Epidemiology", "43", "6", "551--558"),
    doi="10.1016/0895-4356(90)90159-M",
)
ICC = Reference(
    "mcgraw1996forming",
    "article",
    ("McGraw, Kenneth O.", "Wong, S. P."),
    1996,
    "Forming Inferences about Some Intraclass Correlation Coefficients",
    _journal("Psychological Methods", "1", "1", "30--46"),
    doi="10.1037/1082-989X.1.1.30",
)
LIMITS_OF_AGREEMENT = Reference(
    "bland1986statistical",
    "article",
    ("Bland, J. Martin", "Altman, Douglas G."),
    1986,
    "Statistical Methods for Assessing Agreement between Two Methods of Clinical Measurement",
    _journal("The Lancet", "327", "8476", "307--310"),
    doi="10.1016/S0140-6736(86)90837-8",
)
HOLM = Reference(
    "holm1979simple",
    "article",
    ("Holm, Sture",),
    1979,
    "A Simple Sequentially Rejective Multiple Test Procedure",
    _journal("Scandinavian Journal of Statistics", "6", "2", "65--70"),
    url="https://www.jstor.org/stable/4615733",
)
BENJAMINI_HOCHBERG = Reference(
    "benjamini1995controlling",
    "article",
    ("Benjamini, Yoav", "Hochberg, Yosef"),
    1995,
    "Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing",
    _journal("Journal of the Royal Statistical Society: Series B", "57", "1", "289--300"),
    doi="10.1111/j.2517-6161.1995.tb02031.x",
)
LETTERS = Reference(
    "piepho2004algorithm",
    "article",
    ("Piepho, Hans-Peter",),
    2004,
    "An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons",
    _journal("Journal of Computational and Graphical Statistics", "13", "2", "456--466"),
    doi="10.1198/1061860043515",
)
GENERALIZABILITY = Reference(
    "brennan2001generalizability",
    "book",
    ("Brennan, Robert L.",),
    2001,
    "Generalizability Theory",
    (("publisher", "Springer"),),
    doi="10.1007/978-1-4757-3456-0",
)
ROUGE = Reference(
    "lin2004rouge",
    "inproceedings",
    ("Lin, Chin-Yew",),
    2004,
    "ROUGE: A Package for Automatic Evaluation of Summaries",
    (("booktitle", "Text Summarization Branches Out"), ("pages", "74--81")),
    url="https://aclanthology.org/W04-1013",
)
BASIC_ELEMENTS = Reference(
    "hovy2006automated",
    "inproceedings",
    ("Hovy, Eduard", "Lin, Chin-Yew", "Zhou, Liang", "Fukumoto, Junichi"),
    2006,
    "Automated Summarization Evaluation with Basic Elements",
    (
        (
            "booktitle",
            "Proceedings of the Fifth International Conference on Language Resources and Evaluation (LREC 2006)",
        ),
    ),
)
TESLA_S = Reference(
    "lin2012combining",
    "inproceedings",
    ("Lin, Ziheng", "Liu, Chang", "Ng, Hwee Tou", "Kan, Min-Yen"),
    2012,
    "Combining Coherence Models and Machine Translation Evaluation Metrics for Summarization Evaluation",
    (
        ("booktitle", "Proceedings of the 50th Annual Meeting of the Association for Computational Linguistics"),
        ("pages", "1006--1014"),
    ),
    url="https://aclanthology.org/P12-1106",
)
CONTENT_SIMILARITY = Reference(
    "radev2003evaluation",
    "inproceedings",
    (
        *("Radev, Dragomir R.", "Teufel, Simone", "Saggion, Horacio", "Lam, Wai", "Blitzer, John", "Qi, Hong"),
        *("Çelebi, Arda", "Liu, Danyu", "Drabek, Elliott"),
    ),
    2003,
    "Evaluation Challenges in Large-Scale Document Summarization",
    (
        ("booktitle", "Proceedings of the 41st Annual Meeting of the Association for Computational Linguistics"),
        ("pages", "375--382"),
    ),
    url="https://aclanthology.org/P03-1048",
)
KOEHN = Reference(
    "koehn2004statistical",
    "inproceedings",
    ("Koehn, Philipp",),
    2004,
    "Statistical Significance Tests for Machine Translation Evaluation",
    (
        ("booktitle", "Proceedings of the 2004 Conference on Empirical Methods in Natural Language Processing"),
        ("pages", "388--395"),
    ),
    url="https://aclanthology.org/W04-3250",
)
WILLIAMS = Reference(
    "williams1959comparison",
    "article",
    ("Williams, Evan J.",),
    1959,
    "The Comparison of Regression Variables",
    _journal("Journal of the Royal Statistical Society: Series B", "21", "2", "396--399"),
    doi="10.1111/j.2517-6161.1959.tb00346.x",
)
RESAMPLING = Reference(
    "deutsch2021statistical",
    "article",
    ("Deutsch, Daniel", "Dror, Rotem", "Roth, Dan"),
    2021,
    "A Statistical Analysis of Summarization Evaluation Metrics Using Resampling Methods",
    _journal("Transactions of the Association for Computational Linguistics", "9", "", "1132--1146"),
    doi="10.1162/tacl_a_00417",
)
BOOTSTRAP = Reference(
    "efron1993introduction",
    "book",
    ("Efron, Bradley", "Tibshirani, Robert J."),
    1993,
    "An Introduction to the Bootstrap",
    (("publisher", "Chapman & Hall"),),
)
VARIATION = Reference(
    "harman2004effects",
    "inproceedings",
    ("Harman, Donna", "Over, Paul"),
    2004,
    "The Effects of Human Variation in DUC Summarization Evaluation",
    (("booktitle", "Text Summarization Branches Out"), ("pages", "10--17")),
    url="https://aclanthology.org/W04-1003",
)
RETENTION = Reference(
    "lin2002manual",
    "inproceedings",
    ("Lin, Chin-Yew", "Hovy, Eduard"),
    2002,
    "Manual and Automatic Evaluation of Summaries",
    (("booktitle", "Proceedings of the ACL-02 Workshop on Automatic Summarization"), ("pages", "45--51")),
    url="https://aclanthology.org/W02-0406",
)
RELATIVE_UTILITY = Reference(
    "radev2003summarization",
    "inproceedings",
    ("Radev, Dragomir R.", "Tam, Daniel"),
    2003,
    "Summarization Evaluation Using Relative Utility",
    (
        ("booktitle", "Proceedings of the Twelfth International Conference on Information and Knowledge Management"),
        ("pages", "508--511"),
    ),
    doi="10.1145/956863.956960",
)
LITE_PYRAMID = Reference(
    "shapira2019crowdsourcing",
    "inproceedings",
    (
        *("Shapira, Ori", "Gabay, David", "Gao, Yang", "Ronen, Hadar", "Pasunuru, Ramakanth", "Bansal, Mohit"),
        *("Amsterdamer, Yael", "Dagan, Ido"),
    ),
    2019,
    "Crowdsourcing Lightweight Pyramids for Manual Summary Evaluation",
    (
        (
            "booktitle",
            "Proceedings of the 2019 Conference of the North American Chapter of the ACL: Human Language Technologies",
        ),
        ("pages", "682--687"),
    ),
    url="https://aclanthology.org/N19-1072",
)
REFERENCES = (
    *(PYRAMID, MODIFIED_SCORE, NUMBER_OF_MODELS, ALPHA, MASI, JACKKNIFE, KAPPA, AC1, POSITIVE_AND_NEGATIVE_AGREEMENT),
    *(ICC, LIMITS_OF_AGREEMENT, HOLM, BENJAMINI_HOCHBERG, LETTERS, GENERALIZABILITY),
    *(ROUGE, BASIC_ELEMENTS, TESLA_S, CONTENT_SIMILARITY, KOEHN, WILLIAMS, RESAMPLING, BOOTSTRAP),
    *(VARIATION, RETENTION, RELATIVE_UTILITY, LITE_PYRAMID),
)
"""All publications of this module."""
