"""`python -m bench`."""

import pytest

from bench import __main__ as bench
from bench.registry import LINES, Line, Measured, at_least, at_most


@pytest.fixture
def lines(monkeypatch):
    """Two lines of their own in place of the real ones, which take long."""
    monkeypatch.setattr(bench, "MODULES", ())
    kept = LINES[:]
    LINES[:] = [
        Line("quick", lambda: [at_most("ms", 3.0, 16.0), at_least("ratio", 0.4, 0.5)]),
        Line("count", lambda: [Measured("packages", "26")]),
    ]
    yield
    LINES[:] = kept


@pytest.mark.usefixtures("lines")
def test_every_figure_says_whether_it_keeps_to_its_budget(capsys) -> None:
    assert bench.main([]) == 0
    said = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert said == ["quick", "ms 3.00 ≤ 16.00 within", "ratio 0.40 ≥ 0.50 OVER", "count", "packages 26"]


@pytest.mark.usefixtures("lines")
def test_lines_can_be_named(capsys) -> None:
    assert bench.main(["count"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "count"


@pytest.mark.usefixtures("lines")
def test_a_name_that_is_no_line_is_wrong_usage(capsys) -> None:
    assert bench.main(["slow"]) == 2
    assert capsys.readouterr().err == "No such line: slow. There are: quick, count.\n"
