// @ts-check
/**
 * What pages that share a queue tell one another. Without BroadcastChannel each looks into the storage now and then.
 * @typedef {{kind: "queue"} | {kind: "answer", base: number, answer: import("./post_edits.js").Answer}} Signal
 */
const LOOK = 2000; // ms

/** @param {string} queue @param {(signal: Signal) => void} listen @returns {(signal: Signal) => void} tells the others */
export function signals(queue, listen) {
  if (typeof BroadcastChannel !== "function") {
    setInterval(() => listen({ kind: "queue" }), LOOK);
    return () => {};
  }
  const channel = new BroadcastChannel(`pyramidion:${queue}`);
  channel.onmessage = (event) => listen(event.data);
  return (signal) => channel.postMessage(signal);
}
