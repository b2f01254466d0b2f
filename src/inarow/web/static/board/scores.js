// Scores under the columns: a number with its sign, a tone, and words for the one in focus.

import { words } from "../site/words.js";

/** @typedef {import("./board.js").Score} Score */
/** @typedef {import("./cells.js").Rules} Rules */

/** A row of scores that lines up with the columns above, if there is gravity, and a line of words below. */
export class Scores {
  /**
   * @param {Rules} rules
   * @param {boolean} flipped
   */
  constructor(rules, flipped) {
    this.rules = rules;
    this.root = document.createElement("div");
    this.root.className = "scores";
    this.root.hidden = true;
    this.root.setAttribute("aria-hidden", "true"); // the buttons' names say the same
    this.row = document.createElement("div");
    this.row.className = "row";
    this.said = document.createElement("p");
    this.said.className = "said";
    this.root.append(this.row, this.said);
    /** @type {HTMLElement[]} */
    this.cells = Array.from({ length: rules.gravity ? rules.width : 0 }, () => document.createElement("span"));
    this.row.append(...(flipped ? [...this.cells].reverse() : this.cells));
  }

  /**
   * @param {Record<number, Score>} scores
   * @param {readonly number[]} best
   * @param {boolean} wanted
   */
  update(scores, best, wanted) {
    this.root.hidden = !wanted;
    this.cells.forEach((cell, column) => {
      const score = scores[column];
      cell.textContent = score ? scoreText(score) : words.board.unknown;
      cell.className = `score${score && !score.exact ? " guess" : ""}${best.includes(column) ? " best" : ""}`;
      cell.dataset.tone = !score ? "none" : score.tone > 0 ? "good" : score.tone < 0 ? "bad" : "even";
      cell.style.setProperty("--tone", String(score ? Math.abs(score.tone) : 0));
    });
  }

  /**
   * Says the words of one score, or nothing.
   * @param {number | null} move
   * @param {Record<number, Score>} scores
   */
  say(move, scores) {
    const score = move === null ? undefined : scores[move];
    this.said.textContent = move !== null && score ? words.board.scoreOf(this.rules, move, score.words) : "";
    this.cells.forEach((cell, column) => cell.classList.toggle("aimed", column === move));
  }
}

/**
 * A score as it is shown: estimates carry their sign.
 * @param {Score} score
 */
export function scoreText(score) {
  return score.exact || score.label.startsWith("≈") ? score.label : `≈${score.label}`;
}
