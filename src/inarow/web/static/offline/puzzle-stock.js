// Puzzles on this device, each with its right move, so that some can be solved without a network.

import { get } from "../site/page.js";
import { keep, kept } from "../site/settings.js";

/** @typedef {import("../study/puzzles.js").Puzzle & {move: number}} Stocked */

const PLACE = "puzzle-stock";
const FORMAT = 1; // a higher one makes devices forget what they have
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
 * Fetches puzzles until there are enough that have not been solved.
 * @param {string[]} wanted names, the first ones first
 * @param {string[]} solved these can go
 */
export async function stockUp(wanted, solved) {
  const done = new Set(solved);
  const left = stocked().filter(({ name }) => !done.has(name));
  const have = new Set(left.map(({ name }) => name));
  const names = wanted.filter((name) => !have.has(name)).slice(0, MOST - left.length);
  if (!names.length) return;
  const fresh = await get(`/api/puzzles/stock?names=${names.join(",")}`);
  keep(PLACE, JSON.stringify({ format: FORMAT, puzzles: [...left, ...fresh] }));
}
