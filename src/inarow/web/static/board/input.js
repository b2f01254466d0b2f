// What can be chosen on a board: a button for each column, or a grid of cells.
// Both hold exactly one stop of the Tab key; arrows, digits and letters move inside.

import { scoreText } from "./scores.js";
import { cellAt, cellText, columnLabel, landing, moveAt } from "./cells.js";
import { words } from "../site/words.js";

/** @typedef {import("./cells.js").Rules} Rules */
/**
 * @typedef {object} Told
 * @property {(move: number | null) => void} aim a pointer or the focus is over a move
 * @property {(move: number, finger: boolean) => void} take a move was activated
 * @property {(move: number) => void} full there is no room for a move
 * @property {(cell: string) => void} pick a cell was activated on an editable board
 * @property {() => void} leave the choice was given up
 */

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
function element(tag, attributes) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/**
 * What has the focus in the tree of an element: its document, or its own part of one.
 * @param {Element} element
 */
export function activeIn(element) {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

/** What both kinds share: one tab stop, pointer and click by delegation. */
class Zones {
  /**
   * @param {Rules} rules
   * @param {boolean} flipped
   * @param {Told} told
   * @param {HTMLElement} root
   */
  constructor(rules, flipped, told, root) {
    this.rules = rules;
    this.flipped = flipped;
    this.told = told;
    this.root = root;
    /** @type {HTMLElement[]} */
    this.items = [];
    this.stop = 0;
    this.digits = "";
    /** @type {ReadonlySet<number>} */
    this.legal = new Set();
    this.finger = false;
    root.addEventListener("pointerdown", (event) => (this.finger = event.pointerType !== "mouse"), { capture: true });
    root.addEventListener("mousedown", (event) => this.#leaveFocus(event));
    root.addEventListener("click", (event) => {
      const item = this.itemOf(event);
      this.digits = "";
      this.setStop(item ? this.items.indexOf(item) : -1);
      this.activate(item);
      if (this.finger) this.told.aim(null); // a finger that is lifted points nowhere
    });
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => {
      const item = this.itemOf(event);
      if (!item) return;
      this.setStop(this.items.indexOf(item));
      if (item.matches(":focus-visible")) this.told.aim(this.moveOf(item));
    });
    root.addEventListener("focusout", () => this.told.aim(null));
    root.addEventListener("pointerover", (event) => {
      const item = this.itemOf(event);
      if (event.pointerType === "mouse") this.told.aim(item && this.moveOf(item));
    });
    root.addEventListener("pointerleave", () => this.told.aim(null));
  }

  /**
   * A press is no wish to go on with the keyboard here: arrows still step through the game.
   * @param {MouseEvent} event
   */
  #leaveFocus(event) {
    event.preventDefault();
    const held = activeIn(this.root);
    if (held instanceof HTMLElement && !this.hasFocus) held.blur();
  }

  /** @param {Event} event */
  itemOf(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-move]") : null;
    return target instanceof HTMLElement ? target : null;
  }

  /** @param {HTMLElement} item */
  moveOf(item) {
    return Number(item.dataset.move);
  }

  /** Whether the keyboard is here. */
  get hasFocus() {
    return this.root.contains(activeIn(this.root));
  }

  /** @param {number} index */
  setStop(index) {
    if (index < 0 || index >= this.items.length) return;
    if (this.items[this.stop]) this.items[this.stop].tabIndex = -1;
    this.stop = index;
    this.items[index].tabIndex = 0;
  }

  /** @param {number} index */
  focus(index = this.stop) {
    if (index < 0 || index >= this.items.length) return;
    this.setStop(index);
    this.items[index].focus();
  }

  /** @param {HTMLElement | null} item */
  activate(item) {
    if (!item) return;
    const move = this.moveOf(item);
    if (this.legal.has(move)) this.told.take(move, this.finger);
    else if (this.legal.size > 0) this.told.full(move); // others can be chosen
  }

  /**
   * The number that digits have named so far, 0 if none: a digit that leads too far begins anew.
   * @param {string} digit
   * @param {number} most
   */
  typed(digit, most) {
    const fits = (/** @type {string} */ text) => Number(text) >= 1 && Number(text) <= most;
    this.digits = [this.digits + digit, digit].find(fits) ?? "";
    return Number(this.digits);
  }

  /**
   * Whether the key was ours.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    this.finger = false;
    if (!/^\d$/.test(event.key)) this.digits = "";
    else if (event.repeat) return true; // a digit may play: once
    if (event.key === "Escape") this.told.leave();
    if (!this.moveBy(event.key)) return false;
    event.preventDefault();
    return true;
  }

  /**
   * @param {string} _key
   * @returns {boolean}
   */
  moveBy(_key) {
    return false;
  }
}

/**
 * A button for each column; on narrow boards they lie in a strip below. A digit plays its column;
 * where there are more than nine columns, digits lead to one, and Enter plays it.
 */
export class Columns extends Zones {
  /**
   * @param {Rules} rules
   * @param {boolean} flipped
   * @param {Told} told
   */
  constructor(rules, flipped, told) {
    super(rules, flipped, told, element("div", { class: "zones columns", role: "group", "aria-label": words.board.columns }));
    for (let place = 0; place < rules.width; place++) {
      const column = flipped ? rules.width - 1 - place : place;
      const button = element("button", { type: "button", class: "zone", "data-move": String(column), tabindex: "-1" });
      this.items.push(button);
    }
    this.root.append(...this.items);
    this.setStop(Math.floor(rules.width / 2));
    this.#slide();
  }

