// Puzzles on this device, each with its right move, so that some can be solved without a network.

import { get } from "../site/page.js";
import { keep, kept } from "../site/settings.js";

/** @typedef {import("../study/puzzles.js").Puzzle & {move: number}} Stocked */

const PLACE = "puzzle-stock";
const FORMAT = 2; // a higher one makes devices forget what they have
const MOST = 24;

/** The puzzles that can be solved here. @returns {Stocked[]} */
export function stocked() {
  try {
    const { format, puzzles } = JSON.parse(kept(PLACE) || "{}");
    return format === FORMAT && Array.isArray(puzzles) ? puzzles : [];
  } catch {
    return [];
  }
}

/**
 * Fetches puzzles until there are enough that have not been solved here.
 * @param {import("../study/puzzles.js").Puzzle} shown one that is there in any case
 * @param {number} rating about how hard they are to be
 * @param {string[]} solved these can go
 */
export async function stockUp(shown, rating, solved) {
  const done = new Set(solved);
  const left = stocked().filter(({ name }) => !done.has(name));
  const have = new Set(left.map(({ name }) => name));
  const missing = have.has(shown.name) ? "" : shown.name;
  if (!missing && left.length >= MOST) return;
  const fresh = /** @type {Stocked[]} */ (await get(`/api/puzzles/stock?rating=${Math.round(rating)}&name=${missing}`));
  const puzzles = [...fresh.filter(({ name }) => !have.has(name)), ...left].slice(0, MOST);
  keep(PLACE, JSON.stringify({ format: FORMAT, puzzles }));
}
