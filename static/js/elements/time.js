/** Times in the date format of all pages, in the reader's time zone. */
import { build } from "pyramidion/elements/build.js";

const FORMAT = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** Returns an element that shows a time. @param {string} at in ISO 8601 */
export const timeElement = (at) => build("time", { datetime: at, text: FORMAT.format(new Date(at)) });
