/**
 * Drags cards between columns with the mouse or a pen. Touching scrolls instead.
 * @typedef {{element: HTMLElement, x: number, y: number, isMoving: boolean, column: HTMLElement | null}} Drag  x, y: where the drag began
 */

const LEAST_DISTANCE = 6; // px; a shorter movement is a click

export class CardDrag {
  /** @type {Drag | null} */
  #drag = null;

  /**
   * @param {HTMLElement} host contains the columns @param {string} columns selector of the columns
   * @param {{card: (target: EventTarget | null) => HTMLElement | null, drop: (card: HTMLElement, column: HTMLElement) => void}} options
   *   card: returns the card in which a drag begins, null if it cannot be dragged
   */
  constructor(host, columns, { card, drop }) {
    this.columns = columns;
    host.addEventListener("pointerdown", (event) => {
      const element = event.button === 0 && event.pointerType !== "touch" ? card(event.target) : null;
      if (element) this.#drag = { element, x: event.clientX, y: event.clientY, isMoving: false, column: null };
    });
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointercancel", () => this.cancel());
    host.addEventListener("pointerup", () => {
      const { element, isMoving = false, column } = this.#drag ?? {};
      this.cancel();
      if (element && isMoving && column) drop(element, column);
    });
  }

  get isMoving() {
    return this.#drag?.isMoving ?? false;
  }

  /** Ends the drag without a drop. */
  cancel() {
    this.#drag?.element.classList.remove("dragging");
    this.#drag?.element.style.removeProperty("transform");
    this.#drag?.column?.classList.remove("target");
    this.#drag = null;
  }

  /** @param {PointerEvent} event */
  #move({ clientX, clientY, pointerId }) {
    const drag = this.#drag;
    if (!drag) return;
    const { element, x, y } = drag;
    if (!drag.isMoving) {
      if (Math.hypot(clientX - x, clientY - y) < LEAST_DISTANCE) return;
      drag.isMoving = true;
      element.setPointerCapture(pointerId);
      element.classList.add("dragging");
    }
    element.style.setProperty("transform", `translate(${clientX - x}px, ${clientY - y}px)`);
    const columnsAtPointer = document.elementsFromPoint(clientX, clientY).map((each) => each.closest(this.columns));
    const column = /** @type {HTMLElement | null} */ (columnsAtPointer.find(Boolean) ?? null);
    if (column === drag.column) return;
    drag.column?.classList.remove("target");
    column?.classList.add("target");
    drag.column = column;
  }
}
