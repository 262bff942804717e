"""Regular expressions of people and files: none ends the server's time or memory, before or while it is run."""

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from annotator.texts import patterns as bounded_regex
from annotator.texts.errors import FormatError
from annotator.texts.pattern_process import GRACE, PROCESS
from annotator.texts.patterns import PatternError, find_all, group_names, search_groups, shared_time_limit
from tests.annotator.duc.duc_files import MODELS, REGEX, pyr, whole_text
from tests.annotator.interchange.duc_import import run_import
from tests.factories import make_project
from tests.security.limited import run_limited
from tests.site_process import ROOT

COUNTED = "requires more than 10,000 characters by its counts"
WRITTEN_OUT = [
    "a{100000000}",
    "(?:a{10000}){10000}",
    "(?:(?:(?:a?){999}){999}){999}",
    "a{99}{99}{99}",
    r"\g{100000000}",
    r"\k{100000000}",
    r"\p{100000000}",
    r"\N{100000000}",
    r"\\{100000000}",
    r"\Qx\E{100000000}",
    r"\x{61}{100000000}",
    "[]a{100000000}]",
    r"[\p{]a{100000000}",
    "(?i:a){100000000}",
    "(?<n>a)(?P=n){100000000}",
    "(a)|{100000000}",
]


@pytest.mark.parametrize("pattern", WRITTEN_OUT)
def test_a_count_that_would_be_written_out_is_refused_before_it_is_compiled(pattern: str) -> None:
    with pytest.raises(PatternError) as error:
        group_names(pattern)
    assert str(error.value) == COUNTED


@pytest.mark.parametrize(
    "pattern",
    ["(?R)", "(a(?1)?b)", "(?&n)", "(?P>n)", "(?:a){e<=3}", "(?e)a", "(?b)a", "(?x)a{1 0}", "(?#c)a", "(?r)a", "a{,9}"],
)
def test_what_java_does_not_have_is_not_understood(pattern: str) -> None:
    """Recursion takes memory by the gigabyte, and free spacing would hide a count."""
    with pytest.raises(PatternError, match=r"^cannot be understood \("):
        group_names(pattern)


def test_counts_and_groups_of_real_patterns_still_work() -> None:
    said = r"(?<q>-{3,80})\s{0,20}(?i:d\d{4})\.[A-Z]{1,3}(?:\.\d{1,4}){2}\s*\k<q>"
    assert find_all(said, "---  D0601.M.250.1 ---") == [(0, 22)]
    assert find_all(r"\x{2014}{2,3}|\p{Lu}{2}|\{\d\}|[{}]{2}", "a—— BC {1} {}") == [(1, 3), (4, 6), (7, 10), (11, 13)]


def test_compiling_takes_bounded_memory() -> None:
    code = f"""
        from annotator.texts.patterns import PatternError, group_names
        for pattern in {[*WRITTEN_OUT, "a{10000}", "(?:a?){10000}", "(?:abc|b){2000}", "(" * 300 + "a" + ")*" * 300]!r}:
            try:
                group_names(pattern)
            except PatternError:
                pass
        print("done")
    """
    assert run_limited(code, megabytes=300).out == "done\n"


def test_a_pattern_that_never_ends_gives_up_after_its_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_regex, "MAX_SECONDS", 0.05)
    for find in (find_all, search_groups):
        with pytest.raises(PatternError, match=r"^takes too long$"):
            find("(a|aa)+b", "a" * 200_000)


@pytest.mark.django_db
def test_the_patterns_of_many_files_share_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_regex, "MAX_SECONDS", 0.05)
    monkeypatch.setattr(bounded_regex, "MAX_SECONDS_TOGETHER", 0.08)
    project = make_project()
    text = whole_text((*MODELS[:2], "a" * 5_000))
    files = {f"{number}.pyr": pyr((), f"{text}{number}", regex="(a|aa)+b") for number in range(6)}
    report = run_import(project, files, topic="D1")
    stopped = {"why": "The regular expressions of the files before it took too long: import it separately."}
    assert 3 <= sum(stopped.items() <= one.items() for one in report.refused) <= 5
    report = run_import(project, {"sound.pyr": pyr(regex=REGEX)}, topic="D2")
    assert report.refused == []


def test_a_process_that_does_not_answer_is_ended_and_replaced() -> None:
    request = {"task": "spans", "pattern": "(a|aa)+b", "has_nested_sets": False, "text": "a" * 200_000}
    assert PROCESS.ask({**request, "seconds": 60, "max_matches": 9}, seconds=0.1 - GRACE) is None
    assert find_all("a", "a") == [(0, 1)]


def test_a_process_that_has_died_is_replaced() -> None:
    assert find_all("a", "a") == [(0, 1)]
    assert PROCESS._process is not None
    PROCESS._process.kill()
    PROCESS._process.wait()
    assert find_all("a", "a") == [(0, 1)]


def test_other_threads_go_on_while_a_pattern_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pattern ends as soon as this thread has got the interpreter and ended its process."""
    monkeypatch.setattr(bounded_regex, "MAX_SECONDS", 600.0)
    with ThreadPoolExecutor(1) as threads:
        endless = threads.submit(find_all, "(a|aa)+b", "a" * 200_000)
        while not endless.done():  # it may not have been sent yet
            if process := PROCESS._process:
                process.kill()
        with pytest.raises(PatternError):
            endless.result()


def test_shared_time_ends_with_its_import() -> None:
    with shared_time_limit():
        bounded_regex._REMAINING_SECONDS.get()[0] = 0.0  # type: ignore[index]
        with pytest.raises(FormatError, match="took too long"):
            find_all("a", "a")
    assert find_all("a", "a") == [(0, 1)]


def test_no_other_place_compiles_what_people_write() -> None:
    """Patterns of ours are literals in the code; what is none is compiled by `bounded_regex`, with its limits."""
    compilers = {"compile", "search", "match", "fullmatch", "findall", "finditer", "sub", "split"}
    found = set()
    for path in [path for app in ("annotator", "scoring", "config") for path in (ROOT / app).rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            of = node.func.value
            ours = isinstance(of, ast.Name) and of.id in ("re", "regex") and node.func.attr in compilers
            if ours and not isinstance(node.args[0], ast.Constant | ast.JoinedStr):
                found.add(str(path.relative_to(ROOT)))
    assert found == {"annotator/texts/pattern_matcher.py"}


def test_the_browser_runs_no_pattern_of_a_person() -> None:
    """What is typed to be found is quoted before it becomes a pattern."""
    made = [path for path in Path(ROOT / "static" / "js").rglob("*.js") if "new RegExp(" in path.read_text("utf-8")]
    assert [path.name for path in made] == ["pieces.js"]
    assert made[0].read_text("utf-8").count("new RegExp(words.map((word) => word.replace(") == 1
