// <ir-board>: draws what it is given and tells what was chosen, and when a disc lies. It knows no game.
//
//   board.show({ rules: "7x6x4", discs: { d1: "x" }, turn: "o", legal: [0, 1, 2] });
//   board.addEventListener("play", (event) => send(event.detail.move));
//   board.addEventListener("landed", () => knock());
//   board.addEventListener("full", (event) => refuse(event.detail.move));

import { cellOf, cellText, landing, parseRules } from "./cells.js";
import { CELL, Layout, Picture } from "./draw.js";
import { activeIn, Cells, Columns } from "./input.js";
import { Scores, scoreText } from "./scores.js";
import { centre, nudges, SMALL, SURE } from "./strip.js";
import { BoardTable } from "./table.js";

/** @typedef {{label: string, words: string, tone: number, exact: boolean}} Score */
/**
 * @typedef {object} Shown
 * @property {string} rules "7x6x4"; "15x15x5/free"
 * @property {Readonly<Record<string, string>>} discs cell to side; one that is new alone falls
 * @property {"x" | "o" | null} turn the colour of the disc that would be played
 * @property {boolean} planning moves are chosen for later: none is shown before it is
 * @property {number | null} planned the move that will be played then
 * @property {readonly number[] | null} legal moves that can be chosen; null: a picture only
 * @property {string | null} last the cell of the last move
 * @property {string[][]} lines winning lines; the other discs fade
 * @property {{x?: string[], o?: string[]}} threats
 * @property {Record<number, Score>} scores by move; under columns, or in the cells of free boards
 * @property {readonly number[]} best moves
 * @property {string[]} lit cells being examined
 * @property {string[]} area the cells around them
 * @property {Record<string, number | string>} counts numbers in cells
 * @property {boolean} editable cells can be picked
 * @property {boolean} confirm a move takes two steps; it always does where a finger may miss
 * @property {boolean} flipped left is right
 * @property {boolean} names row numbers at the edge, where sentences speak of rows; always so on free boards
 */

/** @type {Shown} */
const NOTHING = {
  rules: "", discs: {}, turn: null, planning: false, planned: null, legal: null, last: null, lines: [], threats: {}, scores: {}, best: [],
  lit: [], area: [], counts: {}, editable: false, confirm: false, flipped: false, names: false,
};
const TEXTS = ["rules", "turn", "last"];
const SWITCHES = ["planning", "editable", "confirm", "flipped", "names"];
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const FINGERS = matchMedia("(any-pointer: coarse)");

export class BoardElement extends HTMLElement {
  static observedAttributes = Object.keys(NOTHING);

  #shown = { ...NOTHING };
  #waiting = false;
  #form = "";
  /** @type {number | null} */
  #chosen = null;
  /** @type {Shown["discs"]} what lay on the board when it was chosen */
  #chosenOn = {};
  /** @type {number | null} */
  #aimed = null;
  #layout = new Layout({ width: 1, height: 1, k: 1, gravity: true }, false);
  /** @type {Picture | null} */
  #picture = null;
  /** @type {Columns | Cells | null} */
  #zones = null;
  /** @type {Scores | null} */
  #scores = null;
  /** @type {BoardTable | null} */
  #table = null;
  #body = document.createElement("div");
  #small = false;
  #landing = 0;
  #falls = false;
  #watch = new ResizeObserver(() => this.#resize());