  /** A finger may slide to another column before it is lifted. */
  #slide() {
    let start = -1;
    this.root.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse") return;
      start = this.at(event.clientX);
      this.told.aim(this.moveOf(this.items[start]));
      const target = /** @type {Element} */ (event.target);
      if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    });
    this.root.addEventListener("pointermove", (event) => {
      if (start >= 0 && event.pointerType !== "mouse") this.told.aim(this.moveOf(this.items[this.at(event.clientX)]));
    });
    this.root.addEventListener("pointerup", (event) => {
      const end = start < 0 ? -1 : this.at(event.clientX);
      if (end >= 0 && end !== start && !this.root.classList.contains("strip")) this.activate(this.items[end]);
      if (start >= 0) this.told.aim(null);
      start = -1;
    });
    this.root.addEventListener("pointercancel", () => {
      start = -1;
      this.told.aim(null);
    });
  }

  /**
   * The place under a point.
   * @param {number} x
   */
  at(x) {
    const place = this.items.findIndex((item) => x < item.getBoundingClientRect().right);
    return place < 0 ? this.items.length - 1 : place;
  }

  /**
   * @param {string} key
   * @returns {boolean}
   */
  moveBy(key) {
    const last = this.items.length - 1;
    /** @type {Record<string, number>} */
    const places = { ArrowLeft: Math.max(0, this.stop - 1), ArrowRight: Math.min(last, this.stop + 1), Home: 0, End: last };
    const column = /^\d$/.test(key) ? this.typed(key, this.rules.width) - 1 : -1;
    const place = places[key] ?? this.items.findIndex((item) => this.moveOf(item) === column);
    if (place < 0) return false;
    if (column < 0 || this.rules.width > 9 || this.hasFocus) this.focus(place);
    if (column >= 0 && this.rules.width <= 9) this.activate(this.items[place]);
    return true;
  }

  /**
   * @param {import("./board.js").Shown} shown
   * @param {number | null} chosen
   */
  update(shown, chosen) {
    this.legal = new Set(shown.legal ?? []);
    for (const item of this.items) {
      const move = this.moveOf(item);
      const score = shown.scores[move];
      const cell = landing(this.rules, shown.discs, move);
      const name = words.board.column(this.rules, move, cell ? cell.row : null, score?.words ?? null, shown.best.includes(move));
      item.setAttribute("aria-label", name);
      item.setAttribute("aria-disabled", String(!this.legal.has(move)));
      item.classList.toggle("chosen", chosen === move);
      item.dataset.label = columnLabel(move, this.rules);
      item.dataset.score = score ? scoreText(score) : "";
    }
  }
}

/** A grid of cells, for boards without gravity and for editing. */
export class Cells extends Zones {
  /**
   * @param {Rules} rules
   * @param {boolean} flipped
   * @param {Told} told
   * @param {boolean} editable
   */
  constructor(rules, flipped, told, editable) {
    super(rules, flipped, told, element("div", { class: "zones cells", role: "grid", "aria-label": words.board.cells }));
    this.editable = editable;
    for (let line = 0; line < rules.height; line++) {
      const row = element("div", { role: "row", class: "row" });
      for (let place = 0; place < rules.width; place++) {
        const cell = { column: flipped ? rules.width - 1 - place : place, row: rules.height - 1 - line };
        const name = cellText(cell);
        const move = String(moveAt(rules, cell));
        const item = element("div", { role: "gridcell", class: "zone", "data-move": move, "data-cell": name, tabindex: "-1" });
        this.items.push(item);
        row.append(item);
      }
      this.root.append(row);
    }
    this.setStop(Math.floor(rules.height / 2) * rules.width + Math.floor(rules.width / 2));
  }

  /** @param {HTMLElement | null} item */
  activate(item) {
    if (item && this.editable) this.told.pick(item.dataset.cell ?? "");
    else super.activate(item);
  }

  /**
   * @param {string} key
   * @returns {boolean}
   */
  moveBy(key) {
    if (key === "Enter" || key === " ") {
      this.activate(this.items[this.stop]);
      return true;
    }
    const place = this.placeOf(key);
    if (place === null) return false;
    this.focus(place);
    return true;
  }

  /**
   * Where a key leads: arrows by one, letters to a column, digits to a row.
   * @param {string} key
   * @returns {number | null}
   */
  placeOf(key) {
    const { width, height } = this.rules;
    const [line, place] = [Math.floor(this.stop / width), this.stop % width];
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowLeft: [line, Math.max(0, place - 1)],
      ArrowRight: [line, Math.min(width - 1, place + 1)],
      ArrowUp: [Math.max(0, line - 1), place],
      ArrowDown: [Math.min(height - 1, line + 1), place],
      Home: [line, 0],
      End: [line, width - 1],
    };
    if (steps[key]) return steps[key][0] * width + steps[key][1];
    if (/^[a-z]$/i.test(key)) {
      const column = key.toLowerCase().charCodeAt(0) - 97;
      return column < width ? line * width + (this.flipped ? width - 1 - column : column) : null;
    }
    const row = /^\d$/.test(key) ? this.typed(key, height) : 0;
    return row ? (height - row) * width + place : null;
  }

  /**
   * @param {import("./board.js").Shown} shown
   * @param {number | null} chosen
   */
  update(shown, chosen) {
    this.legal = new Set(shown.legal ?? []);
    for (const item of this.items) {
      const move = this.moveOf(item);
      const cell = item.dataset.cell ?? "";
      const score = this.rules.gravity ? undefined : shown.scores[move];
      item.setAttribute("aria-label", words.board.cell(this.rules, cellAt(cell), shown.discs[cell] ?? null, score?.words ?? null));
      if (this.editable) continue;
      item.setAttribute("aria-disabled", String(!this.legal.has(move)));
      item.classList.toggle("chosen", chosen === move);
    }
  }
}
