"""What a browser would make of an answer: elements, links, forms, and whatever could run as a script."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

RUNS = re.compile(r"\s*(javascript|vbscript|data|blob)\s*:", re.IGNORECASE)
ADDRESSES = {"href", "src", "action", "formaction", "xlink:href", "data", "poster", "background", "srcset"}
NEVER = {"iframe", "object", "embed", "base", "applet", "frame", "x-mark"}
INERT_SCRIPTS = {"application/json", "importmap"}
EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass
class Form:
    """A form: where it goes, how, and its fields with their values (None: a file)."""

    action: str
    method: str
    fields: dict[str, str | None] = field(default_factory=dict)


class Page(HTMLParser):
    """A parsed page: ``links``, ``forms``, and ``faults``, which are what could run."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.faults: list[str] = []
        self._script: str | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Looks at an element."""
        given = {name: value or "" for name, value in attrs}
        self._judge(tag, given)
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get").lower()))
        elif tag in ("input", "textarea", "select", "button") and self.forms and "name" in given:
            self._field(given)

    def handle_data(self, data: str) -> None:
        """Looks at what stands in a script."""
        if self._script is not None and self._script not in INERT_SCRIPTS and data.strip():
            self.faults.append(f"inline script: {data[:60]}")

    def handle_endtag(self, tag: str) -> None:
        """A script ends."""
        if tag == "script":
            self._script = None

    def _judge(self, tag: str, given: dict[str, str]) -> None:
        self._script = given.get("type", "") if tag == "script" else None
        if tag in NEVER or not re.fullmatch("[a-z][a-z0-9-]*", tag):
            self.faults.append(f"<{tag[:40]}>")
        if tag in ("script", "img", "link") and not self._is_own(given.get("src") or given.get("href") or "/static/"):
            self.faults.append(f"<{tag}> of {given}")
        for name, value in given.items():
            if name.startswith("on") or name == "style" or not re.fullmatch("[a-z_:][a-z0-9_:.-]*", name):
                self.faults.append(f"<{tag} {name[:40]}>")
            if name in ADDRESSES and RUNS.match(value):
                self.faults.append(f"<{tag} {name}={value[:40]}>")

    def _is_own(self, address: str) -> bool:
        return address.startswith("/static/") or address == "/admin/jsi18n/"

    def _field(self, given: dict[str, str]) -> None:
        known = self.forms[-1].fields
        if given.get("type") == "file":
            known[given["name"]] = None
        elif given.get("type") not in ("checkbox", "radio") or "checked" in given:
            known[given["name"]] = given.get("value", "")
