// The drawings beside the board in the win lab: small tables of numbers, the last row at the bottom.

import { cellAt, columnLabel } from "../board/cells.js";
import { make } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {{title: string, rows: number[][]}} Panel */
/** @typedef {{cells: string[], direction: string}} Line */
/** @typedef {{group: string, label: string, text: string, cells: string[], value: number, counts: number[], panels: Panel[], lines: Line[], area: string[]}} Step */

/** @typedef {import("../board/cells.js").Rules} Rules */

/**
 * The panels of a step: what it has, or else its counts in a row.
 * @param {Step | undefined} step
 * @param {number} needed
 * @param {Rules} rules
 */
export function panelsOf(step, needed, rules) {
  if (!step) return [];
  const made = step.panels.map((panel, at) => grid(panel, needed, at === 1 && step.panels.length === 2));
  if (step.counts.length) made.push(countRow(step, needed, rules));
  return made;
}

/**
 * One panel; ones and what reaches the needed value stand out.
 * @param {Panel} panel
 * @param {number} needed
 * @param {boolean} isNumbers whether it is what a kernel gives, the panel before it
 */
function grid(panel, needed, isNumbers) {
  const rows = [...panel.rows].reverse();
  const table = make("table", { class: "grid-panel numbers" }, [make("caption", { text: panel.title })]);
  for (const row of rows) {
    table.append(make("tr", {}, row.map((number) => make("td", {
      class: isNumbers ? (number >= needed ? "hit" : number > 0 ? "some" : "") : number > 0 ? "on" : number < 0 ? "off" : "",
      text: String(number),
    }))));
  }
  if (!rows.length) table.append(make("tr", {}, [make("td", { text: words.lab.nothing })]));
  table.classList.toggle("dense", (rows[0]?.length ?? 0) > 10);
  return table;
}

/**
 * The cells of a line with the counter under each: columns and rows as the board has them at its edges.
 * @param {Step} step
 * @param {number} needed
 * @param {Rules} rules
 */
function countRow(step, needed, rules) {
  const table = make("table", { class: `count-panel numbers${step.cells.length > 10 ? " dense" : ""}` });
  const cells = step.cells.map(cellAt);
  const heads = [cells.map(({ column }) => columnLabel(column, rules)), cells.map(({ row }) => String(row + 1))];
  const names = [words.lab.column, words.lab.row];
  heads.forEach((head, i) => table.append(make("tr", {}, [rowName(names[i]), ...head.map((text) => make("th", { scope: "col", text }))])));
  table.append(make("tr", {}, [rowName(words.lab.counted), ...step.counts.map((count) => make("td", { class: count >= needed ? "hit" : count > 0 ? "on" : "", text: String(count) }))]));
  return table;
}

/** @param {string} text */
function rowName(text) {
  return make("th", { scope: "row", class: "row-name", text });
}