  get rules() { return this.#shown.rules; }
  set rules(value) { this.show({ rules: value }); }
  get discs() { return this.#shown.discs; }
  set discs(value) { this.show({ discs: value }); }
  get turn() { return this.#shown.turn; }
  set turn(value) { this.show({ turn: value }); }
  get planning() { return this.#shown.planning; }
  set planning(value) { this.show({ planning: value }); }
  get planned() { return this.#shown.planned; }
  set planned(value) { this.show({ planned: value }); }
  get legal() { return this.#shown.legal; }
  set legal(value) { this.show({ legal: value }); }
  get last() { return this.#shown.last; }
  set last(value) { this.show({ last: value }); }
  get lines() { return this.#shown.lines; }
  set lines(value) { this.show({ lines: value }); }
  get threats() { return this.#shown.threats; }
  set threats(value) { this.show({ threats: value }); }
  get scores() { return this.#shown.scores; }
  set scores(value) { this.show({ scores: value }); }
  get best() { return this.#shown.best; }
  set best(value) { this.show({ best: value }); }
  get lit() { return this.#shown.lit; }
  set lit(value) { this.show({ lit: value }); }
  get area() { return this.#shown.area; }
  set area(value) { this.show({ area: value }); }
  get counts() { return this.#shown.counts; }
  set counts(value) { this.show({ counts: value }); }
  get editable() { return this.#shown.editable; }
  set editable(value) { this.show({ editable: value }); }
  get confirm() { return this.#shown.confirm; }
  set confirm(value) { this.show({ confirm: value }); }
  get flipped() { return this.#shown.flipped; }
  set flipped(value) { this.show({ flipped: value }); }
  get names() { return this.#shown.names; }
  set names(value) { this.show({ names: value }); }

  /** The move that waits for its second step, or null. */
  get chosen() { return this.#chosen; }

  /** Whether a disc is on its way, so that `landed` will be told. */
  get falling() { return this.#falls; }

  /**
   * Sets many properties at once.
   * @param {Partial<Shown>} what
   */
  show(what) {
    this.#shown = { ...this.#shown, ...what };
    if (this.#waiting) return;
    this.#waiting = true;
    queueMicrotask(() => {
      this.#waiting = false;
      if (this.isConnected && this.#shown.rules) this.#render();
    });
  }

  connectedCallback() {
    this.#body.className = "face";
    this.#watch.observe(this.#body);
    this.show({});
  }

  disconnectedCallback() {
    this.#watch.disconnect();
  }

  /**
   * @param {string} name
   * @param {string | null} _old
   * @param {string | null} text
   */
  attributeChangedCallback(name, _old, text) {
    if (SWITCHES.includes(name)) this.show({ [name]: text !== null && text !== "false" });
    else if (text === null) this.show({ [name]: NOTHING[/** @type {keyof Shown} */ (name)] });
    else this.show({ [name]: TEXTS.includes(name) ? text : JSON.parse(text) });
  }

  /** Puts the keyboard on the board. */
  focus() {
    this.#zones?.focus();
  }

  /**
   * Lets the board act on a digit or a letter pressed elsewhere; whether it did.
   * @param {KeyboardEvent} event
   */
  key(event) {
    return /^[a-z\d]$/i.test(event.key) && (this.#zones?.key(event) ?? false);
  }

  /** Plays the chosen move. */
  commit() {
    const move = this.#chosen;
    if (move === null || !this.#shown.legal?.includes(move)) return;
    this.cancel();
    this.#tell("play", { move });
  }

  /** Gives the chosen move up. */
  cancel() {
    if (this.#chosen === null) return;
    this.#chosen = null;
    this.#tell("choose", { move: null });
    this.show({});
  }

  /**
   * Plays a move, or proposes it first.
   * @param {number} move
   * @param {boolean} unsure whether it may not be the one that was meant
   */
  #take(move, unsure) {
    if (!this.#shown.confirm && !unsure) return this.#tell("play", { move });
    if (this.#chosen === move) return this.commit();
    this.#choose(move);
    this.show({});
  }

  /** @param {number} move */
  #choose(move) {
    this.#chosen = move;
    this.#chosenOn = this.#shown.discs;
    this.#tell("choose", { move });
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }

  #render() {
    const shown = this.#shown;
    const form = [shown.rules, shown.flipped, shown.names, shown.editable, shown.legal === null].join(" ");
    const fresh = form !== this.#form;
    if (fresh) this.#build(form);
    if (this.#chosen !== null && !(shown.legal?.includes(this.#chosen) && areSame(this.#chosenOn, shown.discs))) this.cancel();
    this.#falls = (this.#picture?.setDiscs(shown.discs, !fresh && !STILL.matches) && !fresh) || this.#falls;
    this.#zones?.update(shown, this.#chosen);
    this.#table?.update(shown.discs);
    this.#scores?.root.classList.toggle("over", !shown.turn); // its place stays
    this.#scores?.update(shown.scores, shown.best, Object.keys(shown.scores).length > 0 || this.hasAttribute("with-scores"));
    this.#scores?.say(this.#chosen ?? this.#aimed, shown.scores);
    this.classList.toggle("ready", Boolean(shown.legal?.length) || shown.editable);
    this.#signs();
    if (this.#chosen !== null && this.#zones instanceof Columns) {
      centre(this.#zones.root, this.#zones.items.find((item) => Number(item.dataset.move) === this.#chosen), !STILL.matches);
    }
  }

  /** @param {string} form */
  #build(form) {
    const { rules: text, flipped, names, editable, legal } = this.#shown;
    const rules = parseRules(text);
    const had = this.contains(activeIn(this));
    this.#form = form;
    this.#layout = new Layout(rules, flipped, names || !rules.gravity);
    this.#picture = new Picture(this.#layout);
    this.#scores = new Scores(rules, flipped);
    this.#zones = null;
    const told = {
      /** @param {number | null} move */
      aim: (move) => this.#aim(move),
      /** @param {number} move @param {boolean} finger */
      take: (move, finger) => this.#take(move, finger && !this.#strip && this.#cell() < SURE),
      /** @param {number} move */
      full: (move) => this.#tell("full", { move }),
      /** @param {string} cell */
      pick: (cell) => this.#tell("pick", { cell }),
      leave: () => this.cancel(),
    };
    if (editable || (legal !== null && !rules.gravity)) this.#zones = new Cells(rules, flipped, told, editable);
    else if (legal !== null) this.#zones = new Columns(rules, flipped, told);
    this.#table = this.#zones instanceof Cells ? null : new BoardTable(rules);
    this.#measures();
    this.#arrange();
    if (had) this.focus();
  }

  /** Tells the style sheet where the cells are. */
  #measures() {
    const { inset, width, height, rules } = this.#layout;
    const measures = {
      "--columns": rules.width, "--rows": rules.height, "--ratio": width / height,
      "--left": inset.left, "--top": inset.top, "--wide": inset.width, "--high": inset.height,
    };
    for (const [name, value] of Object.entries(measures)) this.style.setProperty(name, String(value));
  }

  /** Puts the parts in place; small boards get help for fingers. */
  #arrange() {
    this.#small = this.#needsHelp();
    const strip = this.#strip;
    this.#zones?.root.classList.toggle("strip", strip);
    this.classList.toggle("small", this.#small);
    const picture = /** @type {Picture} */ (this.#picture).root;
    this.#body.replaceChildren(picture, ...(this.#zones && !strip ? [this.#zones.root] : []));
    this.#body.onclick = strip ? (event) => this.#press(event) : null;
    this.#body.onpointermove = strip ? (event) => this.#hover(event) : null;
    this.#body.onpointerleave = strip ? () => this.#aim(null) : null;
    /** @type {Node[]} */
    const parts = [this.#body];
    if (this.#scores) parts.push(this.#scores.root);
    if (strip && this.#zones) parts.push(this.#zones.root);
    if (this.#small && this.#zones instanceof Cells) parts.push(this.#nudges(this.#zones));
    if (this.#table) parts.push(this.#table.root);
    this.replaceChildren(...parts);
  }

  /** @param {Cells} zones */
  #nudges(zones) {
    const press = (/** @type {string} */ key) => {
      const from = this.#chosen;
      if (from !== null) zones.setStop(zones.items.findIndex((item) => zones.moveOf(item) === from));
      const place = zones.placeOf(key);
      if (place === null) return;
      zones.setStop(place);
      this.#choose(zones.moveOf(zones.items[place]));
      this.#zones?.update(this.#shown, this.#chosen);
      this.#signs();
    };
    return nudges(press, () => this.commit());
  }

  /** Whether the columns' buttons lie in a strip below the picture. */
  get #strip() {
    return this.#small && this.#zones instanceof Columns;
  }

  /** How wide a cell is, in pixels. */
  #cell() {
    return (this.#body.clientWidth * this.#layout.inset.width) / this.#layout.rules.width;
  }

  #needsHelp() {
    const wide = this.#body.clientWidth > 0 ? this.#cell() : SMALL;
    return this.#zones !== null && !this.#shown.editable && FINGERS.matches && wide < SMALL;
  }

  /**
   * The column under a pointer.
   * @param {MouseEvent} event
   */
  #columnAt(event) {
    const { inset, rules, flipped } = this.#layout;
    const box = this.#body.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width - inset.left) / inset.width;
    const place = Math.min(rules.width - 1, Math.max(0, Math.floor(share * rules.width)));
    return flipped ? rules.width - 1 - place : place;
  }

  /** @param {MouseEvent} event */
  #press(event) {
    const move = this.#columnAt(event);
    if (this.#shown.legal?.includes(move)) this.#take(move, !isMouse(event));
    else if (this.#shown.legal?.length) this.#tell("full", { move });
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (isMouse(event)) this.#aim(this.#columnAt(event));
  }

  #resize() {
    if (this.#needsHelp() !== this.#small) this.#arrange();
    this.style.setProperty("--scale", String(this.#cell() / CELL));
    this.#signs(); // there may be room for scores now, or no more
  }

  /** @param {number | null} move */
  #aim(move) {
    if (move === this.#aimed) return;
    this.#aimed = move;
    this.#scores?.say(move, this.#shown.scores);
    this.#signs();
  }

  /** Signs that speak of the last disc come when it lies. */
  #signs() {
    const { last, lines, threats, lit, area, counts } = this.#shown;
    const left = (this.#picture?.still ?? 0) - performance.now();
    clearTimeout(this.#landing);
    if (left > 0) this.#landing = window.setTimeout(() => this.#signs(), left);
    else if (this.#falls) {
      this.#falls = false;
      this.#tell("landed", {});
    }
    const lies = left <= 0 ? { last, lines } : { last: null, lines: [] };
    const ghost = this.#ghost();
    this.#picture?.setSigns({ ...lies, threats, lit, area, counts, ghost: left <= 0 || ghost?.firm ? ghost : null, notes: this.#notes() });
  }

  /** @returns {{cell: string, side: string, firm: boolean} | null} */
  #ghost() {
    const { turn, legal, discs, editable } = this.#shown;
    const firmly = this.#chosen ?? this.#shown.planned;
    const move = firmly ?? this.#aimed;
    if (!turn || editable || move === null) return null;
    const firm = move === firmly;
    if (!firm && (this.#shown.planning || !legal?.includes(move))) return null;
    const place = landing(this.#layout.rules, discs, move);
    return place && { cell: cellText(place), side: turn, firm };
  }

  #notes() {
    /** @type {Record<string, {label: string, tone: number, exact: boolean, best: boolean}>} */
    const notes = {};
    const { rules } = this.#layout;
    if (rules.gravity) return notes;
    const hasRoom = this.#cell() >= SMALL;
    for (const [move, score] of Object.entries(this.#shown.scores)) {
      const cell = cellText(cellOf(Number(move), rules));
      notes[cell] = { label: hasRoom ? scoreText(score) : "", tone: score.tone, exact: score.exact, best: this.#shown.best.includes(Number(move)) };
    }
    return notes;
  }
}

/** @param {MouseEvent} event */
function isMouse(event) {
  return event instanceof PointerEvent && event.pointerType === "mouse";
}

/**
 * Whether the same discs lie in the same cells.
 * @param {Shown["discs"]} one
 * @param {Shown["discs"]} other
 */
function areSame(one, other) {
  const cells = Object.keys(one);
  return cells.length === Object.keys(other).length && cells.every((cell) => one[cell] === other[cell]);
}

if (!customElements.get("ir-board")) customElements.define("ir-board", BoardElement); // notebooks load this once a widget
