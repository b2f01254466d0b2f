// A tournament as its socket tells of it: a table that changes line by line. No DOM.

import { playerName } from "../site/words.js";

/** @typedef {import("../live/connection.js").Frame} Frame */
/**
 * @typedef {object} Player
 * @property {number} number
 * @property {string} name
 * @property {"in" | "away" | "removed"} status
 * @property {number} points
 * @property {number} games
 * @property {number} wins
 * @property {number | null} berger
 * @property {string | null} game
 * @property {string} recent
 */
/**
 * @typedef {object} Head
 * @property {string} id
 * @property {"arena" | "robin"} kind
 * @property {"open" | "playing" | "over"} status
 * @property {boolean} door
 * @property {boolean} paused
 * @property {number | null} left
 * @property {number | null} starts_in
 * @property {number | null} round
 * @property {number | null} rounds
 * @property {number | null} pairing_in
 * @property {string[]} boards
 */
/**
 * @typedef {object} You
 * @property {number | null} number
 * @property {"in" | "away" | "removed" | null} status
 * @property {boolean} director
 * @property {string | null} game
 * @property {"x" | "o" | null} side
 * @property {string | null} opponent
 */
/** @typedef {{players: Player[], order: number[], places: number[]}} Table */
/** @typedef {Player & {place: number}} Line */
/** @typedef {"over" | "game" | "paused" | "free" | "between" | "open" | "away" | "removed" | "join" | "shut"} Now */

export class LiveTable {
  /** @type {Map<number, Player>} */
  #rows = new Map();
  #heardAt = 0;

  /**
   * @param {{view: Head & {version: number}, table: Table, you: You}} given
   * @param {() => number} [now]
   */
  constructor({ view, table, you }, now = () => performance.now()) {
    this.now = now;
    this.version = view.version;
    /** @type {Head} */
    this.head = view;
    this.you = you;
    this.order = table.order;
    this.places = table.places;
    this.#take(table.players);
    this.#heardAt = now();
  }

  /**
   * Takes a frame into account; what has changed, or that the whole table must be asked for.
   * @param {Frame} frame
   * @returns {"table" | "you" | "missing" | null}
   */
  receive(frame) {
    if (frame.t === "you") {
      this.you = frame.you;
      return "you";
    }
    if (frame.t === "table") this.#rows.clear();
    else if (frame.t !== "news" || frame.version <= this.version) return null;
    else if (frame.after > this.version) return "missing";
    this.version = frame.version;
    this.head = frame.head;
    this.order = frame.order;
    this.places = frame.places;
    this.#take(frame.players);
    this.#heardAt = this.now();
    return "table";
  }

  /** The table, best first. */
  get lines() {
    return this.order.map((number, i) => /** @type {Line} */ ({ ...this.#rows.get(number), place: this.places[i] }));
  }

  /** The line of whoever looks. */
  get mine() {
    return this.lines.find((line) => line.number === this.you.number) ?? null;
  }

  /** What can be done now; the page has a part for each. @returns {Now} */
  get part() {
    const { head, you } = this;
    if (head.status === "over") return "over";
    if (you.status === null) return head.door ? "join" : "shut";
    if (you.status === "removed") return "removed";
    if (you.game) return "game";
    if (you.status === "away") return "away";
    if (head.status === "open") return "open";
    if (head.paused) return "paused";
    return head.kind === "arena" ? "free" : "between";
  }

  /** Milliseconds until something happens by itself: the start, the next round or the end. */
  get left() {
    const { left, paused, pairing_in: pairing, starts_in: starts } = this.head;
    const passed = paused ? 0 : this.now() - this.#heardAt;
    const until = starts ?? pairing ?? left;
    return until === null ? null : Math.max(0, until - passed);
  }

  /** The games in progress of those who come first, with the names of both. */
  get boards() {
    const lines = this.lines;
    return this.head.boards.map((game) => ({ game, names: lines.filter((line) => line.game === game).map((line) => playerName(line.name)) }));
  }

  /** @param {Player[]} players */
  #take(players) {
    for (const player of players) this.#rows.set(player.number, player);
  }
}
