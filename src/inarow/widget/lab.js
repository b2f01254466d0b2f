// The win lab in a notebook: draws the step that the kernel tells of, and sends it where to go.

import "../web/static/board/board.js";
import { parseRules } from "../web/static/board/cells.js";
import { make } from "../web/static/site/page.js";
import { words } from "../web/static/site/words.js";
import { codeLines, panelsOf, valuesTable } from "../web/static/study/lab-panels.js";
import { darkness } from "./theme.js";

/** @typedef {import("../web/static/board/board.js").BoardElement} BoardElement */
/** @typedef {import("../web/static/study/lab-panels.js").Step} Step */
/**
 * @typedef {object} View
 * @property {string} rules
 * @property {Record<string, string>} discs
 * @property {string | null} last
 * @property {string[]} detectors
 * @property {string} detector
 * @property {"x" | "o"} side
 * @property {boolean} idea whether its pictures are shown, and not every step
 * @property {number} number
 * @property {number} count
 * @property {number} needed
 * @property {Step | null} step
 * @property {string[]} code
 * @property {string} use
 * @property {string} nothing why there is no step
 * @property {string} error
 */
/** @typedef {{get: (name: string) => any, on: (name: string, listener: () => void) => void, off: (name: string, listener: () => void) => void, send: (content: object) => void}} Model */

const texts = { idea: "The idea", steps: "Every step", back: "Back", step: "Step", find: "Find", through: "Step of the algorithm", code: "The code", lines: "Check lines of", ways: "Algorithms" };

/** One view of a lab; others of the same lab show the same. */
class Face {
  /**
   * @param {Model} model
   * @param {HTMLElement} place
   */
  constructor(model, place) {
    this.model = model;
    // the notebook would take keys for commands of its own
    this.host = make("div", { class: "inarow-lab", "data-lm-suppress-shortcuts": "true" });
    this.host.addEventListener("keydown", (event) => event.stopPropagation());
    const tree = this.host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(model.get("_style"));
    tree.adoptedStyleSheets = [sheet];

    this.ways = make("div", { class: "row-of switches", role: "group", "aria-label": texts.ways });
    this.board = /** @type {BoardElement} */ (document.createElement("ir-board"));
    this.slider = make("input", { type: "range", min: "0", step: "1", "aria-label": texts.through });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.counter = make("span", { class: "counter muted small numbers" });
    this.idea = this.button(texts.idea, () => this.send({ do: "level", idea: true }));
    this.steps = this.button(texts.steps, () => this.send({ do: "level", idea: false }));
    this.sides = /** @type {("x" | "o")[]} */ (["x", "o"]).map((side) => {
      const made = this.button(side === "x" ? "×" : "○", () => this.send({ do: "side", side }));
      made.setAttribute("aria-label", `${texts.lines} ${side}`);
      return made;
    });
    this.text = make("p", { class: "step-text", role: "status" });
    this.reached = make("p", { class: "small" });
    this.panels = make("div", { class: "panels" });
    this.code = make("pre", { class: "code", tabindex: "0", role: "group", "aria-label": texts.code });
    this.values = make("div", {});
    this.use = make("p", { class: "small muted" });
    this.root = make("div", { class: "widget" }, [
      make("div", { class: "table" }, [
        make("div", { class: "side" }, [this.ways, this.board, make("div", { class: "through" }, [this.slider, this.counter]), make("div", { class: "row-of" }, [
          this.button(texts.back, () => this.go(this.view.number - 1)),
          this.button(texts.step, () => this.go(this.view.number + 1)),
          this.button(texts.find, () => this.send({ do: "find" })),
        ])]),
        make("div", { class: "side" }, [make("div", { class: "row-of switches" }, [this.idea, this.steps, ...this.sides]), this.text, this.reached, this.panels, this.code, this.values, this.use]),
      ]),
    ]);
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
    this.model.off("change:_view", this.draw);
    this.leave();
    this.host.remove();
  }

  /** @param {object} what */
  send(what) {
    this.model.send(what);
  }

  /** @param {number} number */
  go(number) {
    this.send({ do: "go", number });
  }

  /**
   * @param {string} text
   * @param {() => void} action
   */
  button(text, action) {
    const made = make("button", { type: "button", class: "button compact", text });
    made.addEventListener("click", action);
    return made;
  }

  draw() {
    const view = this.view;
    if (!view.rules) return; // the first one is on its way
    const { step, idea } = view;
    if (!this.ways.childElementCount) this.ways.append(...view.detectors.map((name) => this.button(name, () => this.send({ do: "choose", name }))));
    [...this.ways.children].forEach((each) => each.setAttribute("aria-pressed", String(each.textContent === view.detector)));
    this.idea.setAttribute("aria-pressed", String(idea));
    this.steps.setAttribute("aria-pressed", String(!idea));
    this.sides.forEach((each, at) => each.setAttribute("aria-pressed", String("xo"[at] === view.side)));
    /** @type {Record<string, number>} */
    const counts = {};
    step?.counts.forEach((count, at) => (counts[step.cells[at]] = count));
    this.board.show({ rules: view.rules, discs: view.discs, last: view.last, names: true, lit: step?.cells ?? [], area: step?.area ?? [], counts, lines: step?.lines.map((line) => line.cells) ?? [] });
    this.slider.max = String(Math.max(0, view.count - 1));
    this.slider.value = String(view.number);
    this.counter.textContent = view.count ? (idea ? words.lab.picture : words.lab.step)(view.number + 1, view.count) : "";
    this.text.textContent = view.error || (step ? (idea ? step.text : `${step.text}.`) : view.nothing);
    this.reached.textContent = step && !idea ? `${words.lab.needed(step.value, view.needed)} ${step.lines.length ? words.lab.found : ""}` : "";
    this.panels.replaceChildren(...panelsOf(step ?? undefined, view.needed, parseRules(view.rules), !idea));
    this.code.replaceChildren(...codeLines(view.code, step?.code ?? []));
    const marked = this.code.querySelector("mark");
    if (marked) this.code.scrollTop = marked.offsetTop - this.code.offsetTop - this.code.clientHeight / 3;
    this.values.replaceChildren(...(step?.values.length ? [valuesTable(step.values)] : []));
    this.use.textContent = view.use;
  }
}

/** @param {{model: Model, el: HTMLElement}} notebook */
function render({ model, el }) {
  const face = new Face(model, el);
  return () => face.close();
}

export default { render };
