// What stands beside the board in the win lab: small tables of numbers, the code that runs, and its variables.

import { cellAt, columnLabel } from "../board/cells.js";
import { make } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {{title: string, rows: number[][], spare: number, here: number[] | null, lit: number[][] | null}} Panel */
/** @typedef {{cells: string[], direction: string}} Line */
/** @typedef {{name: string, value: string, meaning: string}} Value */
/** @typedef {{group: string, label: string, text: string, cells: string[], value: number, counts: number[], panels: Panel[], lines: Line[], area: string[], code: number[], values: Value[]}} Step */

/** @typedef {import("../board/cells.js").Rules} Rules */

/**
 * The panels of a step: what it has, or else its counts in a row.
 * @param {Step | undefined} step
 * @param {number} needed
 * @param {Rules} rules
 * @param {boolean} counted whether the counts belong to cells in a row
 */
export function panelsOf(step, needed, rules, counted) {
  if (!step) return [];
  const made = step.panels.map(grid);
  if (step.counts.length && counted) made.push(countRow(step, needed, rules));
  return made;
}

/**
 * The code, with the lines that run now marked.
 * @param {string[]} lines
 * @param {readonly number[]} running
 */
export function codeLines(lines, running) {
  return lines.flatMap((line, at) => [running.includes(at) ? make("mark", { text: `${line || " "}\n` }) : make("span", { text: `${line}\n` })]);
}

/**
 * What the variables of the code hold, and what that means.
 * @param {Value[]} values
 */
export function valuesTable(values) {
  return make("table", { class: "values small" }, values.map((each) => make("tr", {}, [
    make("th", { scope: "row" }, [make("code", { text: each.name })]),
    make("td", { class: "numbers", text: each.value }),
    make("td", { class: "muted", text: each.meaning }),
  ])));
}

/**
 * One panel; what is lit stands out, bits above the board are hatched, and what is not yet known is a dot.
 * @param {Panel} panel
 */
function grid(panel) {
  const table = make("table", { class: "grid-panel numbers" });
  const lit = panel.lit && new Set(panel.lit.map(String));
  const [column, low] = panel.here ?? [Infinity, -1];
  const top = panel.rows.length - panel.spare;
  panel.rows.map((numbers, row) => make("tr", {}, numbers.map((number, x) => {
    const known = row > low || (row === low && x <= column);
    const kinds = [
      known && (lit ? lit.has(`${x},${row}`) : number !== 0) ? "on" : "",
      row >= top ? "spare" : "",
      row === low && x === column ? "here" : "",
    ];
    return make("td", { class: kinds.filter(Boolean).join(" "), text: known ? String(number) : words.board.unknown });
  }))).reverse().forEach((row) => table.append(row));
  if (!panel.rows.length) table.append(make("tr", {}, [make("td", { text: words.lab.nothing })]));
  const wide = panel.rows[0]?.length ?? 0;
  table.classList.toggle("wide", wide > 5);
  table.classList.toggle("dense", wide > 10);
  return make("figure", {}, [make("figcaption", { class: "small muted", text: panel.title }), table]);
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
