// Every sentence that scripts show or speak, in one place, so that it can be translated.

import { cellName, moveName } from "../board/cells.js";

/** @typedef {import("../board/cells.js").Rules} Rules */

/**
 * With a capital letter, as a sentence begins; names of cells and sides stay small.
 * @param {string} text
 */
export const capital = (text) => (/^([xo] |[a-z]+\d)/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** @param {number} ms */
const span = (ms) => (ms % 60000 === 0 ? `${ms / 60000} min` : `${Math.round(ms / 1000)} s`);

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export const words = {
  /** @param {string} side */
  sideName: (side) => (side === "x" ? "×" : "○"),

  board: {
    columns: "Columns",
    cells: "Board",
    unknown: "·",
    empty: "empty",
    row: "Row",
    nudge: "Move the selection",
    left: "One cell left",
    right: "One cell right",
    up: "One cell up",
    down: "One cell down",
    place: "Play here",
    /** @param {Rules} rules @param {number} move */
    full: (rules, move) => `${capital(moveName(move, rules))} is ${rules.gravity ? "full" : "taken"}. Choose another.`,
    /**
     * @param {Rules} rules
     * @param {number} column
     * @param {number | null} row
     * @param {string | null} score
     * @param {boolean} best
     */
    column: (rules, column, row, score, best) =>
      `${capital(moveName(column, rules))}, ${row === null ? "full" : `falls to row ${row + 1}`}${score ? `, ${score}` : ""}${best ? ", best" : ""}`,
    /**
     * @param {Rules} rules
     * @param {import("../board/cells.js").Cell} cell
     * @param {string | null} side
     * @param {string | null} score
     */
    cell: (rules, cell, side, score) => `${capital(cellName(cell, rules))}, ${side ?? "empty"}${score ? `, ${score}` : ""}`,
    /**
     * @param {Rules} rules
     * @param {number} move
     * @param {string} text
     */
    scoreOf: (rules, move, text) => `${capital(moveName(move, rules))}: ${text}`,
    /**
     * @param {number} width
     * @param {number} height
     */
    caption: (width, height) => `The board: ${width} columns, ${height} rows`,
  },

  settings: {
    saved: "Saved.",
    unsaved: "Not saved. Try again.",
    notified: "You will be told like this when it is your turn.",
    noNotify: "Your browser blocks notifications from this site.",
  },

  share: {
    copied: "Copied to the clipboard.",
    copyFailed: "The browser does not allow copying here. Press Ctrl+C instead.",
  },

  rules: {
    /** @param {{base: number, increment: number} | null} clock */
    clock: (clock) => (clock ? `${span(clock.base)} + ${Math.round(clock.increment / 1000)} s per move` : "No clock"),
    swap: "swap rule",
    rated: "rated",
  },

  game: {
    waiting: "Waiting for an opponent",
    waitingMore: "The game starts as soon as someone accepts.",
    /** @param {string | null} name */
    invites: (name) => `${name ?? "Someone"} invites you to a game`,
    yourTurn: "Your turn",
    /** @param {string} side */
    toMove: (side) => `${side} to move`,
    /** @param {string} name */
    theirTurn: (name) => `${name} to move`,
    /** @param {string} name */
    thinking: (name) => `${name} is thinking`,
    /** @param {string} name */
    failing: (name) => `${name} cannot move`,
    failingMore: "Something went wrong on the server. It keeps trying; meanwhile you can take back a move or end the game.",
    sending: "Sending your move…",
    watching: "You are watching.",
    /** @param {number} people */
    watchers: (people) => (people === 0 ? "" : people === 1 ? "1 person watching" : `${people} people watching`),
    swapNow: "Reply to the first move, or swap sides and take it as your own.",
    swapLater: "The second player may take over the first move.",
    youWin: "You win",
    youLose: "You lose",
    draw: "Draw",
    cancelled: "Cancelled",
    you: "you",
    away: "away",
    open: "Open seat",
    /** two on one screen */
    here: { x: "First player", o: "Second player" },
    /** @param {Rules} rules @param {number} move */
    playMove: (rules, move) => `Play ${moveName(move, rules)}`,
    cancel: "Cancel",
    chosen: "Press again or use the button to confirm.",
    /** @param {Rules} rules @param {number} move */
    planned: (rules, move) => `${capital(moveName(move, rules))} will be played next. Press it again to cancel.`,
    takeback: "Take back",
    offerDraw: "Offer draw",
    agreeDraw: "Draw",
    resign: "Resign",
    abort: "Cancel game",
    swap: "Swap sides",
    claimWin: "Claim the win",
    claimDraw: "Claim a draw",
    rematch: "Rematch",
    again: "Play again",
    nextGame: "Next game",
    analyse: "Analyse",
    newGame: "New game",
    askResign: "Resign this game? Your opponent wins.",
    askAbort: "Cancel this game? Nobody wins.",
    /** @param {string} name @param {string} what */
    offers: (name, what) =>
      ({ draw: `${name} offers a draw.`, takeback: `${name} asks to take back a move.`, rematch: `${name} would like a rematch.` })[what] ?? "",
    offered: "Waiting for a reply",
    /** @param {string} what */
    youOffered: (what) =>
      ({ draw: "You offered a draw.", takeback: "You asked to take back your move.", rematch: "You offered a rematch." })[what] ?? "",
    declined: "Declined.",
    /** @param {string} what */
    refused: (what) =>
      ({ draw: "Your draw offer was declined.", takeback: "Your move stands: the takeback was declined.", rematch: "No rematch this time." })[what] ?? "",
    takenBack: "A move was taken back.",
    /** @param {string} you */
    swapped: (you) => `The players swapped sides.${you === "x" || you === "o" ? ` You are ${words.sideName(you)} now.` : ""}`,
    /** @param {string} x @param {string} o */
    against: (x, o) => `${x} against ${o}`,
    joined: "Your opponent has joined. The game begins.",
    /** @param {string} name @param {number} seconds */
    gone: (name, seconds) => `${name} has left. You can claim the game in ${seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} s`}.`,
    /** @param {string} name */
    claimable: (name) => `${name} has left. You can claim the game or keep waiting.`,
    /** @param {string} who @param {Rules} rules @param {number} move */
    plays: (who, rules, move) => `${who} plays ${moveName(move, rules)}.`,
    secondsLeft: (/** @type {number} */ seconds) => `You have ${seconds} seconds left.`,
    /** @type {Record<string, string>} */
    visibility: { link: "Anyone with the link", public: "Public", private: "Private" },
    joinFailed: "Joining failed. Try again in a moment.",
    /** @param {number} number @param {string} text */
    step: (number, text) => `Move ${number}, ${text}`,
    /** @param {number} ply @param {number} of */
    lookingBack: (ply, of) => `After move ${ply} of ${of}`,
  },

  line: {
    offline: "You are offline. The game continues when you reconnect.",
    waiting: "Connection lost. Reconnecting…",
    refused: "This page can no longer follow the game.",
    /** @type {Record<number, string>} */
    codes: { 4403: "This game is private.", 4404: "There is no such game.", 4400: "This page is out of date. Reload it." },
    back: "Reconnected.",
  },

  home: {
    failed: "The game could not be created. Try again in a moment.",
    offline: "You are offline.",
    /** @param {string} level */
    level: (level) => (level === "perfect" ? "–" : level),
    starting: "Setting up your game…",
    /** @param {number} people */
    people: (people) => (people === 1 ? "1 person online" : `${people} people online`),
    join: "Join",
    watch: "Watch",
  },

  server: {
    offline: "The server cannot be reached. The page may be out of date.",
    odd: "The server sent an unexpected reply. Try again in a moment.",
  },

  study: {
    thinking: "Thinking …",
    searching: "searching",
    exact: "exact",
    over: "The game is over.",
    /** @param {number} depth */
    depth: (depth) => `depth ${depth}`,
    /** @param {number} nodes */
    nodes: (nodes) => `${compact.format(nodes)} positions`,
    noMoves: "No moves yet. Play one on the board.",
    noLine: "Nothing to show yet.",
    quiet: "Nothing special in this position.",
    /**
     * @param {Rules} rules
     * @param {number} number
     * @param {string} side
     * @param {number} move
     */
    move: (rules, number, side, move) => `Move ${number}, ${words.sideName(side)} ${moveName(move, rules)}`,
    /**
     * @param {number} done
     * @param {number} of
     */
    reviewing: (done, of) => `Analysing position ${done} of ${of}`,
    /** @param {{kept: number, exact: number, moves: number, inaccuracies: number, mistakes: number, blunders: number}} one */
    kept: (one) => {
      const bad = one.inaccuracies + one.mistakes + one.blunders;
      const errors = bad === 0 ? "no errors" : bad === 1 ? "1 error" : `${bad} errors`;
      return one.exact
        ? `${one.kept} of ${one.exact} moves with exact scores kept the result, ${errors}`
        : `${one.moves} moves judged by estimates, ${errors}`;
    },
    /** @param {number} number */
    turned: (number) => `Turning point: move ${number}.`,
    better: "Show the better move",
    graphLabel: "×'s winning chances after every move",
    /**
     * @param {number} number
     * @param {number} share
     */
    graphPoint: (number, share) => `Move ${number}: ${Math.round(share * 100)}% for ×`,
  },

  lab: {
    empty: (/** @type {string} */ side) => `${words.sideName(side)} has too few discs for a line: nothing to check.`,
    found: "Line found.",
    step: (/** @type {number} */ at, /** @type {number} */ of) => `Step ${at} of ${of}`,
    needed: (/** @type {number} */ value, /** @type {number} */ needed) => `${value} of ${needed} needed`,
    none: "none",
    micro: (/** @type {number} */ time) => (time < 1000 ? `${time.toFixed(0)} µs` : `${(time / 1000).toFixed(1)} ms`),
    play: "Play",
    pause: "Pause",
    nothing: "empty",
    column: "Column",
    row: "Row",
    counted: "Count",
  },

  puzzle: {
    wrong: "Not that one.",
    right: "Correct.",
    on: "Keep going: your opponent plays the best defence.",
    solved: "Solved.",
    saved: "The game is saved: more than one move holds now.",
    yours: "Your move.",
    solution: "Solution:",
    line: (/** @type {string} */ text) => `Play continues: ${text}.`,
    none: "There are no more puzzles like this. Choose another game or difficulty.",
  },
};
