// The board as a table, for those who hear it: row by row from the top.

import { cellText, columnLabel } from "./cells.js";
import { words } from "../site/words.js";

/** @typedef {import("./cells.js").Rules} Rules */

/** A hidden table that says what the picture shows. */
export class BoardTable {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    this.root = document.createElement("div"); // tables do not shrink, what holds them does
    this.root.className = "visually-hidden";
    const table = document.createElement("table");
    this.root.append(table);
    table.createCaption().textContent = words.board.caption(rules.width, rules.height);
    const head = table.createTHead().insertRow();
    head.append(heading("col", words.board.row));
    for (let column = 0; column < rules.width; column++) {
      head.append(heading("col", columnLabel(column, rules)));
    }
    const body = table.createTBody();
    /** @type {Map<string, HTMLTableCellElement>} */
    this.cells = new Map();
    for (let row = rules.height - 1; row >= 0; row--) {
      const line = body.insertRow();
      line.append(heading("row", String(row + 1)));
      for (let column = 0; column < rules.width; column++) this.cells.set(cellText({ column, row }), line.insertCell());
    }
  }

  /** @param {Readonly<Record<string, string>>} discs */
  update(discs) {
    for (const [name, cell] of this.cells) {
      const text = discs[name] ?? words.board.empty;
      if (cell.textContent !== text) cell.textContent = text;
    }
  }
}

/**
 * @param {"col" | "row"} scope
 * @param {string} text
 */
function heading(scope, text) {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = text;
  return cell;
}
