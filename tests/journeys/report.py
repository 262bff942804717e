"""`make report`: every page in Chromium, light and dark, and what browsers are told by every kind of answer.

Per page: what axe finds, what the security policy blocks, errors of scripts, headers that are missing, cookies without
their flags. Ends with 1 if there is anything. Over plain HTTP, so without what production adds (HSTS, `Secure`,
`__Host-`); tests/config/test_production.py looks at those.
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Page, Response

from tests.journeys.axe import violations_in_both_schemes
from tests.journeys.screenshots import prepare, signed_in_page

EXPECTED = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=()",
    "content-security-policy": "default-src 'none'",
    "cache-control": "",
}
POLICY = ("frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "form-action 'self'")
ADMIN = (
    "", "auth/", "auth/user/", "auth/user/add/", "auth/user/1/change/", "auth/user/1/password/", "auth/user/1/history/",
    "annotator/", "annotator/project/", "annotator/work/", "annotator/edit/",
    "password_change/",
)  # fmt: skip
WRONG = {"/p/none/": 404, "/none": 404, "/p/none/t/x%00/": 404}
ANSWERS = {
    "/healthz": 200, "/readyz": 200, "/favicon.ico": 200, "/accounts/logout/": 405,
    "/api/projects/": 200, "/api/schema/": 200, "/api/none/": 404,
    "/static/css/none.css": 404,
}  # fmt: skip
OTHERS = ("/api/docs/", "/admin/")  # their markup is Swagger UI's and Django's: told, and not counted
LISTENER = """
    window.blockedByPolicy = [];
    document.addEventListener("securitypolicyviolation", (event) => window.blockedByPolicy.push(
        event.effectiveDirective + " " + event.blockedURI + " " + event.sourceFile));
"""


@dataclass
class Told:
    """What was found wrong with an address."""

    address: str
    status: int
    axe: list[str] = field(default_factory=list)
    policy: list[str] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    headers: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """All that is this site's own."""
        axe = [] if self.address.startswith(OTHERS) else self.axe
        return [*axe, *self.policy, *self.scripts, *self.headers]

    def __str__(self) -> str:
        counts = "  ".join(f"{len(found):3}" for found in (self.axe, self.policy, self.scripts, self.headers))
        return "\n".join([f"{self.status}  {counts}  {self.address}", *(f"     ! {fault}" for fault in self.faults)])


def header_faults(headers: Mapping[str, str], *, page: bool) -> list[str]:
    """What is missing or says too little; ``page``: with what only somebody who is signed in may see."""
    found = [
        f"{name}: {headers.get(name, 'missing')}"
        for name, part in EXPECTED.items()
        if part not in headers.get(name, "\n")
    ]
    policy = headers.get("content-security-policy", "")
    found += [f"the policy lacks {part}" for part in POLICY if part not in policy]
    found += [f"the policy has {word}" for word in ("unsafe-inline", "unsafe-eval", " * ", "http:") if word in policy]
    if page and "no-store" not in headers.get("cache-control", ""):
        found.append(f"cache-control: {headers.get('cache-control', 'missing')}")
    if "strict-transport-security" in headers:
        found.append("strict-transport-security over HTTP")
    tells = {name: headers.get(name, "") for name in ("server", "x-powered-by")}
    found += [f"{name}: {value}" for name, value in tells.items() if any(letter.isdigit() for letter in value)]
    return found


def cookie_faults(page: Page) -> list[str]:
    """Cookies that scripts can read or that other sites' requests carry."""
    return [
        f"the cookie {cookie.get('name')} is readable or sent from elsewhere"
        for cookie in page.context.cookies()
        if not cookie.get("httpOnly") or cookie.get("sameSite") not in ("Lax", "Strict")
    ]


class Walk:
    """A browser that looks at one address after the other."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._scripts: list[str] = []
        page.add_init_script(LISTENER)
        page.on("pageerror", lambda error: self._scripts.append(f"error: {error}"))
        page.on("console", self._hear)

    def page(self, address: str, *, status: int = 200, signed_in: bool = True) -> Told:
        """A page, opened."""
        self._scripts.clear()
        answer = self._page.goto(address)
        assert isinstance(answer, Response)
        told = Told(address, answer.status)
        self._page.wait_for_load_state("networkidle")
        told.policy = self._page.evaluate("window.blockedByPolicy")
        told.scripts = [*self._scripts]
        # Last: where a style sheet imports others, axe makes inline ones to read it.
        told.axe = violations_in_both_schemes(self._page)
        told.headers = header_faults(answer.headers, page=signed_in and address != "/api/docs/") + cookie_faults(
            self._page
        )
        if answer.status != status:
            told.headers.append(f"status {answer.status}, not {status}")
        return told

    def answer(self, address: str, status: int) -> Told:
        """An answer that is no page."""
        answer = self._page.request.get(address, max_redirects=0)
        faults = header_faults(answer.headers, page=False)
        return Told(address, answer.status, headers=faults + ([] if answer.status == status else ["another status"]))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self._scripts.append(message.text)


def walk(page: Page, pages: Mapping[str, str]) -> Iterator[Told]:
    """All of them: the site's pages, the admin's, errors, other answers, and the one for who is not signed in."""
    walker = Walk(page)
    for address in [*pages.values(), "/api/docs/", *(f"/admin/{one}" for one in ADMIN)]:
        yield walker.page(address)
    for address, status in WRONG.items():
        yield walker.page(address, status=status)
    static = page.evaluate("[...document.styleSheets].map(({href}) => href).find(Boolean)")
    for address, status in {**ANSWERS, **({static: 200} if static else {})}.items():
        yield walker.answer(address, status)
    page.context.clear_cookies()
    yield walker.page("/accounts/login/", signed_in=False)
    yield walker.page("/admin/login/", signed_in=False)
    yield walker.answer(pages["project"], 302)


def main() -> int:
    """Print the report; 1 if there is something to mend."""
    pages = prepare(administrator=True)
    print("status axe policy scripts headers address")
    wrong = looked_at = 0
    with signed_in_page() as page:
        for told in walk(page, pages):
            print(told, flush=True)
            looked_at += 1
            wrong += bool(told.faults)
    print(f"{looked_at} addresses, {wrong} of them with something to mend.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
