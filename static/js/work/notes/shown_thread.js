// @ts-check
/** A thread as it is read: who wrote what when. */
import { build } from "pyramidion/elements/build.js";

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/**
 * @param {import("./note_book.js").Thread} thread @param {import("./notes_door.js").Subject} subject
 * @param {...(Node | null)} more what can be done with it
 */
export function shownThread(thread, subject, ...more) {
  const on = thread.summary === null ? "" : subject.letterOf(thread.summary);
  const resolved = thread.resolved ? build("p", { class: "quiet", text: `Resolved by ${thread.resolved_by ?? "somebody"}` }) : null;
  return build("article", { class: thread.resolved ? "thread resolved" : "thread", data: { thread: thread.id } },
    on ? build("p", { class: "thread-on", text: `On the contributor of ${on}` }) : null,
    ...thread.notes.map(({ by, mine, at, text }) =>
      build("div", { class: "note" },
        build("p", { class: "note-head" }, build("b", { text: mine ? "You" : by }), " ",
          build("time", { datetime: at, text: TIME.format(new Date(at)) })),
        build("p", { class: "note-text", dir: "auto", text }))),
    resolved,
    ...more);
}
