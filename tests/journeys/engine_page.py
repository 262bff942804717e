"""A page in an engine that Playwright does not drive: what a person does with it, and what it shows."""

import time
from typing import Any

from tests.journeys.engines import Send

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Shift": "\ue008", "Control": "\ue009", "ArrowRight": "\ue014"}

# The engine waits for the last argument, a function, to be called.
CALL = """
const done = arguments[arguments.length - 1];
const given = arguments[0];
(async () => { %s })().then((value) => done({ value }), (error) => done({ error: String(error) }));
"""
WAIT = """
const nextLook = () => new Promise((next) => setTimeout(next, 20));
for (let value; performance.now() < until; await nextLook()) if ((value = await look())) return value;
return null;
"""
PATIENCE = 25_000  # ms; less than the time limit of a script
LOOKS = 40  # at what is painted, which comes later than what the page says
PIXELS = """
const png = Uint8Array.from(atob(given.screenshot), (character) => character.charCodeAt(0));
const image = await createImageBitmap(new Blob([png], { type: "image/png" }));
const drawing = new OffscreenCanvas(image.width, image.height).getContext("2d");
drawing.drawImage(image, 0, 0);
const pixelsOf = ({ left, top, width, height }) => {
  const box = [Math.floor(left), Math.floor(top), Math.max(1, Math.floor(width)), Math.floor(height)];
  const { data } = drawing.getImageData(...box);
  return Array.from({ length: data.length / 4 }, (_, i) => `rgb(${data.slice(4 * i, 4 * i + 3).join(", ")})`);
};
"""


class EnginePage:
    """The one page of a browser. Scripts are bodies of async functions with the argument `given`."""

    def __init__(self, send: Send, site: str) -> None:
        self.send = send
        self.site = site

    def goto(self, path: str) -> None:
        """Opens an address of the site."""
        self.send("Navigate", {"url": self.site + path})

    def open_workspace(self, path: str) -> None:
        """Opens a workspace and waits until it can be used."""
        self.goto(path)
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Waits until a workspace can be used."""
        self.wait_for('return document.querySelector("pyramid-workspace.ready, peer-workspace.ready") !== null;')

    def evaluate(self, body: str, given: Any = None) -> Any:
        """Runs a script in the page."""
        answer = self.send("ExecuteAsyncScript", {"script": CALL % body, "args": [given]})
        if answer is None:  # Firefox's answer if the page is left meanwhile
            raise RuntimeError("The page was left.")
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer["value"]

    def wait_for(self, body: str, given: Any = None) -> Any:
        """Runs a script until it returns something true, and returns that."""
        look = f"const until = performance.now() + {PATIENCE}; const look = async () => {{ {body} }}; {WAIT}"
        until = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                value = self.evaluate(look, given)
            except RuntimeError:  # the page was left meanwhile
                if time.monotonic() > until:
                    raise
            else:
                assert value, f"This did not come true: {body}"
                return value

    def click(self, selector: str) -> None:
        """Clicks an element."""
        self.evaluate("setTimeout(() => document.querySelector(given).click());", selector)

    def press(self, *keys: str) -> None:
        """Presses keys together, and releases them."""
        names = [KEYS.get(key, key) for key in keys]
        presses = [{"type": "keyDown", "value": key} for key in names]
        releases = [{"type": "keyUp", "value": key} for key in reversed(names)]
        self.send("PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": [*presses, *releases]}]})

    def type(self, text: str) -> None:
        """Types a text, character by character."""
        for character in text:
            self.press(character)

    def select(self, first: int, last: int, *, summary: int = 0) -> None:
        """Drags from a word of a summary to another one."""
        points = self.evaluate(
            """
            const words = [...document.querySelectorAll("summary-text")[given.summary].querySelectorAll(".word")];
            return [given.first, given.last].map((index) => {
              const { x, y, width, height } = words[index].getBoundingClientRect();
              return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
            });
            """,
            {"summary": summary, "first": first, "last": last},
        )
        start, end = ({"type": "pointerMove", "duration": 0, "origin": "viewport", **point} for point in points)
        press, release = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.send("PerformActions", {"actions": [{**mouse, "actions": [start, press, end, release]}]})

    def texts(self, selector: str) -> list[str]:
        """The texts of the elements."""
        texts: list[str] = self.evaluate(
            "return [...document.querySelectorAll(given)].map((element) => element.textContent.trim());", selector
        )
        return texts

    def wait_until_saved(self) -> None:
        """Waits until the page says that everything is on the server."""
        self.wait_for('return document.querySelector("save-state").dataset.kind === "saved";')

    def sees(self, body: str, expected: Any) -> None:
        """Asserts that a script which looks at what is painted comes to return what is expected.

        `pixelsOf(box)` returns the colours in a box, row by row.
        """
        value = None
        for _ in range(LOOKS):
            screenshot = self.send("TakeScreenshot", {"full": False})
            value = self.evaluate(PIXELS + body, {"screenshot": screenshot})
            if value == expected:
                return
            self.evaluate("await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));")
        raise AssertionError(f"The page shows {value}, not {expected}.")
