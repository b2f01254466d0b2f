// A live game over a socket. It holds the last view of the game and brings it forward by events;
// lost, doubled and late frames, and a server that comes back, change nothing in what it shows.

import { BROWSER, Connection } from "./connection.js";

/** @typedef {import("./connection.js").Frame} Frame */
/** @typedef {import("./connection.js").World} World */
/** @typedef {"x" | "o"} Side */
/** @typedef {{rating: number, provisional: boolean, change: number | null}} Rating */
/** @typedef {{name: string | null, kind: "person" | "program" | "open", here: boolean, rating: Rating | null}} Seat */
/** @typedef {{base: number, increment: number, days: number | null, x: number, o: number, running: Side | null}} Clock */
/** @typedef {{winner: Side | null, reason: string, text: string}} Outcome */
/**
 * @typedef {object} View
 * @property {string} id
 * @property {number} version
 * @property {string} rules
 * @property {string} title
 * @property {boolean} swap
 * @property {boolean} rated
 * @property {boolean} seek whether its maker looks for an opponent
 * @property {string | null} unrated why a rated game does not count
 * @property {"link" | "public" | "private"} visibility
 * @property {string | null} tournament the tournament that it is a game of
 * @property {"open" | "playing" | "over"} status
 * @property {Record<Side, Seat>} seats
 * @property {Side | "both" | "none"} you
 * @property {number[]} moves
 * @property {string} text
 * @property {Record<string, Side>} discs
 * @property {string | null} last
 * @property {Side | null} turn
 * @property {number[]} legal
 * @property {boolean} can_swap
 * @property {string[][]} lines
 * @property {Outcome | null} outcome
 * @property {Clock | null} clock
 * @property {{draw: Side | null, takeback: Side | null, rematch: Side | null}} offers
 * @property {string | null} rematch
 * @property {number | null} claim_in
 * @property {number} watching how many are here who do not play
 * @property {boolean} failing whether the program that is to move cannot
 * @property {string} created
 */
/** @typedef {{ok: true} | {ok: false, code: string, text: string}} Answer */
/** @typedef {{frame: Frame, done: (answer: Answer) => void, timer: any}} Pending */
/**
 * @typedef {object} Told
 * @property {(what: {event: Frame | null}) => void} changed the view is another one
 * @property {(state: import("./connection.js").State, code: number, attempt: number) => void} state
 * @property {(side: Side, what: string) => void} [reacted] a player says something
 * @property {(text: string) => void} [hushed] what we said was not shown to anybody, and why
 */

const ANSWER = 2000; // milliseconds; after that a command is sent again

export class LiveGame {
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  /** @type {Map<number, Frame>} moves that came before those that they follow */
  #early = new Map();
  #asking = -1;
  #reaction = ""; // the id of the last one
  #heardAt = 0;
  #goneAt = 0;

  /**
   * @param {{url: string, view: View | null, told: Told, world?: World, now?: () => number}} options
   */
  constructor({ url, view, told, world = BROWSER, now = () => performance.now() }) {
    this.view = view;
    this.told = told;
    this.now = now;
    this.#heardAt = this.#goneAt = now();
    this.connection = new Connection(
      {
        url: () => withVersion(url, this.view?.version),
        opened: () => this.#resend(),
        frame: (frame) => this.#receive(frame),
        quiet: () => this.#ask(),
        state: told.state,
      },
      world,
    );
  }

  /** The move that is sent and not yet in the game, or null. */
  get moving() {
    for (const { frame } of this.#pending.values()) {
      if (frame.t === "move" && frame.version === this.view?.version) return Number(frame.move);
    }
    return null;
  }

  /** Whether anything waits for an answer. */
  get busy() {
    return this.#pending.size > 0;
  }

  /**
   * Milliseconds that a side has left, now.
   * @param {Side} side
   */
  left(side) {
    const clock = this.view?.clock;
    if (!clock) return null;
    const gone = clock.running === side ? this.now() - this.#heardAt : 0;
    return Math.max(0, clock[side] - gone);
  }

  /** Milliseconds until the game may be claimed; null while the other side is here. */
  get claimLeft() {
    if (!this.view || (this.view.you !== "x" && this.view.you !== "o")) return null;
    const { claim_in: claim, seats, you } = this.view;
    if (claim === null || seats[you === "x" ? "o" : "x"].here) return null; // it is we who are missed
    return Math.max(0, claim - (this.now() - this.#goneAt));
  }

  /**
   * Plays a move; resolves when it is stored, or refused.
   * @param {number} move
   */
  play(move) {
    return this.act("move", { move, version: this.view?.version ?? 0 });
  }

  /**
   * Sends a command once, however often the line breaks: it keeps its id.
   * @param {string} t
   * @param {Record<string, unknown>} [rest]
   * @returns {Promise<Answer>}
   */
  act(t, rest = {}) {
    const frame = { t, ...rest, id: newId() };
    return new Promise((done) => {
      const pending = { frame, done, timer: null };
      this.#pending.set(frame.id, pending);
      this.#send(pending);
    });
  }

  /**
   * Says something to the other player, once: it is not sent again if it gets lost. Whether there was a line.
   * @param {string} what
   */
  react(what) {
    this.#reaction = newId();
    return this.connection.send({ t: "react", what, id: this.#reaction });
  }

  #resend() {
    this.#asking = -1;
    for (const pending of this.#pending.values()) this.#send(pending);
  }

  /**
   * Sends, and again if nothing comes back: the server carries an id out once.
   * @param {Pending} pending
   */
  #send(pending) {
    const { world } = this.connection;
    world.forget(pending.timer);
    if (!this.connection.send(pending.frame)) return; // the next connection will
    pending.timer = world.after(() => this.#send(pending), ANSWER);
  }

  /**
   * The command that is answered.
   * @param {string} id
   */
  #settle(id) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.connection.world.forget(pending?.timer);
    return pending;
  }

  /** After a silence: something may have been lost while the line seemed to hold. */
  #ask() {
    this.#asking = -1;
    if (this.view?.status !== "over") this.connection.send({ t: "tail", version: this.view?.version ?? 0 });
  }

  /** @param {Frame} frame */
  #receive(frame) {
    if (frame.t === "snapshot") this.#replace(frame.game, null);
    else if (frame.t === "event") this.#happened(frame.event, frame.game);
    else if (frame.t === "ack") this.#acknowledged(frame);
    else if (frame.t === "refused") this.#refused(frame);
    else if (frame.t === "presence") this.#presence(frame);
    else if (frame.t === "ratings") this.#ratings(frame);
    else if (frame.t === "react") this.told.reacted?.(frame.side, String(frame.what));
  }

  /** @param {Frame} frame */
  #acknowledged(frame) {
    const pending = this.#settle(frame.id);
    if (frame.event) this.#happened(frame.event, frame.game);
    else this.#check(frame.version);
    pending?.done({ ok: true });
  }

