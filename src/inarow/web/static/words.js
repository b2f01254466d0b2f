// Every sentence that scripts show or speak, in one place, so that it can be translated.

import { columnSign, moveText, parseRules } from "./cells.js";

/** @typedef {import("./cells.js").Rules} Rules */

/** @type {Record<string, string>} */
const GAMES = { "7x6x4": "Connect Four", "3x3x3/free": "Tic-tac-toe", "15x15x5/free": "Gomoku" };

/**
 * @param {Rules} rules
 * @param {number} move
 */
const spoken = (rules, move) => (rules.gravity ? `column ${moveText(rules, move)}` : moveText(rules, move));

/** @param {number} ms */
const span = (ms) => (ms % 60000 === 0 ? `${ms / 60000} min` : `${Math.round(ms / 1000)} s`);

export const words = {
  /** @param {string} side */
  sideName: (side) => (side === "x" ? "×" : "○"),

  board: {
    columns: "Columns",
    cells: "Board",
    unknown: "·",
    empty: "empty",
    row: "Row",
    nudge: "Move the choice",
    left: "One cell left",
    right: "One cell right",
    up: "One cell up",
    down: "One cell down",
    place: "Play here",
    /**
     * @param {number} column
     * @param {number | null} row
     * @param {string | null} score
     * @param {boolean} best
     */
    column: (column, row, score, best) =>
      `Column ${columnSign(column)}, ${row === null ? "full" : `falls to row ${row + 1}`}${score ? `, ${score}` : ""}${best ? ", best" : ""}`,
    /**
     * @param {string} cell
     * @param {string | null} side
     * @param {string | null} score
     */
    cell: (cell, side, score) => `${cell}, ${side ?? "empty"}${score ? `, ${score}` : ""}`,
    /**
     * @param {number} move
     * @param {string} text
     */
    scoreOf: (move, text) => `Column ${columnSign(move)}: ${text}`,
    /**
     * @param {number} width
     * @param {number} height
     */
    caption: (width, height) => `The board: ${width} columns, ${height} rows`,
  },

  settings: {
    saved: "Saved.",
    unsaved: "That could not be saved. Try again.",
  },

  rules: {
    /** @param {string} text */
    short: (text) => GAMES[text] ?? text.replace("/free", " free").replaceAll("x", " × "),
    /** @param {string} text */
    long: (text) => {
      const { width, height, k, gravity } = parseRules(text);
      const size = `${width} × ${height}, ${k} in a row${gravity ? "" : ", anywhere"}`;
      return GAMES[text] ? `${GAMES[text]}: ${size}` : size;
    },
    /** @param {{base: number, increment: number} | null} clock */
    clock: (clock) => (clock ? `${span(clock.base)} + ${Math.round(clock.increment / 1000)} s a move` : "No clock"),
    swap: "swap rule",
  },

  game: {
    waiting: "Waiting for the other player",
    waitingMore: "The game begins as soon as somebody accepts.",
    /** @param {string | null} name */
    invites: (name) => `${name ?? "Somebody"} invites you to a game`,
    yourTurn: "Your turn",
    /** @param {string} side */
    toMove: (side) => `${side} to move`,
    /** @param {string} name */
    theirTurn: (name) => `${name} to move`,
    /** @param {string} name */
    thinking: (name) => `${name} is thinking`,
    sending: "Sending your move…",
    watching: "You are watching.",
    swapNow: "Answer the first move, or take it over: then it is yours.",
    swapLater: "The second player may take over the first move.",
    youWin: "You win",
    youLose: "You lose",
    draw: "Draw",
    calledOff: "Called off",
    you: "you",
    away: "away",
    program: "program",
    open: "Open seat",
    /** two on one screen */
    here: { x: "First player", o: "Second player" },
    /** @param {Rules} rules @param {number} move */
    playMove: (rules, move) => `Play ${spoken(rules, move)}`,
    cancel: "Cancel",
    chosen: "Press again, or the button, to play it.",
    takeback: "Take back",
    offerDraw: "Offer draw",
    agreeDraw: "Draw",
    resign: "Resign",
    abort: "Call off",
    swap: "Take over the first move",
    claimWin: "Claim the win",
    claimDraw: "Claim a draw",
    rematch: "Rematch",
    again: "Play again",
    nextGame: "Next game",
    analyse: "Analyse",
    newGame: "New game",
    askResign: "Resign this game? The other side wins.",
    askAbort: "Call this game off? Nobody wins.",
    /** @param {string} name @param {string} what */
    offers: (name, what) =>
      ({ draw: `${name} offers a draw.`, takeback: `${name} asks to take a move back.`, rematch: `${name} would like a rematch.` })[what] ?? "",
    offered: "Waiting for an answer",
    /** @param {string} what */
    youOffered: (what) =>
      ({ draw: "You offer a draw.", takeback: "You ask to take your move back.", rematch: "You offer a rematch." })[what] ?? "",
    declined: "Declined.",
    takenBack: "A move was taken back.",
    swapped: "The first move was taken over: sides are changed.",
    joined: "The other player is here. The game begins.",
    /** @param {string} name @param {number} seconds */
    gone: (name, seconds) => `${name} has gone. You can claim the game in ${seconds} s.`,
    /** @param {string} name */
    claimable: (name) => `${name} has gone. You can claim the game, or go on waiting.`,
    /** @param {string} who @param {Rules} rules @param {number} move */
    plays: (who, rules, move) => `${who} plays ${spoken(rules, move)}.`,
    secondsLeft: (/** @type {number} */ seconds) => `You have ${seconds} seconds left.`,
    copied: "Link copied.",
    copyFailed: "Copying is not allowed here: select the link instead.",
    /** @type {Record<string, string>} */
    visibility: { link: "Anyone with the link", public: "Everyone", private: "Only the players" },
    joinFailed: "You could not be seated. Try again in a moment.",
    /** @param {number} number @param {string} text */
    step: (number, text) => `Move ${number}, ${text}`,
    /** @param {number} ply @param {number} of */
    lookingBack: (ply, of) => `After move ${ply} of ${of}`,
  },

  line: {
    offline: "You are offline. The game goes on when you are back.",
    waiting: "The connection is lost. Trying again…",
    refused: "This page can no longer follow the game.",
    /** @type {Record<number, string>} */
    codes: { 4403: "This game is private.", 4404: "There is no such game.", 4400: "This page is out of date: load it again." },
    back: "Connected again.",
  },

  home: {
    failed: "The game could not be made. Try again in a moment.",
    offline: "You are offline.",
    /** @param {string} level */
    level: (level) => (level === "perfect" ? "–" : level),
    starting: "Setting up your game…",
    /** @param {number} people */
    people: (people) => (people === 1 ? "1 person here" : `${people} people here`),
    join: "Join",
    watch: "Watch",
    now: "just now",
    /** @param {number} minutes */
    minutes: (minutes) => `${minutes} min ago`,
  },
};
