// Every sentence that scripts show or speak, in one place, so that it can be translated.

import { columnSign } from "./cells.js";

/** @param {string} side */
const sideName = (side) => (side === "x" ? "×" : "○");

export const words = {
  board: {
    columns: "Columns",
    cells: "Board",
    unknown: "·",
    empty: "empty",
    best: "best",
    /** @param {number} column */
    sign: (column) => columnSign(column),
    /**
     * @param {number} column
     * @param {number | null} row
     * @param {string | null} score
     * @param {boolean} best
     */
    column: (column, row, score, best) =>
      `Column ${columnSign(column)}, ${row === null ? "full" : `falls to row ${row + 1}`}${score ? `, ${score}` : ""}${best ? ", best" : ""}`,
    /**
     * @param {string} cell
     * @param {string | null} side
     * @param {string | null} score
     */
    cell: (cell, side, score) => `${cell}, ${side ?? "empty"}${score ? `, ${score}` : ""}`,
    /**
     * @param {number} move
     * @param {string} text
     */
    scoreOf: (move, text) => `Column ${columnSign(move)}: ${text}`,
    /**
     * @param {number} width
     * @param {number} height
     */
    caption: (width, height) => `The board: ${width} columns, ${height} rows`,
    row: "Row",
    nudge: "Move the choice",
    left: "One cell left",
    right: "One cell right",
    up: "One cell up",
    down: "One cell down",
    place: "Play here",
  },
  settings: {
    saved: "Saved.",
    unsaved: "That could not be saved. Try again.",
  },
  sideName,
};
