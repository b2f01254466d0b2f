// What a page must know of rules and cells in order to draw them. Nothing here decides a game.

/** @typedef {{width: number, height: number, k: number, gravity: boolean}} Rules */
/** @typedef {{column: number, row: number}} Cell */
/** @typedef {"x" | "o"} Side */

const SIGNS = "123456789abcdefghijklmnopqrstuvwxyz";

/**
 * Rules from "7x6x4", "15x15x5/free" or, as in addresses, "15x15x5-free".
 * @param {string} text
 * @returns {Rules}
 */
export function parseRules(text) {
  const match = /^(\d+)x(\d+)x(\d+)([/-]free)?$/.exec(text);
  if (!match) throw new Error(`expected rules such as 7x6x4, got ${text}`);
  const [width, height, k] = match.slice(1, 4).map(Number);
  return { width, height, k, gravity: !match[4] };
}

/**
 * Rules as they stand in addresses.
 * @param {string} rules
 */
export function slug(rules) {
  return rules.replace("/", "-");
}

/**
 * The letters of a column: a, b, … z, aa, …
 * @param {number} column
 */
export function columnLetters(column) {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/**
 * The sign of a column in move text: 1, 2, … 9, a, …
 * @param {number} column
 */
export function columnSign(column) {
  return SIGNS[column] ?? "";
}

/**
 * The column that a sign stands for, or -1.
 * @param {string} sign
 */
export function columnOf(sign) {
  return sign.length === 1 ? SIGNS.indexOf(sign.toLowerCase()) : -1;
}

/**
 * A cell's name: d1 is the fourth column, lowest row.
 * @param {number} column
 * @param {number} row
 */
export function cellName(column, row) {
  return columnLetters(column) + (row + 1);
}

/**
 * The cell that a name stands for.
 * @param {string} name
 * @returns {Cell}
 */
export function cellAt(name) {
  const match = /^([a-z]+)(\d+)$/.exec(name);
  if (!match) throw new Error(`expected a cell such as d1, got ${name}`);
  let column = 0;
  for (const letter of match[1]) column = column * 26 + letter.charCodeAt(0) - 96;
  return { column: column - 1, row: Number(match[2]) - 1 };
}

/**
 * The move that means this cell: its column, or without gravity its number.
 * @param {Rules} rules
 * @param {Cell} cell
 */
export function moveAt(rules, { column, row }) {
  return rules.gravity ? column : row * rules.width + column;
}

/**
 * A move as people say it: "column 4", or "h8" without gravity.
 * @param {Rules} rules
 * @param {number} move
 */
export function moveText(rules, move) {
  if (rules.gravity) return columnSign(move);
  return cellName(move % rules.width, Math.floor(move / rules.width));
}

/**
 * Where a disc would come to lie, as far as a picture can tell; null in a full column.
 * @param {Rules} rules
 * @param {Readonly<Record<string, string>>} discs
 * @param {number} move
 * @returns {Cell | null}
 */
export function landing(rules, discs, move) {
  if (!rules.gravity) return { column: move % rules.width, row: Math.floor(move / rules.width) };
  for (let row = 0; row < rules.height; row++) {
    if (!(cellName(move, row) in discs)) return { column: move, row };
  }
  return null;
}
