// Moves with variations: a tree with a place in it, and its drawing as buttons.

import { moveLabel, parseRules } from "../board/cells.js";
import { make } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {import("./positions.js").View} View */
/** @typedef {{move: number, comment: string, variations: RecordNode[][]}} RecordNode */
/** @typedef {{sign: string, grade: string | null, share: number, height: number, words: string, sentences: string[], line: number[], better: number[]}} Judged */

const MARKS = /\s*\[%marks ([^\]]*)\]/;
const MARK = /^[a-z]+\d+(-[a-z]+\d+)?$/;
const MOST_MARKS = 100;

/** A move, and those played after it; the first of these goes on with the game. */
export class Place {
  /** @type {Place[]} */
  after = [];
  /** @type {View | null} */
  view = null;
  /** @type {number | null} what × can expect here, 0 to 1 */
  share = null;
  /** @type {number | null} how high it stands on the graph, 0 to 1 */
  height = null;
  /** @type {Judged | null} */
  judged = null;
  comment = "";
  /** @type {string[]} what is drawn on the board: circles such as "d1", and arrows such as "d1-e3" */
  marks = [];

  /**
   * @param {Place | null} before
   * @param {number} move
   */
  constructor(before, move) {
    this.before = before;
    this.move = move;
  }

  /** The comment as records have it, with what is drawn at its end. */
  get remark() {
    return [this.comment, this.marks.length ? `[%marks ${this.marks.join(" ")}]` : ""].filter(Boolean).join(" ");
  }

  set remark(text) {
    const found = MARKS.exec(text);
    this.comment = text.replace(MARKS, "").trim();
    this.marks = (found?.[1] ?? "").split(" ").filter((mark) => MARK.test(mark)).slice(0, MOST_MARKS);
  }

  /** @returns {number} how many moves lead here */
  get ply() {
    return this.before ? this.before.ply + 1 : 0;
  }

  /** @returns {Place[]} the places from the start to here, without the start */
  path() {
    return this.before ? [...this.before.path(), this] : [];
  }

  /** @returns {Place[]} this place and those the game goes on with */
  line() {
    return [this, ...(this.after.length ? this.after[0].line() : [])];
  }

  /**
   * The place after a move, made if need be.
   * @param {number} move
   */
  add(move) {
    let place = this.after.find((each) => each.move === move);
    if (!place) {
      place = new Place(this, move);
      this.after.push(place);
    }
    return place;
  }
}

/**
 * A tree from what the server read.
 * @param {{comment: string, moves: RecordNode[]}} record
 * @param {View[]} history the positions of the main line
 */
export function grow(record, history) {
  const root = new Place(null, -1);
  root.remark = record.comment;
  branch(root, record.moves);
  root.line().forEach((place, ply) => (place.view = history[ply] ?? null));
  return root;
}

/**
 * @param {Place} before
 * @param {RecordNode[]} nodes
 */
function branch(before, nodes) {
  let place = before;
  for (const node of nodes) {
    const next = place.add(node.move);
    if (!next.remark) next.remark = node.comment;
    for (const variation of node.variations) branch(place, variation);
    place = next;
  }
}

/** @param {Judged} judged */
const gradeName = ({ grade }) => (grade ? (words.study.grades[grade] ?? grade) : "");

/** Draws a tree; a click on a move goes there. */
export class TreeView {
  /**
   * @param {HTMLElement} root
   * @param {(place: Place) => void} go
   */
  constructor(root, go) {
    this.root = root;
    this.go = go;
    this.first = "x";
    this.rules = parseRules("7x6x4");
    /** @type {WeakMap<Element, Place>} */
    this.places = new WeakMap();
    root.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      const place = button && this.places.get(button);
      if (place) this.go(place);
    });
  }

  /**
   * @param {Place} start
   * @param {Place} here
   * @param {View} view the position at the start: its rules, and who plays first
   */
  show(start, here, view) {
    this.first = view.turn ?? "x";
    this.rules = parseRules(view.rules);
    if (!start.after.length) {
      this.root.replaceChildren(make("p", { class: "muted small", text: words.study.noMoves }));
      return;
    }
    const list = make("ol", { class: "line-of-play" });
    this.#line(start.after[0], list, here, true);
    const old = this.root.scrollTop;
    this.root.replaceChildren(list);
    this.root.scrollTop = old;
    const now = this.root.querySelector("[aria-current]");
    if (now instanceof HTMLElement) {
      const { offsetTop: top, offsetHeight: height } = now;
      if (top < this.root.scrollTop) this.root.scrollTop = top - 8;
      else if (top + height > this.root.scrollTop + this.root.clientHeight) this.root.scrollTop = top + height - this.root.clientHeight + 8;
    }
  }

  /**
   * The moves from *place* on, with what branches off in front of what follows it.
   * @param {Place} place
   * @param {HTMLElement} list
   * @param {Place} here
   * @param {boolean} main
   */
  #line(place, list, here, main) {
    let numbered = true;
    for (const each of place.line()) {
      const others = main || each !== place ? (each.before?.after.slice(1) ?? []) : [];
      const isFirst = (each.ply + (this.first === "o" ? 1 : 0)) % 2 === 1;
      const number = Math.ceil((each.ply + (this.first === "o" ? 1 : 0)) / 2);
      const item = make("li", { class: isFirst ? "first" : "second" });
      if (isFirst || numbered) item.append(make("span", { class: "number numbers", text: isFirst ? `${number}.` : `${number}…` }));
      item.append(this.#button(each, here, isFirst ? "x" : "o"));
      if (each.comment) item.append(make("span", { class: "comment small muted", text: each.comment }));
      list.append(item);
      numbered = false;
      for (const other of others) {
        const inner = make("ol", { class: "variation" });
        this.#line(other, inner, here, false);
        list.append(make("li", { class: "branch" }, [inner]));
        numbered = true;
      }
    }
  }

  /**
   * @param {Place} place
   * @param {Place} here
   * @param {"x" | "o"} side
   */
  #button(place, here, side) {
    const text = moveLabel(place.move, this.rules);
    const button = make("button", { type: "button", class: `move ${side}` }, [make("i", { class: `dot ${side}`, "aria-hidden": "true" }), text]);
    const grade = place.judged;
    if (grade?.sign) button.append(make("b", { class: `sign ${grade.grade ?? ""}`, text: grade.sign, title: gradeName(grade) }));
    button.setAttribute("aria-label", words.study.move(this.rules, place.ply, side, place.move) + (grade?.grade ? `, ${gradeName(grade)}` : ""));
    if (place === here) button.setAttribute("aria-current", "true");
    this.places.set(button, place);
    return button;
  }
}
