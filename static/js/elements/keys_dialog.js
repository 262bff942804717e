/**
 * <keys-dialog>: all keys, and a switch for those of a single letter (WCAG 2.1.4: speech input types letters).
 * @import { Section } from "./keyboard.js"
 */
import { build } from "pyramidion/elements/build.js";
import { singleKeys } from "pyramidion/elements/keyboard.js";

export class KeysDialog extends HTMLElement {
  /** @param {Section[]} sections */
  show(sections) {
    const box = build("input", { type: "checkbox", checked: singleKeys.get() === "on" });
    box.addEventListener("change", () => singleKeys.set(box.checked ? "on" : "off"));
    const dialog = build("dialog", { class: "keys-dialog", "aria-labelledby": "keys-title" },
      build("h2", { id: "keys-title", tabindex: "-1", autofocus: true, text: "Keys" }),
      build("div", { class: "keys-columns" }, ...sections.map(list)),
      build("p", { class: "single-keys" }, build("label", {}, box, " Keys of a single letter are on")),
      build("form", { method: "dialog", class: "actions" }, build("button", { class: "primary", text: "Close" })),
    );
    dialog.addEventListener("close", () => dialog.remove());
    this.replaceChildren(dialog);
    dialog.showModal();
    dialog.scrollTop = 0; // its first control is at the end
  }
}

/** @param {Section} section */
function list({ title, rows }) {
  const lines = rows.flatMap(([names, says]) => [
    build("dt", {}, ...names.split(" ").map((name) => build("kbd", { text: name }))),
    build("dd", { text: says }),
  ]);
  return build("section", {}, build("h3", { text: title }), build("dl", { class: "keys" }, ...lines));
}

customElements.define("keys-dialog", KeysDialog);
