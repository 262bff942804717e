/**
 * <keys-dialog>: lists all keys, with a switch that turns single-letter keys off (WCAG 2.1.4: speech input types letters).
 * @import { KeySection } from "./keyboard.js"
 */
import { build } from "pyramidion/elements/build.js";
import { singleKeys } from "pyramidion/elements/keyboard.js";

export class KeysDialog extends HTMLElement {
  /** Opens the dialog. @param {KeySection[]} sections */
  show(sections) {
    const checkbox = build("input", { type: "checkbox", checked: singleKeys.get() === "on" });
    checkbox.addEventListener("change", () => singleKeys.set(checkbox.checked ? "on" : "off"));
    const dialog = build("dialog", { class: "keys-dialog", "aria-labelledby": "keys-title" },
      build("h2", { id: "keys-title", tabindex: "-1", autofocus: true, text: "Keys" }),
      build("div", { class: "keys-columns" }, ...sections.map(sectionElement)),
      build("p", { class: "single-keys" }, build("label", {}, checkbox, " Single-letter keys are on")),
      build("form", { method: "dialog", class: "actions" }, build("button", { class: "primary", text: "Close" })),
    );
    dialog.addEventListener("close", () => dialog.remove());
    this.replaceChildren(dialog);
    dialog.showModal();
    dialog.scrollTop = 0; // showModal may scroll to the first control, which is at the end
  }
}

/** Returns an element with the keys of a section. @param {KeySection} section */
function sectionElement({ title, bindings }) {
  const terms = bindings.flatMap(([names, meaning]) => [
    build("dt", {}, ...names.split(" ").map((name) => build("kbd", { text: name }))),
    build("dd", { text: meaning }),
  ]);
  return build("section", {}, build("h3", { text: title }), build("dl", { class: "keys" }, ...terms));
}

customElements.define("keys-dialog", KeysDialog);
