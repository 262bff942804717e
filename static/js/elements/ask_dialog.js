/** A dialog that asks for a confirmation: the confirm button answers yes; Cancel and Escape answer no. */
import { build } from "pyramidion/elements/build.js";

let dialogCount = 0;

/**
 * @param {Element} host contains the dialog while it is open
 * @param {{title: string, content: (Node | string)[], confirm: string, cancel?: string, focusCancel?: boolean, wide?: boolean,
 *          onOpen?: (confirmButton: HTMLButtonElement) => void}} question  `confirm` and `cancel` label the buttons; focusCancel: so
 *   that Enter does not confirm; onOpen: may disable the confirm button or move the focus
 * @returns {Promise<boolean>} whether the user confirmed
 */
export function askDialog(host, { title, content, confirm, cancel = "Cancel", focusCancel = false, wide = false, onOpen }) {
  const titleId = `ask-${(dialogCount += 1)}`;
  const confirmButton = build("button", { value: "yes", class: "primary", text: confirm });
  const cancelButton = build("button", { type: "button", text: cancel, on: { click: () => dialog.close("") } });
  const dialog = build("dialog", { class: wide ? "ask wide" : "ask", "aria-labelledby": titleId },
    build("h2", { id: titleId, text: title }),
    build("form", { method: "dialog" }, ...content, build("div", { class: "actions" }, cancelButton, confirmButton)));
  host.append(dialog);
  dialog.showModal();
  (focusCancel ? cancelButton : confirmButton).focus();
  onOpen?.(confirmButton);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
