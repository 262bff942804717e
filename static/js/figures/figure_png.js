/** Buttons with `data-png` save the picture of their figure as PNG, as it looks now. Without scripts they stay hidden. */

const SCALE = 2;
const MARGIN = 16;
/** What the style sheet says of marks: an image has no style sheet of the page, so each mark is told as an attribute. */
const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin",
  "font-family", "font-size", "font-weight",
];

for (const button of document.querySelectorAll("button[data-png]")) {
  const picture = button.closest("figure")?.querySelector("svg");
  if (!(button instanceof HTMLButtonElement) || !picture) continue;
  button.hidden = false;
  button.addEventListener("click", async () => save(await png(picture), button.dataset.png ?? "figure.png"));
}

/** @param {SVGSVGElement} picture */
async function png(picture) {
  const { width, height } = picture.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(styled(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(SCALE * (width + 2 * MARGIN));
  canvas.height = Math.ceil(SCALE * (height + 2 * MARGIN));
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot draw on a canvas.");
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, SCALE * MARGIN, SCALE * MARGIN, SCALE * width, SCALE * height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** The picture as text, each element with the style that it has on the page. @param {SVGSVGElement} picture */
function styled(picture) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  const copies = copy.querySelectorAll("*");
  picture.querySelectorAll("*").forEach((element, at) => {
    const look = getComputedStyle(element);
    for (const name of STYLES) copies[at].setAttribute(name, look.getPropertyValue(name));
  });
  return new XMLSerializer().serializeToString(copy);
}

/** @param {Blob | null} blob @param {string} name */
function save(blob, name) {
  if (!blob) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
