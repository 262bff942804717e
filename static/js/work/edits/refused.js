// @ts-check
/** An edit is well formed but cannot apply to what stands. */
export class Refused extends Error {
  /**
   * @param {"gone" | "changed" | "overlap" | "out_of_text" | "duplicate" | "blocked"} code
   * @param {string} message one sentence for the person
   * @param {string} [edit] the id of the edit, where the thrower knows it
   */
  constructor(code, message, edit = "") {
    super(message);
    this.code = code;
    this.edit = edit;
  }
}
