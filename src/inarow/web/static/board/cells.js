// What a page must know of rules and cells in order to draw them. Nothing here decides a game.

import { say } from "../site/language.js";

/** @typedef {{width: number, height: number, k: number, gravity: boolean}} Rules */
/** @typedef {{column: number, row: number}} Cell */
/** @typedef {"x" | "o"} Side */

const COLUMNS = "123456789abcdefghijklmnopqrstuvwxyz";

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

// -- as files, addresses and the server write it: the functions of inarow.board.notation ----------

/**
 * A cell as letters and a number: d1 is the fourth column, lowest row.
 * @param {Cell} cell
 */
export function cellText({ column, row }) {
  return columnLetters(column) + (row + 1);
}

/**
 * The cell that its text stands for.
 * @param {string} text
 * @returns {Cell}
 */
export function cellAt(text) {
  const match = /^([a-z]+)(\d+)$/.exec(text);
  if (!match) throw new Error(`expected a cell such as d1, got ${text}`);
  let column = 0;
  for (const letter of match[1]) column = column * 26 + letter.charCodeAt(0) - 96;
  return { column: column - 1, row: Number(match[2]) - 1 };
}

/**
 * One move: with gravity a character from 1…9a…z, else a cell.
 * @param {number} move
 * @param {Rules} rules
 */
export function moveText(move, rules) {
  return rules.gravity ? COLUMNS[move] : cellText(cellOf(move, rules));
}

// -- as people see it: they are shown nothing else ------------------------------------------------

/**
 * What is drawn at a column's edge: 4 or 12; without gravity letters.
 * @param {number} column
 * @param {Rules} rules
 */
export function columnLabel(column, rules) {
  return rules.gravity ? String(column + 1) : columnLetters(column);
}

/**
 * One move in a list: 4 or 12, without gravity h8.
 * @param {number} move
 * @param {Rules} rules
 */
export function moveLabel(move, rules) {
  return rules.gravity ? String(move + 1) : moveText(move, rules);
}

/**
 * One move in a sentence: column 4, without gravity h8.
 * @param {number} move
 * @param {Rules} rules
 */
export function moveName(move, rules) {
  return rules.gravity ? say("column {column}", { column: move + 1 }) : moveText(move, rules);
}

/**
 * One cell in a sentence: column 4, row 1; without gravity d1.
 * @param {Cell} cell
 * @param {Rules} rules
 */
export function cellName(cell, rules) {
  return rules.gravity ? say("column {column}, row {row}", { column: cell.column + 1, row: cell.row + 1 }) : cellText(cell);
}

// -- moves and cells ------------------------------------------------------------------------------

/**
 * The move that means this cell: its column, or without gravity its number.
 * @param {Rules} rules
 * @param {Cell} cell
 */
export function moveAt(rules, { column, row }) {
  return rules.gravity ? column : row * rules.width + column;
}

/**
 * The cell of a move without gravity.
 * @param {number} move
 * @param {Rules} rules
 * @returns {Cell}
 */
export function cellOf(move, { width }) {
  return { column: move % width, row: Math.floor(move / width) };
}

/**
 * Where a disc would come to lie, as far as a picture can tell; null in a full column.
 * @param {Rules} rules
 * @param {Readonly<Record<string, string>>} discs
 * @param {number} move
 * @returns {Cell | null}
 */
export function landing(rules, discs, move) {
  if (!rules.gravity) return cellOf(move, rules);
  for (let row = 0; row < rules.height; row++) {
    if (!(cellText({ column: move, row }) in discs)) return { column: move, row };
  }
  return null;
}
