// The graph over the game: what × can expect after every move, as a line one can click.

import { words } from "../site/words.js";

const SPACE = "http://www.w3.org/2000/svg";
const WIDE = 400;
const HIGH = 96;

/** @typedef {{share: number | null, height: number | null, judged: {sign: string, grade: string | null} | null}} Known what is known of a place in a game */

/**
 * @param {string} tag
 * @param {Record<string, string | number>} about
 */
function svg(tag, about) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(about)) made.setAttribute(name, String(value));
  return made;
}

export class ScoreGraph {
  /**
   * @param {HTMLElement} root
   * @param {(ply: number) => void} go
   */
  constructor(root, go) {
    this.root = root;
    this.go = go;
    this.count = 0;
    root.addEventListener("click", (event) => {
      const box = root.getBoundingClientRect();
      if (this.count > 1) this.go(Math.round(((event.clientX - box.left) / box.width) * (this.count - 1)));
    });
  }

  /**
   * @param {Known[]} places after 0, 1, 2, … moves
   * @param {number} here which of them is shown on the board, -1 if none
   */
  show(places, here) {
    const heights = places.map((place) => place.height);
    this.count = heights.length;
    const x = (/** @type {number} */ ply) => (heights.length > 1 ? (ply / (heights.length - 1)) * WIDE : 0);
    const y = (/** @type {number} */ height) => 4 + (1 - height) * (HIGH - 8);
    const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": this.#words(places) });
    picture.append(svg("line", { class: "even", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }));
    for (const part of heights.length > 1 ? stretches(heights) : []) {
      const points = part.map(([ply, height]) => `${x(ply).toFixed(1)} ${y(height).toFixed(1)}`);
      const [first] = part[0];
      const last = part[part.length - 1][0];
      picture.append(svg("path", { class: "under", d: `M${x(first).toFixed(1)} ${HIGH / 2}L${points.join("L")}L${x(last).toFixed(1)} ${HIGH / 2}Z` }));
      picture.append(svg("path", { class: "curve", d: `M${points.join("L")}${points.length === 1 ? `l.1 0` : ""}` }));
    }
    places.forEach(({ height, judged }, ply) => {
      if (height !== null && judged?.sign && judged.grade) picture.append(svg("path", { class: `fault ${judged.grade}`, d: `M${x(ply).toFixed(1)} ${y(height).toFixed(1)}l.01 0` }));
    });
    if (here >= 0 && heights.length > 1) picture.append(svg("line", { class: "here", x1: x(here), x2: x(here), y1: 0, y2: HIGH }));
    this.root.replaceChildren(picture);
  }

  /** @param {Known[]} places */
  #words(places) {
    const known = places.flatMap(({ share }, ply) => (share === null ? [] : [words.study.graphPoint(ply, share)]));
    return [words.study.graphLabel, ...known.slice(-12)].join(". ");
  }
}

/**
 * The parts of a graph without gaps, as [ply, height].
 * @param {(number | null)[]} heights
 */
function stretches(heights) {
  /** @type {[number, number][][]} */
  const found = [];
  let open = false;
  heights.forEach((height, ply) => {
    if (height === null) open = false;
    else {
      if (!open) found.push([]);
      found[found.length - 1].push([ply, height]);
      open = true;
    }
  });
  return found;
}
