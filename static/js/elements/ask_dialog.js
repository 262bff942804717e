/** A question in a dialog: answered with its chief button, or left with Cancel or Escape. */
import { build } from "pyramidion/elements/build.js";

let asked = 0;

/**
 * @param {Element} host where the dialog stands while it is open
 * @param {{title: string, content: (Node | string)[], confirm: string, cancel?: string, danger?: boolean, careful?: boolean, wide?: boolean, ready?: (button: HTMLButtonElement) => void}} question  careful: Enter does not confirm; ready: may disable the chief button, or move the focus
 * @returns {Promise<boolean>} whether it was confirmed
 */
export function askDialog(host, { title, content, confirm, cancel = "Cancel", danger = false, careful = false, wide = false, ready }) {
  const id = `ask-${(asked += 1)}`;
  const chief = build("button", { value: "yes", class: danger ? "danger" : "primary", text: confirm });
  const leave = build("button", { type: "button", text: cancel, on: { click: () => dialog.close("") } });
  const dialog = build("dialog", { class: wide ? "ask wide" : "ask", "aria-labelledby": id },
    build("h2", { id, text: title }),
    build("form", { method: "dialog" }, ...content, build("div", { class: "actions" }, leave, chief)));
  host.append(dialog);
  dialog.showModal();
  (careful ? leave : chief).focus();
  ready?.(chief);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
