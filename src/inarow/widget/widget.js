// A board in a notebook: draws what the kernel says and sends it what was chosen. It knows no game.

import "../web/static/board/board.js";
import { moveLabel, parseRules } from "../web/static/board/cells.js";
import { darkness } from "./theme.js";

/** @typedef {import("../web/static/board/board.js").BoardElement} BoardElement */
/** @typedef {import("../web/static/board/board.js").Score} Score */
/** @typedef {"scores" | "threats" | "explain" | "flipped"} Switch */
/** @typedef {{scores: Record<number, Score>, best: number[], line: number[], worth: Score | null, exact: boolean, depth: number, nodes: number, done: boolean}} Found */
/**
 * @typedef {object} View
 * @property {string} rules
 * @property {string} position
 * @property {Record<string, string>} discs
 * @property {string | null} last
 * @property {"x" | "o" | null} turn
 * @property {number[]} legal
 * @property {string[][]} lines
 * @property {{x: string[], o: string[]}} threats
 * @property {number} place how many moves are shown
 * @property {number[]} moves all of the game
 * @property {string} status
 * @property {boolean} thinking
 * @property {boolean} waiting the opponent should move, and has failed to
 * @property {Found | null} found
 * @property {string[]} sentences
 * @property {string} error
 * @property {number} answers
 * @property {Record<Switch, boolean>} switches
 * @property {{asked: boolean, next: boolean} | null} lesson a better move is asked for, and nothing is analysed
 */
/**
 * @typedef {object} Model what a notebook gives a widget
 * @property {(name: string) => any} get
 * @property {(name: string, listener: () => void) => void} on
 * @property {(name: string, listener: () => void) => void} off
 * @property {(content: object) => void} send
 */

const texts = {
  undo: "Undo",
  redo: "Redo",
  fresh: "New game",
  retry: "Try again",
  hint: "Hint",
  show: "Show me",
  next: "Next mistake",
  through: "Step through the game",
  /** @type {[Switch, string, string][]} */
  switches: [
    ["scores", "Scores", "The score of every move"],
    ["threats", "Threats", "Cells that complete a line"],
    ["explain", "Explain", "Why the last move was good or bad"],
    ["flipped", "Mirror", "Swap left and right"],
  ],
  /** @param {number} place @param {number} of */
  place: (place, of) => (of === 0 ? "No moves yet" : place === of ? `Move ${of}` : `Move ${place} of ${of}`),
  waiting: "Waiting for the kernel …",
  searching: "Searching …",
  exact: "exact",
  /** @param {number} depth */
  depth: (depth) => `depth ${depth}`,
  /** @param {number} nodes */
  nodes: (nodes) => `${compact.format(nodes)} positions`,
  /** @param {string} text */
  line: (text) => `Best line: ${text}`,
};
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const PATIENCE = 150; // ms until a kernel that does not answer is mentioned
const LONGEST = 14; // moves of the best line
const WIDEST = 10; // columns of a board that leaves room beside it

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [about]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[K]}
 */
