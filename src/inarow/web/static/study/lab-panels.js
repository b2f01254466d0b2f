// The drawings beside the board in the win lab: small tables of numbers, the last row at the bottom.

import { make } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {{title: string, rows: number[][]}} Panel */
/** @typedef {{cells: string[], direction: string}} Line */
/** @typedef {{group: string, label: string, text: string, cells: string[], value: number, counts: number[], panels: Panel[], lines: Line[], area: string[]}} Step */

/**
 * The panels of a step: what it has, or else its counts in a row.
 * @param {Step | undefined} step
 * @param {number} needed
 */
export function panelsOf(step, needed) {
  if (!step) return [];
  const made = step.panels.map((panel) => grid(panel, needed));
  if (step.counts.length) made.push(countRow(step, needed));
  return made;
}

/**
 * One panel; ones and what reaches the needed value stand out.
 * @param {Panel} panel
 * @param {number} needed
 */
function grid(panel, needed) {
  const rows = [...panel.rows].reverse();
  const table = make("table", { class: "grid-panel numbers" }, [make("caption", { text: panel.title })]);
  const isNumbers = panel.title === "response";
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
 * The cells of a line with the counter under each.
 * @param {Step} step
 * @param {number} needed
 */
function countRow(step, needed) {
  const table = make("table", { class: "count-panel numbers" });
  table.append(make("tr", {}, step.cells.map((cell) => make("th", { scope: "col", text: cell }))));
  table.append(make("tr", {}, step.counts.map((count) => make("td", { class: count >= needed ? "hit" : count > 0 ? "on" : "", text: String(count) }))));
  return table;
}
