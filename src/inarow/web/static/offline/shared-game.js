// A game for two on this device. The only place where a page decides what wins: there is no server to ask.
// No DOM here, so that node can compare it with the library.

import { cellAt, cellOf, cellText, landing, moveText } from "../board/cells.js";

/** @typedef {import("../board/cells.js").Rules} Rules */
/** @typedef {import("../board/cells.js").Side} Side */
/** @typedef {Readonly<Record<string, string>>} Discs */
/**
 * @typedef {object} Position
 * @property {Record<string, Side>} discs
 * @property {string | null} last
 * @property {Side | null} turn nobody's when the game is over
 * @property {number[]} legal
 * @property {string[][]} lines
 */

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/**
 * The lines that go through a disc: the longest runs of its colour with at least k cells.
 * @param {Rules} rules
 * @param {Discs} discs
 * @param {string} cell
 * @returns {string[][]}
 */
export function linesThrough(rules, discs, cell) {
  const { column, row } = cellAt(cell);
  return DIRECTIONS.map(([right, up]) => {
    const at = (/** @type {number} */ step) => cellText({ column: column + step * right, row: row + step * up });
    const isOurs = (/** @type {number} */ step) => column + step * right >= 0 && row + step * up >= 0 && discs[at(step)] === discs[cell];
    let [first, last] = [0, 0];
    while (isOurs(first - 1)) first--;
    while (isOurs(last + 1)) last++;
    return Array.from({ length: last - first + 1 }, (_, i) => at(first + i));
  }).filter((run) => run.length >= rules.k);
}

/**
 * The moves of a list that can be played one after the other; nothing follows the end of a game.
 * @param {Rules} rules
 * @param {readonly number[]} moves
 * @returns {Position}
 */
export function positionAfter(rules, moves) {
  /** @type {Position} */
  const found = { discs: {}, last: null, turn: "x", legal: [], lines: [] };
  for (const move of moves) {
    const cell = found.turn && landing(rules, found.discs, move);
    if (!cell || cellText(cell) in found.discs) break;
    found.last = cellText(cell);
    found.discs[found.last] = /** @type {Side} */ (found.turn);
    found.lines = linesThrough(rules, found.discs, found.last);
    found.turn = found.lines.length ? null : found.turn === "x" ? "o" : "x";
  }
  if (found.turn) found.legal = legalMoves(rules, found.discs);
  if (!found.legal.length) found.turn = null;
  return found;
}

/**
 * @param {Rules} rules
 * @param {Discs} discs
 */
function legalMoves(rules, discs) {
  const count = rules.gravity ? rules.width : rules.width * rules.height;
  return Array.from({ length: count }, (_, move) => move).filter((move) =>
    rules.gravity ? landing(rules, discs, move) : !(cellText(cellOf(move, rules)) in discs));
}

/**
 * The moves that a text has, as records and addresses write them: "4453", "h8 i9".
 * @param {string} text
 * @param {Rules} rules
 * @returns {number[]}
 */
export function movesOf(text, rules) {
  const names = Array.from({ length: rules.gravity ? rules.width : rules.width * rules.height }, (_, move) => moveText(move, rules));
  const parts = rules.gravity ? text.replaceAll(" ", "") : (text.match(/[a-z]+\d+/g) ?? []);
  return [...parts].map((part) => names.indexOf(part)).filter((move) => move >= 0);
}
