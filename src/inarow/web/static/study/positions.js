// Positions from the server. They never change, so they are remembered.

import { ask, get, Refusal } from "../site/page.js";

/**
 * @typedef {object} View
 * @property {string} rules
 * @property {boolean} gravity
 * @property {number[]} moves
 * @property {string} text
 * @property {string | null} played
 * @property {"x" | "o" | null} by
 * @property {string | null} start
 * @property {string} position
 * @property {string} address
 * @property {number} ply
 * @property {Record<string, "x" | "o">} discs
 * @property {string | null} last
 * @property {"x" | "o" | null} turn
 * @property {number[]} legal
 * @property {string[][]} lines
 * @property {{winner: "x" | "o" | null, reason: string, text: string} | null} outcome
 * @property {{x: string[], o: string[]}} threats
 * @property {string} status
 * @property {string[]} problems
 */

/**
 * Calls *told* with every line of an answer as it comes.
 * @template T
 * @param {string} path
 * @param {(line: T) => void} told
 * @param {AbortSignal} signal
 */
export async function stream(path, told, signal) {
  const answer = await ask(path, { signal });
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      if (!text.trim()) continue;
      const line = JSON.parse(text);
      if (line.error) throw new Refusal(line.text);
      told(line);
    }
    if (done) return;
  }
}

/** @type {Map<string, Promise<View>>} */
const views = new Map();
const MOST = 500;

/**
 * The position at an address after some more moves.
 * @param {string} address
 * @param {number[]} [play]
 * @returns {Promise<View>}
 */
export function viewOf(address, play = []) {
  const query = play.length ? `${address.includes("?") ? "&" : "?"}play=${play.join(",")}` : "";
  const path = `/api/position/${address}${query}`;
  let found = views.get(path);
  if (!found) {
    if (views.size >= MOST) views.clear();
    found = get(path);
    views.set(path, found);
    found.catch(() => views.delete(path));
  }
  return found;
}
