// The picture of a board: a plate with holes before falling discs, or a paper grid.
// The measures are those of inarow.render.svg, so that the server's picture lies exactly below.

import { cellAt, columnLabel } from "./cells.js";

/** @typedef {import("./cells.js").Rules} Rules */
/** @typedef {import("./cells.js").Cell} Cell */

export const CELL = 60;
const RADIUS = 24;
const EDGE = 10;
const LABEL = 26;
const LATE = 1000; // milliseconds; a disc that would wait longer is just there
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {string} [text]
 * @returns {SVGElement}
 */
function make(tag, attributes = {}, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** Where things are on a board, in the units of its picture. */
export class Layout {
  /**
   * @param {Rules} rules
   * @param {boolean} flipped
   * @param {boolean} names rows have numbers at the edge
   */
  constructor(rules, flipped, names = !rules.gravity) {
    this.rules = rules;
    this.flipped = flipped;
    this.names = names;
    this.left = names ? EDGE + LABEL : EDGE;
    this.width = this.left + rules.width * CELL + EDGE;
    this.height = EDGE + rules.height * CELL + LABEL + EDGE;
  }

  /**
   * The middle of a cell.
   * @param {Cell} cell
   * @returns {[number, number]}
   */
  middle({ column, row }) {
    const place = this.flipped ? this.rules.width - 1 - column : column;
    return [this.left + (place + 0.5) * CELL, EDGE + (this.rules.height - row - 0.5) * CELL];
  }

  /** The cells' part of the picture, in shares of it. */
  get inset() {
    return {
      left: this.left / this.width,
      top: EDGE / this.height,
      width: (this.rules.width * CELL) / this.width,
      height: (this.rules.height * CELL) / this.height,
    };
  }
}

/** A picture in layers: discs lie behind the plate, signs before it. */
export class Picture {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    this.discs = make("g", { class: "discs" });
    this.signs = make("g", { class: "signs" });
    this.root = make("svg", {
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      class: "picture",
      "aria-hidden": "true",
    });
    const ground = layout.rules.gravity ? this.#plate() : this.#paper();
    this.root.append(ground.behind, this.discs, ...ground.before, this.#labels(), this.signs);
    /** @type {Map<string, SVGElement>} */
    this.shown = new Map();
    /** when all discs lie, by `performance.now` */
    this.still = 0;
  }

  /** @returns {{behind: SVGElement, before: SVGElement[]}} */
  #plate() {
    const { rules, left } = this.layout;
    const [x, y] = [left - EDGE / 2, EDGE / 2];
    const [w, h] = [rules.width * CELL + EDGE, rules.height * CELL + EDGE];
    const holes = make("g", { class: "holes" });
    let path = `M${x + 14} ${y}h${w - 28}a14 14 0 0 1 14 14v${h - 28}a14 14 0 0 1 -14 14h${28 - w}a14 14 0 0 1 -14 -14v${28 - h}a14 14 0 0 1 14 -14z`;
    for (let column = 0; column < rules.width; column++) {
      for (let row = 0; row < rules.height; row++) {
        const [cx, cy] = this.layout.middle({ column, row });
        path += `M${cx - RADIUS} ${cy}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0z`;
        holes.append(make("circle", { cx, cy, r: RADIUS }));
      }
    }
    return {
      behind: make("rect", { x: x + 4, y: y + 4, width: w - 8, height: h - 13, class: "hole" }),
      before: [make("path", { d: path, class: "plate", "fill-rule": "evenodd" }), holes],
    };
  }

  /** @returns {{behind: SVGElement, before: SVGElement[]}} */
  #paper() {
    const { rules, left } = this.layout;
    const paper = make("g");
    const [right, bottom] = [left + rules.width * CELL, EDGE + rules.height * CELL];
    paper.append(
      make("rect", { x: left - EDGE / 2, y: EDGE / 2, width: rules.width * CELL + EDGE, height: rules.height * CELL + EDGE, rx: 4, class: "paper" }),
    );
    let path = "";
    for (let i = 1; i < rules.width; i++) path += `M${left + i * CELL} ${EDGE}V${bottom}`;
    for (let i = 1; i < rules.height; i++) path += `M${left} ${EDGE + i * CELL}H${right}`;
    paper.append(make("path", { d: path, class: "grid" }));
    return { behind: paper, before: [] };
  }

  #labels() {
    const { rules } = this.layout;
    const group = make("g", { class: "labels" });
    for (let column = 0; column < rules.width; column++) {
      const [x] = this.layout.middle({ column, row: 0 });
      group.append(make("text", { x, y: EDGE + rules.height * CELL + LABEL }, columnLabel(column, rules)));
    }
    if (this.layout.names) {
      for (let row = 0; row < rules.height; row++) {
        const [, y] = this.layout.middle({ column: 0, row });
        group.append(make("text", { x: LABEL / 2 + 2, y: y + 5 }, String(row + 1)));
      }
    }
    return group;
  }

  /**
   * Shows these discs; one that is new alone falls, or is set down on paper, once those before it lie.
   * @param {Readonly<Record<string, string>>} discs
   * @param {boolean} moving whether anything may move
   * @returns {boolean} whether one is new alone
   */
  setDiscs(discs, moving) {
    const fresh = Object.keys(discs).filter((cell) => this.shown.get(cell)?.dataset.side !== discs[cell]);
    let removed = 0;
    for (const [cell, element] of this.shown) {
      if (discs[cell] === element.dataset.side) continue;
      element.remove();
      this.shown.delete(cell);
      removed++;
    }
    for (const cell of fresh) {
      const disc = this.disc(cell, discs[cell]);
      disc.dataset.side = discs[cell];
      this.shown.set(cell, disc);
      this.discs.append(disc);
      if (moving && fresh.length === 1 && removed === 0) this.#arrive(disc, cell);
    }
    return fresh.length === 1 && removed === 0;
  }

  /**
   * @param {string} cell
   * @param {string} side
   * @returns {SVGElement}
   */
  disc(cell, side) {
    const [x, y] = this.layout.middle(cellAt(cell));
    const group = make("g", { class: `disc ${side}`, transform: `translate(${x} ${y})` });
    const body = make("g");
    body.append(make("circle", { r: RADIUS, class: "body" }), make("circle", { r: RADIUS - 5, class: "rim" }));
    for (const layer of ["light", "sign"]) {
      body.append(
        side === "x"
          ? make("path", { d: "M-9 -9l18 18M-9 9l18 -18", class: layer })
          : make("circle", { r: 10, class: layer }),
      );
    }
    group.append(body);
    return group;
  }

  /**
   * @param {SVGElement} disc
   * @param {string} cell
   */
  #arrive(disc, cell) {
    const body = /** @type {SVGElement} */ (disc.firstElementChild);
    const { rules } = this.layout;
    if (!rules.gravity) {
      this.#move(body, [{ transform: "scale(1.3)", opacity: 0, easing: "ease-out" }, { transform: "none", opacity: 1 }], 160);
      return;
    }
    const rows = rules.height - cellAt(cell).row;
    const fall = 125 * Math.sqrt(rows); // free fall: time grows with the root of the height
    const bounce = 130;
    const total = fall + bounce;
    const height = Math.min(7, rows * 2);
    const down = "cubic-bezier(0.33, 0, 0.67, 0.33)"; // t squared
    this.#move(
      body,
      [
        { transform: `translateY(${-rows * CELL}px)`, easing: down },
        { transform: "none", offset: fall / total, easing: "cubic-bezier(0.33, 0.67, 0.67, 1)" },
        { transform: `translateY(${-height}px)`, offset: (fall + bounce / 2) / total, easing: down },
        { transform: "none" },
      ],
      total,
    );
  }

  /**
   * @param {SVGElement} body
   * @param {Keyframe[]} frames
   * @param {number} duration
   */
  #move(body, frames, duration) {
    const now = performance.now();
    const delay = Math.max(0, this.still - now);
    if (delay > LATE) return;
    const animation = body.animate(frames, { duration, delay, fill: "backwards" });
    animation.startTime = now; // else it would begin with the next frame, which may be late
    this.still = now + delay + duration;
  }

  /**
   * Draws the signs over the discs anew.
   * @param {{last: string | null, lines: string[][], threats: {x?: string[], o?: string[]}, lit: string[],
   *   area: string[], counts: Record<string, number | string>, ghost: {cell: string, side: string, firm: boolean} | null,
   *   notes: Record<string, {label: string, tone: number, exact: boolean, best: boolean}>}} what
   */
  setSigns(what) {
    const won = new Set(what.lines.flat());
    for (const [cell, disc] of this.shown) disc.classList.toggle("faded", won.size > 0 && !won.has(cell));
    const signs = [
      ...what.area.map((cell) => this.#square(cell, "area")),
      ...what.lit.map((cell) => this.#square(cell, "lit")),
      ...(what.threats.x ?? []).map((cell) => this.#ring(cell, RADIUS - 3, "threat x")),
      ...(what.threats.o ?? []).map((cell) => this.#ring(cell, RADIUS - 8, "threat o")),
      ...what.lines.map((line) => this.#outline(line)),
    ];
    if (what.last && what.lines.length === 0) signs.push(this.#ring(what.last, 4, "last"));
    for (const [cell, count] of Object.entries(what.counts)) signs.push(this.#text(cell, String(count), "count"));
    for (const [cell, note] of Object.entries(what.notes)) signs.push(this.#note(cell, note));
    if (what.ghost) {
      const ghost = this.disc(what.ghost.cell, what.ghost.side);
      ghost.classList.add(what.ghost.firm ? "chosen" : "ghost");
      signs.push(ghost);
      if (what.ghost.firm) signs.push(this.#ring(what.ghost.cell, RADIUS + 2, "choice"));
    }
    this.signs.replaceChildren(...signs);
  }

  /**
   * @param {string} cell
   * @param {number} r
   * @param {string} name
   */
  #ring(cell, r, name) {
    const [cx, cy] = this.layout.middle(cellAt(cell));
    return make("circle", { cx, cy, r, class: name });
  }

  /**
   * @param {string} cell
   * @param {string} name
   */
  #square(cell, name) {
    const [x, y] = this.layout.middle(cellAt(cell));
    return make("rect", { x: x - CELL / 2 + 1.5, y: y - CELL / 2 + 1.5, width: CELL - 3, height: CELL - 3, rx: 8, class: name });
  }

  /**
   * @param {string} cell
   * @param {string} text
   * @param {string} name
   */
  #text(cell, text, name) {
    const [x, y] = this.layout.middle(cellAt(cell));
    return make("text", { x, y: y + 7, class: name }, text);
  }

  /**
   * @param {string} cell
   * @param {{label: string, tone: number, exact: boolean, best: boolean}} note
   */
  #note(cell, note) {
    const name = `${note.best ? "best" : ""}${note.exact ? "" : " guess"}`;
    const text = note.label ? this.#text(cell, note.label, `note ${name}`) : this.#ring(cell, note.best ? 16 : 11, `heat ${name}`);
    text.style.setProperty("--tone", String(note.tone));
    text.dataset.tone = note.tone > 0 ? "good" : note.tone < 0 ? "bad" : "even";
    return text;
  }

  /** @param {string[]} line */
  #outline(line) {
    const [x1, y1] = this.layout.middle(cellAt(line[0]));
    const [x2, y2] = this.layout.middle(cellAt(line[line.length - 1]));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const r = RADIUS + 3.5;
    const [nx, ny] = [(-(y2 - y1) / length) * r, ((x2 - x1) / length) * r];
    const path = `M${x1 + nx} ${y1 + ny}L${x2 + nx} ${y2 + ny}A${r} ${r} 0 0 0 ${x2 - nx} ${y2 - ny}L${x1 - nx} ${y1 - ny}A${r} ${r} 0 0 0 ${x1 + nx} ${y1 + ny}z`;
    const group = make("g", { class: "line" });
    group.append(make("path", { d: path, class: "under" }), make("path", { d: path, class: "over" }));
    return group;
  }
}