function make(tag, about = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @param {HTMLElement} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** One view of a widget; others of the same widget show the same. */
class Face {
  /**
   * @param {Model} model
   * @param {HTMLElement} place
   */
  constructor(model, place) {
    this.model = model;
    this.timer = 0;
    // the notebook would take keys for commands of its own: "1" makes a heading of a cell
    this.host = make("div", { class: "inarow-board", "data-lm-suppress-shortcuts": "true" });
    this.host.addEventListener("keydown", (event) => event.stopPropagation());
    const tree = this.host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(model.get("_style"));
    tree.adoptedStyleSheets = [sheet];

    this.board = /** @type {BoardElement} */ (document.createElement("ir-board"));
    this.board.addEventListener("play", (event) => this.send({ do: "play", move: /** @type {CustomEvent} */ (event).detail.move, position: this.view.position }));
    this.status = make("p", { class: "status", role: "status" });
    this.error = make("p", { class: "error", role: "alert" });
    this.undo = this.button(texts.undo, () => this.send({ do: "undo" }));
    this.redo = this.button(texts.redo, () => this.send({ do: "redo" }));
    this.fresh = this.button(texts.fresh, () => this.send({ do: "new_game" }));
    this.retry = this.button(texts.retry, () => this.send({ do: "retry" }));
    this.hint = this.button(texts.hint, () => this.send({ do: "hint" }));
    this.show = this.button(texts.show, () => this.send({ do: "show" }));
    this.next = this.button(texts.next, () => this.send({ do: "next" }));
    this.slider = make("input", { type: "range", min: "0", step: "1", "aria-label": texts.through });
    this.slider.addEventListener("input", () => this.send({ do: "go", place: Number(this.slider.value) }));
    this.counter = make("span", { class: "counter muted small numbers" });
    this.switches = texts.switches.map(([name, text, title]) => this.toggle(name, text, title));
    this.through = make("div", { class: "through" }, [this.slider, this.counter]);
    this.switching = make("div", { class: "row-of switches" }, this.switches);
    this.worth = make("p", { class: "worth" });
    this.line = make("p", { class: "line small muted numbers" });
    this.why = make("ul", { class: "why small" });

    this.table = make("div", { class: "table" });
    this.root = make("div", { class: "widget" }, [this.table]);
    this.table.append(
      make("div", { class: "place" }, [this.board]),
      make("div", { class: "side" }, [
        this.status,
        this.error,
        make("div", { class: "row-of" }, [this.retry, this.undo, this.redo, this.fresh, this.hint, this.show, this.next]),
        this.through,
        this.switching,
        this.worth,
        this.line,
        this.why,
      ]),
    );
    tree.append(this.root);
    place.append(this.host);
    this.leave = darkness(this.host, (dark) => (this.root.dataset.theme = dark ? "dark" : "light"));
    this.draw = this.draw.bind(this);
    model.on("change:_view", this.draw);
    this.draw();
  }

  /** @returns {View} */
  get view() {
    return this.model.get("_view");
  }

  close() {
    clearTimeout(this.timer);
    this.model.off("change:_view", this.draw);
    this.leave();
    this.host.remove();
  }

  /**
   * @param {string} text
   * @param {() => void} action
   */
  button(text, action) {
    const made = make("button", { type: "button", class: "button compact" }, [text]);
    made.addEventListener("click", action);
    return made;
  }

  /**
   * @param {Switch} name
   * @param {string} text
   * @param {string} title
   */
  toggle(name, text, title) {
    const made = this.button(text, () => this.send({ do: "set", name, value: !this.view.switches[name] }));
    made.title = title;
    made.dataset.name = name;
    return made;
  }

  /** @param {object} what */
  send(what) {
    this.model.send(what);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => setText(this.status, texts.waiting), PATIENCE);
  }

  draw() {
    const view = this.view;
    if (!view.rules) return; // the first one is on its way
    clearTimeout(this.timer);
    const { switches, found } = view;
    this.table.classList.toggle("large", parseRules(view.rules).width > WIDEST);
    this.board.toggleAttribute("with-scores", switches.scores);
    this.board.show({
      rules: view.rules, discs: view.discs, turn: view.turn, legal: view.legal, last: view.last, lines: view.lines,
      threats: switches.threats ? view.threats : {}, scores: found?.scores ?? {}, best: found?.best ?? [], flipped: switches.flipped,
      names: switches.explain,
    });
    setText(this.status, view.status);
    this.status.dataset.turn = view.turn ?? "";
    this.status.classList.toggle("busy", view.thinking);
    setText(this.error, view.error);
    this.error.hidden = !view.error;
    this.retry.hidden = !view.waiting;
    const { lesson } = view;
    for (const each of [this.undo, this.redo, this.fresh, this.through, this.switching]) each.hidden = lesson !== null;
    for (const each of [this.hint, this.show]) each.hidden = !lesson?.asked;
    this.next.hidden = !lesson?.next;
    this.undo.disabled = view.place === 0;
    this.redo.disabled = view.place === view.moves.length;
    this.fresh.disabled = view.moves.length === 0;
    this.slider.max = String(view.moves.length);
    this.slider.value = String(view.place);
    this.slider.disabled = view.moves.length === 0;
    this.slider.setAttribute("aria-valuetext", texts.place(view.place, view.moves.length));
    setText(this.counter, texts.place(view.place, view.moves.length));
    for (const each of this.switches) each.setAttribute("aria-pressed", String(switches[/** @type {Switch} */ (each.dataset.name)]));
    this.drawFound();
    this.why.hidden = !switches.explain;
    this.why.replaceChildren(...view.sentences.map((text) => make("li", {}, [text])));
  }

  drawFound() {
    const { found, switches, turn, thinking } = this.view;
    this.worth.hidden = this.line.hidden = !switches.scores || turn === null;
    const worth = found?.worth;
    if (!found || !worth) {
      setText(this.worth, thinking ? "" : texts.searching);
      setText(this.line, "");
      return;
    }
    const [label, ...rest] = worth.words.split(", ");
    const how = [found.exact ? texts.exact : texts.depth(found.depth), found.nodes ? texts.nodes(found.nodes) : ""].filter(Boolean);
    this.worth.replaceChildren(
      make("b", { class: `numbers${worth.exact ? "" : " guess"}` }, [label]),
      ` ${rest.join(", ")} `,
      make("span", { class: `muted small${found.done ? "" : " busy"}` }, [how.join(", ")]),
    );
    const rules = parseRules(this.view.rules);
    const moves = found.line.map((move) => moveLabel(move, rules));
    setText(this.line, moves.length ? texts.line(moves.slice(0, LONGEST).join(", ") + (moves.length > LONGEST ? ", …" : "")) : "");
  }
}

/** @param {{model: Model, el: HTMLElement}} notebook */
function render({ model, el }) {
  const face = new Face(model, el);
  return () => face.close();
}

export default { render };
