"""Abbreviations, grouped by what may follow their full stop, and words that begin sentences.

All are English except `FOREIGN_TITLES`."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEVER_END_SENTENCE = _words("""
    mr mrs ms messrs mssrs mme mlle dr drs prof rev hon sen sens rep reps gov govs gen lt col maj capt cmdr
    comdr sgt cpl pvt pfc brig adm supt insp det amb atty attys pres msgr fr v vs viz cf e.g i.e approx ca ph mt
    sq
    """)
"""Titles and similar: the sentence always continues after them."""

FOREIGN_TITLES = _words("sr sra srta d dña dr dra m mm mme mlle mgr me hr fr prof ing dhr mevr sig dott ks hl st")
"""Titles before names in other languages. pysbd lacks or ignores them."""

SAINT_OR_STREET = "st"
"""A saint begins a name and a street ends one: the sentence has ended only if a frequent first word follows."""

BEFORE_NUMBERS = _words("""
    no nos fig figs p pp art sec ch vol vols pop approx ca c est tel ext rte apt rm ex ver nr op jan feb mar apr
    jun jul aug sep sept oct nov dec
    """)
"""The sentence continues if a number follows; otherwise these abbreviations are treated like other words."""

MAY_END_SENTENCE = _words("""
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun inc corp co cos
    ltd llc bros assn dept univ intl natl jr sr esq ave blvd rd hwy bldg ala ariz ark calif colo conn del fla ga
    ill ind kan ky la md mich minn mo mont neb nev okla ore pa penn tenn tex va vt wash wis wyo ont que dak mex
    """)
"""A name often continues after these: the sentence has ended only if a frequent first word follows."""

# A sentence continues after a time of day if one of AFTER_TIMES_OF_DAY (weekdays, months, time zones, ...) follows.
TIMES_OF_DAY = frozenset({"a.m", "p.m", "am", "pm"})

AFTER_TIMES_OF_DAY = _words("""
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun january
    february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec est edt cst cdt mst mdt pst pdt et ct mt pt gmt utc bst cet eastern central mountain
    pacific greenwich local
    """)

FIRST_WORDS = _words("""
    the a an this that these those there here it its he she they we you i his her their our my your in on
    at by for from with without within to of after before during since until under over about against among
    between through despite although though while when where whereas whether why how who what which whose if
    unless because as and but or nor so yet not no yes also however meanwhile moreover instead still then thus
    therefore once later earlier now today yesterday tomorrow tonight last next some many most more few several
    each every all both neither either one two three four other others another such only even just nearly almost
    according soon is are was were did does do has have had can could should would nobody nothing everyone
    everybody something someone
    """)
"""Words that often begin a sentence and rarely begin or continue a name."""
