// A socket that comes back: backoff with jitter, heartbeats, the browser's word on being offline.
// No DOM here: what it needs of its surroundings comes in, so that it can be tested.

/** @typedef {"connecting" | "open" | "waiting" | "offline" | "refused"} State */
/** @typedef {{t: string, [name: string]: any}} Frame */
/**
 * @typedef {object} Socket
 * @property {((event: any) => void) | null} onopen
 * @property {((event: {data: any}) => void) | null} onmessage
 * @property {((event: {code: number, reason: string}) => void) | null} onclose
 * @property {((event: any) => void) | null} onerror
 * @property {(text: string) => void} send
 * @property {(code?: number) => void} close
 */
/**
 * @typedef {object} World
 * @property {(url: string) => Socket} open
 * @property {(action: () => void, ms: number) => any} after
 * @property {(timer: any) => void} forget
 * @property {() => number} random from 0 to 1
 */
/**
 * @typedef {object} Told
 * @property {() => string} url asked anew at each attempt
 * @property {() => void} opened
 * @property {(frame: Frame) => void} frame
 * @property {() => void} [quiet] nothing was heard for a while; a ping follows
 * @property {(state: State, code: number, attempt: number) => void} state
 */

const FIRST = 300; // milliseconds before the second attempt
const MOST = 8000;
const BUSY = 5000; // the server said that we were too fast
const QUIET = 2500; // silence before we ask whether anybody is there; doubles while there is nothing to tell
const QUIETEST = 20000;
const PATIENCE = 6000;
const FINAL = new Set([4400, 4403, 4404]);

/** @type {World} */
export const BROWSER = {
  open: (url) => /** @type {Socket} */ (/** @type {unknown} */ (new WebSocket(url))),
  after: (action, ms) => setTimeout(action, ms),
  forget: (timer) => clearTimeout(timer),
  random: Math.random,
};

export class Connection {
  /** @type {Socket | null} */
  #socket = null;
  /** @type {any} */
  #retry = null;
  /** @type {any} */
  #pulse = null;
  #attempt = 0;
  #backIn = 0;
  #asked = 0;
  #lull = QUIET;

  /**
   * @param {Told} told
   * @param {World} [world]
   */
  constructor(told, world = BROWSER) {
    this.told = told;
    this.world = world;
    /** @type {State} */
    this.state = "waiting";
  }

  /** Connects now, whatever was waited for. */
  start() {
    this.world.forget(this.#retry);
    if (this.state === "open" || this.state === "connecting") return;
    this.#change("connecting");
    const socket = this.world.open(this.told.url());
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => this.#heard(socket, event.data);
    socket.onclose = (event) => this.#closed(socket, event.code);
    socket.onerror = () => {}; // a close follows
    this.#expect(PATIENCE);
  }

  /** Ends it for good. */
  stop() {
    this.#drop();
    this.#change("refused");
  }

  /** The browser has a network again. */
  online() {
    if (this.state === "refused") return;
    this.#attempt = 0;
    if (this.state === "open") this.check();
    else this.start();
  }

  /** The browser has no network: wait for it instead of trying. */
  offline() {
    if (this.state === "refused") return;
    this.#drop();
    this.#change("offline");
  }

  /** Asks whether the other end is there: after sleep, or when the page is looked at again. */
  check() {
    if (this.state !== "open") return;
    this.told.quiet?.();
    this.send({ t: "ping", n: ++this.#asked });
    this.#expect(PATIENCE);
  }

  /**
   * Sends a frame if there is a way; whether it did.
   * @param {Frame} frame
   */
  send(frame) {
    if (this.state !== "open" || !this.#socket) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** @param {Socket} socket */
  #opened(socket) {
    if (socket !== this.#socket) return;
    this.#backIn = 0;
    this.#change("open");
    this.#listen();
    this.told.opened();
  }

  /**
   * @param {Socket} socket
   * @param {unknown} data
   */
  #heard(socket, data) {
    if (socket !== this.#socket) return;
    this.#attempt = 0;
    const frame = JSON.parse(String(data));
    this.#lull = frame.t === "pong" ? Math.min(QUIETEST, 2 * this.#lull) : QUIET;
    this.#listen();
    if (frame.t === "going") this.#backIn = Number(frame.back_in) || FIRST;
    else if (frame.t !== "pong") this.told.frame(frame);
  }

  /**
   * @param {Socket} socket
   * @param {number} code
   */
  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#drop();
    if (FINAL.has(code)) {
      this.#change("refused", code);
      return;
    }
    this.#change("waiting", code);
    this.#retry = this.world.after(() => this.start(), this.#delay(code));
    this.#attempt++;
  }

  /**
   * How long to wait: doubling, never in step with the others who were cut off.
   * @param {number} code
   */
  #delay(code) {
    const grown = Math.min(MOST, FIRST * 2 ** this.#attempt);
    const least = code === 4429 ? BUSY : this.#backIn;
    return least + grown * (0.5 + 0.5 * this.world.random());
  }

  /** Waits for the next frame, and asks when there is none. */
  #listen() {
    this.world.forget(this.#pulse);
    this.#pulse = this.world.after(() => this.check(), this.#lull);
  }

  /** @param {number} ms */
  #expect(ms) {
    const socket = this.#socket;
    this.world.forget(this.#pulse);
    this.#pulse = this.world.after(() => socket && this.#closed(socket, 1006), ms);
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.world.forget(this.#pulse);
    this.world.forget(this.#retry);
    socket?.close();
  }

  /**
   * @param {State} state
   * @param {number} [code]
   */
  #change(state, code = 0) {
    this.state = state;
    this.told.state(state, code, this.#attempt);
  }
}
