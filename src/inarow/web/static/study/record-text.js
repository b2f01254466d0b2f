// A tree of moves as the text of a game record; docs/reference/records.md describes it.
// No DOM here, so that node can write what the library reads.

import { moveText, parseRules } from "../board/cells.js";

/** @typedef {import("./move-tree.js").Place} Place */

const WIDTH = 80;

/**
 * The record of a whole tree.
 * @param {Place} root its view is there
 * @param {Place["view"]} end the position at the end of the main line
 */
export function recordText(root, end) {
  const start = /** @type {NonNullable<Place["view"]>} */ (root.view);
  const result = !end?.outcome ? "*" : end.outcome.winner === "x" ? "1-0" : end.outcome.winner === "o" ? "0-1" : "1/2-1/2";
  const tags = [`[Rules "${start.rules}"]`, `[Start "${start.position}"]`, `[Result "${result}"]`];
  const rules = parseRules(start.rules);
  /** @type {string[]} */
  const tokens = root.remark ? [braced(root.remark)] : [];
  if (root.after.length) tokens.push(...line(root.after[0], rules, start.turn === "o" ? 0 : -1, true));
  return `${tags.join("\n")}\n\n${wrapped([...tokens, result])}\n`;
}

/**
 * A move and those that follow it, with what might have been played instead.
 * @param {Place} place
 * @param {import("../board/cells.js").Rules} rules
 * @param {number} late how much a ply is more than the number of moves played
 * @param {boolean} main whether the others in front of the first move are still to be told
 * @returns {string[]}
 */
function line(place, rules, late, main) {
  const tokens = [];
  let isNumbered = true; // also after a comment or a variation
  for (const each of place.line()) {
    const ply = each.ply + late;
    if (ply % 2 === 0 || isNumbered) tokens.push(`${Math.floor(ply / 2) + 1}.${ply % 2 ? ".." : ""}`);
    tokens.push(moveText(each.move, rules));
    const others = main || each !== place ? (each.before?.after.slice(1) ?? []) : [];
    if (each.remark) tokens.push(braced(each.remark));
    for (const other of others) {
      const inner = line(other, rules, late, false);
      tokens.push(`(${inner[0]}`, ...inner.slice(1, -1), `${inner[inner.length - 1]})`);
    }
    isNumbered = Boolean(each.remark || others.length);
  }
  return tokens;
}

/** @param {string} comment */
const braced = (comment) => `{${comment.replaceAll("\\", "\\\\").replaceAll("}", "\\}")}}`;

/** @param {string[]} tokens */
function wrapped(tokens) {
  const lines = [""];
  for (const token of tokens) {
    const last = lines[lines.length - 1];
    if (last && last.length + 1 + token.length > WIDTH) lines.push(token);
    else lines[lines.length - 1] = last ? `${last} ${token}` : token;
  }
  return lines.join("\n");
}
