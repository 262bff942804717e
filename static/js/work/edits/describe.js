// @ts-check
/**
 * What a group of edits did, in words: the same sentences as the server's history has.
 * @typedef {import("./types.js").Edit} Edit
 * @typedef {{before: Record<string, any>, after: Record<string, any>}} Images
 */
const LONGEST_NAME = 60;

/** One sentence without a subject or full stop: “merged 3 SCUs into “Last keeper left””. @param {Edit[]} edits @param {Images} images */
export function describe(edits, images) {
  const chief = [...edits].sort((a, b) => rank(a.verb) - rank(b.verb))[0];
  if (!chief) return "did nothing";
  const sentence = SENTENCES[chief.verb]?.(chief, images) ?? chief.verb.replaceAll("_", " ");
  const alike = edits.filter((edit) => edit.verb === chief.verb).length;
  return alike > 1 ? `${sentence} and ${alike - 1} more` : sentence;
}

/** As it stands after the group, else before it. @param {string} key @param {Images} images */
function name(key, { before, after }) {
  const image = after[key] ?? before[key];
  if (!image) return "an SCU";
  const label = (image.label ?? "").trim();
  if (label) return `“${label.length > LONGEST_NAME ? label.slice(0, LONGEST_NAME - 1) + "…" : label}”`;
  return "uid" in image ? `SCU ${image.uid}` : "a unit";
}

/** @typedef {(edit: Edit, images: Images) => string} Sentence */
/** @param {string} field @param {string} text @returns {Sentence} */
const of = (field, text) => (edit, images) => `${text} ${name(edit[field], images)}`;
/** @param {string} text @returns {Sentence} */
const ofHolder = (text) => (edit, images) => `${text} ${name(holder(edit.part, images), images)}`;
/** @param {string} text @returns {Sentence} */
const fixed = (text) => () => text;
/** @param {string} done @returns {Sentence} */
const flagged = (done) => (edit, images) => `${done} ${name(edit.scu ?? edit.unit, images)} as ${edit.reason}`;

/** The SCU or unit that had the part. @param {string} part @param {Images} images */
function holder(part, { before, after }) {
  const has = (/** @type {any} */ image) =>
    (image?.contributors ?? [image]).some((/** @type {any} */ one) => one?.parts?.some((/** @type {any} */ p) => p.id === part));
  return Object.keys(after).find((key) => has(before[key]) || has(after[key])) ?? "";
}

/** @type {Record<string, string>} */
const CHOICES = {
  agree: "took over {}, as all have it",
  merge: "decided {}: merged",
  free: "decided {}: edited freely",
};

/** @type {Record<string, Sentence>} */
const SENTENCES = {
  decide: ({ choice, scus = [] }, images) =>
    (CHOICES[choice] ?? `decided {}: ${choice}`).replace("{}", scus.length ? name(scus[0], images) : "a difference"),
  undecide: fixed("left a difference open again"),
  merge_scus: ({ into, scus }, images) => {
    const what = scus.length === 1 ? name(scus[0], { before: images.before, after: {} }) : `${scus.length} SCUs`;
    return `merged ${what} into ${name(into, images)}`;
  },
  split_scu: (edit, images) => `split ${name(edit.scu, images)} into two`,
  create_scu: of("scu", "made"),
  delete_scu: of("scu", "deleted"),
  move_contributor: of("to_scu", "moved a contributor to"),
  move_part: of("to_scu", "moved a part to"),
  copy_part: of("to_scu", "copied a part to"),
  remove_contributor: of("scu", "removed a contributor of"),
  relabel_scu: of("scu", "relabelled"),
  comment_scu: of("scu", "commented on"),
  comment_contributor: of("scu", "commented on a contributor of"),
  reorder_scu: (edit, images) => `moved ${name(edit.scu, images)} in the list`,
  add_part: of("scu", "added words to"),
  set_part: ofHolder("changed the bounds of a part of"),
  remove_part: ofHolder("removed a part of"),
  flag: flagged("flagged"),
  unflag: flagged("unflagged"),
  set_aside: fixed("set text aside"),
  unset_aside: fixed("took text back that was set aside"),
  match_part: (edit) => (edit.scu ? "matched words to an SCU" : "marked words as matching nothing"),
  rematch_unit: fixed("matched a unit to another SCU"),
  split_unit: fixed("split a unit"),
  join_units: fixed("joined units"),
  label_unit: fixed("labelled a unit"),
  comment_unit: fixed("commented on a unit"),
  remove_unit: fixed("removed a unit"),
  mark_absent: fixed("marked an SCU as absent"),
  unmark_absent: fixed("took back that an SCU is absent"),
};
// Of several verbs in a group the first of these names it.
const VERBS = Object.keys(SENTENCES);

/** @param {string} verb */
function rank(verb) {
  const at = VERBS.indexOf(verb);
  return at < 0 ? VERBS.length : at;
}
