/** Buttons with `data-png` save the SVG of their figure as a PNG in the current colours. Without JavaScript they stay hidden. */

const SCALE = 2; // for sharp prints and high-resolution screens
const MARGIN = 16; // in units of the SVG
/** Styles copied to attributes of each element: the page's style sheet does not apply inside an image. */
const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin",
  "font-family", "font-size", "font-weight",
];

for (const button of document.querySelectorAll("button[data-png]")) {
  const picture = button.closest("figure")?.querySelector("svg");
  if (!(button instanceof HTMLButtonElement) || !picture) continue;
  button.hidden = false;
  button.addEventListener("click", async () => save(await renderPng(picture), button.dataset.png ?? "figure.png"));
}

/** Returns the picture as a PNG; null if the browser cannot make one. @param {SVGSVGElement} picture @returns {Promise<Blob | null>} */
async function renderPng(picture) {
  const { width, height } = picture.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(serializeWithStyles(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(SCALE * (width + 2 * MARGIN));
  canvas.height = Math.ceil(SCALE * (height + 2 * MARGIN));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw on a canvas.");
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, SCALE * MARGIN, SCALE * MARGIN, SCALE * width, SCALE * height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Returns the SVG source, with the computed styles of each element as attributes. @param {SVGSVGElement} picture */
function serializeWithStyles(picture) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  const copies = copy.querySelectorAll("*");
  picture.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) copies[i].setAttribute(name, style.getPropertyValue(name));
  });
  return new XMLSerializer().serializeToString(copy);
}

/** Downloads a file. @param {Blob | null} blob @param {string} name */
function save(blob, name) {
  if (!blob) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href)); // after the download has begun
}
