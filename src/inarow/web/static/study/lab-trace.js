// A trace that is fetched in pages: a large board has thousands of steps.

import { get } from "../site/page.js";

/** @typedef {import("./lab-panels.js").Step} Step */
/** @typedef {import("./lab-panels.js").Line} Line */
/** @typedef {{detector: string, side: string, needed: number, cells_read: number, lines: Line[], found_at: number[], count: number, from: number, steps: Step[], code: string[], idea: Step[], use: string}} Page */

const PAGE = 200;

export class Trace {
  /** @type {Map<number, Step[]>} */
  #pages = new Map();
  /** @type {Map<number, Promise<void>>} */
  #coming = new Map();

  /**
   * @param {string} address
   * @param {string} detector
   * @param {string} side
   */
  constructor(address, detector, side) {
    this.path = `/api/detect/${address}${address.includes("?") ? "&" : "?"}detector=${detector}&side=${side}`;
    this.detector = detector;
    this.count = 0;
    this.needed = 0;
    /** @type {number[]} */
    this.foundAt = [];
    /** @type {Line[]} */
    this.lines = [];
    /** @type {string[]} */
    this.code = [];
    /** @type {Step[]} */
    this.idea = [];
    this.use = "";
  }

  /** Fetches the first steps. */
  async open() {
    await this.#fetch(0);
    return this;
  }

  /**
   * A step if it is here; else undefined, and it is fetched.
   * @param {number} at
   * @returns {Step | undefined}
   */
  at(at) {
    const page = Math.floor(at / PAGE);
    return this.#pages.get(page)?.[at % PAGE];
  }

  /**
   * Makes sure that a step is here, and soon the ones after it.
   * @param {number} at
   */
  async reach(at) {
    const page = Math.floor(at / PAGE);
    if (!this.#pages.has(page)) await this.#fetch(page);
    if (at % PAGE > PAGE / 2 && (page + 1) * PAGE < this.count) void this.#fetch(page + 1);
  }

  /**
   * @param {number} page
   * @returns {Promise<void>}
   */
  #fetch(page) {
    let coming = this.#coming.get(page);
    if (!coming) {
      coming = this.#load(page);
      this.#coming.set(page, coming);
      coming.catch(() => this.#coming.delete(page));
    }
    return coming;
  }

  /** @param {number} page */
  async #load(page) {
    const got = /** @type {Page} */ (await get(`${this.path}&from=${page * PAGE}&count=${PAGE}`));
    this.count = got.count;
    this.needed = got.needed;
    this.foundAt = got.found_at;
    this.lines = got.lines;
    this.code = got.code;
    this.idea = got.idea;
    this.use = got.use;
    this.#pages.set(page, got.steps);
  }
}
