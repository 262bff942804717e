"""All pages write dates in one format."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

from django.template import Context, Template

ROOT = Path(__file__).parent.parent
FORMATS = {"", "DATETIME_FORMAT", "c"}
"""The date, the time, and what programs read in the attribute "datetime"."""


def test_a_date_and_a_time_are_written_in_the_formats_of_the_site() -> None:
    template = Template('{{ day|date }}; {{ time|date:"DATETIME_FORMAT" }}')
    context = Context({"day": date(2026, 5, 3), "time": datetime(2026, 5, 3, 9, 7, tzinfo=UTC)})
    assert template.render(context) == "3 May 2026; 3 May 2026, 09:07 UTC"


def test_no_template_and_no_module_has_a_format_of_its_own() -> None:
    templates = [path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.html")]
    used = {match[2] or "" for text in templates for match in re.finditer(r"\|date\b(?::(['\"])(.*?)\1)?", text)}
    assert used == FORMATS
    modules = [path for folder in ("annotator", "scoring") for path in (ROOT / folder).rglob("*.py")]
    assert [path for path in modules if re.search(r"%-d|strftime\(|:%[A-Za-z]", path.read_text("utf-8"))] == []
    scripts = [path for path in (ROOT / "static" / "js").rglob("*.js") if "DateTimeFormat" in path.read_text("utf-8")]
    assert [path.name for path in scripts] == ["time.js"]