  /** @param {Frame} frame */
  #refused(frame) {
    if (frame.id === this.#reaction) return this.told.hushed?.(String(frame.text));
    const pending = this.#settle(frame.id);
    if (typeof frame.version === "number") this.#check(frame.version);
    pending?.done({ ok: false, code: String(frame.code), text: String(frame.text) });
    if (pending) this.told.changed({ event: null });
  }

  /**
   * @param {Frame} event
   * @param {View | undefined} game
   */
  #happened(event, game) {
    const version = Number(event.version);
    if (game) return this.#replace(game, event);
    if (this.view && version <= this.view.version) return; // doubled or late
    if (event.kind !== "move") return this.#check(version);
    if (!this.view || version > this.view.version + 1) {
      this.#early.set(version, event);
      return this.#check(version);
    }
    this.view = afterMove(this.view, event);
    this.#heardAt = this.now();
    this.#confirm(event);
    this.told.changed({ event });
    const next = this.#early.get(version + 1);
    this.#early.delete(version + 1);
    if (next) this.#happened(next, undefined);
  }

  /**
   * A move of ours that the game has is confirmed, even if its ack was lost.
   * @param {Frame} event
   */
  #confirm(event) {
    for (const { frame } of this.#pending.values()) {
      const ours = frame.t === "move" && frame.version === event.version - 1 && frame.move === event.move;
      if (ours) this.#settle(frame.id)?.done({ ok: true });
    }
  }

  /**
   * @param {View} game
   * @param {Frame | null} event
   */
  #replace(game, event) {
    if (this.view && (game.version < this.view.version || game.id !== this.view.id)) return; // late
    this.view = game;
    this.#early.clear();
    this.#asking = -1;
    this.#heardAt = this.#goneAt = this.now();
    this.told.changed({ event });
  }

  /**
   * Asks for what we have missed up to *version*, once.
   * @param {number} version
   */
  #check(version) {
    const seen = this.view?.version ?? 0;
    if ((version <= seen && this.view) || this.#asking >= version) return;
    this.#asking = version;
    if (!this.connection.send({ t: "tail", version: seen })) this.#asking = -1;
  }

  /** @param {Frame} frame */
  #presence(frame) {
    if (!this.view) return;
    const { x, o } = this.view.seats;
    const seats = { x: { ...x, here: Boolean(frame.x) }, o: { ...o, here: Boolean(frame.o) } };
    this.view = { ...this.view, seats, claim_in: frame.claim_in ?? null, watching: frame.watching ?? 0 };
    this.#goneAt = this.now();
    this.told.changed({ event: null });
  }

  /** @param {Frame} frame */
  #ratings(frame) {
    if (!this.view) return;
    const { x, o } = this.view.seats;
    const seats = { x: { ...x, rating: frame.x ?? null }, o: { ...o, rating: frame.o ?? null } };
    this.view = { ...this.view, seats, unrated: frame.unrated ?? null };
    this.told.changed({ event: null });
  }
}

/**
 * The view after a move, as its event tells; nothing is worked out here.
 * @param {View} view
 * @param {Frame} event
 * @returns {View}
 */
export function afterMove(view, event) {
  const closed = new Set(event.closed ?? []);
  const over = Boolean(event.outcome);
  return {
    ...view,
    version: event.version,
    moves: [...view.moves, event.move],
    discs: { ...view.discs, [event.cell]: event.side },
    last: event.cell,
    turn: event.turn ?? null,
    legal: event.turn ? view.legal.filter((move) => !closed.has(move)) : [],
    can_swap: Boolean(event.can_swap),
    clock: event.clock ?? view.clock,
    lines: event.lines ?? [],
    outcome: event.outcome ?? null,
    status: over ? "over" : view.status,
    failing: false,
    // a move answers the other side's offers; one's own draw offer stands
    offers: { ...view.offers, draw: !over && view.offers.draw === event.side ? event.side : null, takeback: null },
  };
}

/**
 * @param {string} url
 * @param {number | undefined} version
 */
function withVersion(url, version) {
  if (version === undefined) return url;
  return `${url}${url.includes("?") ? "&" : "?"}version=${version}`;
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
