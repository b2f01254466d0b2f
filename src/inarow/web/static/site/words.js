// Every sentence that scripts show or speak, in one place, so that it can be translated: texts as they are,
// `say("… {value}", { value })` where something is filled in, and `plural` where it depends on a number.

import { cellName, moveLabel, moveName } from "../board/cells.js";
import { locale, plural, say, translated } from "./language.js";

/** @typedef {import("../board/cells.js").Rules} Rules */

/**
 * With a capital letter, as a sentence begins; names of cells and sides stay small.
 * @param {string} text
 */
export const capital = (text) => (/^([xo] |[a-z]+\d)/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** @param {number} ms */
const span = (ms) => (ms % 60000 === 0 ? say("{minutes} min", { minutes: ms / 60000 }) : say("{seconds} s", { seconds: Math.round(ms / 1000) }));

const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });

const GONE = /^Deleted player$/; // as they are stored

/**
 * A player as people read it: programs are called what they are in each language; no person is called like one.
 * @param {string} name
 */
export function playerName(name) {
  const level = /^level (\d+)$/.exec(name)?.[1];
  return level ? say("Level {number}", { number: level }) : name === "perfect" ? say("Perfect") : GONE.test(name) ? say("Deleted player") : name;
}

/** @param {number} digits */
const decimal = (digits) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });

const DAY = 24 * 60; // minutes

/**
 * "2d", as people write it where they are; nothing for none.
 * @param {string} unit
 * @param {number} number
 */
const short = (unit, number) =>
  number < 1 ? "" : new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "narrow", maximumFractionDigits: 0 }).format(Math.floor(number));

/** @type {Record<string, string>} */
const signs = { x: "×", o: "○" };

export const words = translated({
  /** @param {string} side */
  sideName: (side) => signs[side] ?? signs.o,

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
    full: (rules, move) =>
      rules.gravity
        ? say("Column {column} is full. Choose another.", { column: moveLabel(move, rules) })
        : say("{cell} is taken. Choose another.", { cell: moveLabel(move, rules) }),
    /**
     * @param {Rules} rules
     * @param {number} column
     * @param {number | null} row
     * @param {string | null} score
     * @param {boolean} best
     */
    column: (rules, column, row, score, best) =>
      [capital(moveName(column, rules)), row === null ? say("full") : say("falls to row {row}", { row: row + 1 }), score, best ? say("best") : ""]
        .filter(Boolean)
        .join(", "),
    /**
     * @param {Rules} rules
     * @param {import("../board/cells.js").Cell} cell
     * @param {string | null} side
     * @param {string | null} score
     */
    cell: (rules, cell, side, score) => [capital(cellName(cell, rules)), side ?? say("empty"), score].filter(Boolean).join(", "),
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
    caption: (width, height) => say("The board: {width} columns, {height} rows", { width, height }),
  },

  settings: {
    saved: "Saved.",
    unsaved: "Not saved. Try again.",
    notified: "You will be told like this when it is your turn.",
    noNotify: "Your browser blocks notifications from this site.",
  },

  account: {
    unsupported: "This browser cannot use passkeys. Use a recovery code instead.",
    known: "There is a passkey for this site on that device already.",
    cancelled: "Nothing was signed. Try again when you are ready.",
    failed: "The passkey could not be used. Try again.",
  },

  share: {
    copied: "Copied to the clipboard.",
    copyFailed: "The browser does not allow copying here. Press Ctrl+C instead.",
  },

  rules: {
    /** @param {{base: number, increment: number, days: number | null} | null} clock */
    clock: (clock) =>
      clock?.days ? plural(clock.days, { one: "1 day per move", other: "{number} days per move" })
      : clock ? say("{time} + {seconds} s per move", { time: span(clock.base), seconds: Math.round(clock.increment / 1000) }) : say("No clock"),
    /** @param {number} seconds of which less than ten are left */
    tenths: (seconds) => decimal(1).format(seconds),
    /** @param {{rating: number, provisional: boolean}} one */
    rating: (one) => `${one.rating}${one.provisional ? "?" : ""}`,
    /** @param {number} points */
    change: (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "±0"),
    /** @param {string} name @param {string} rating */
    ratedPlayer: (name, rating) => `${name} (${rating})`,
    /** @param {number} minutes more than an hour */
    left: (minutes) => {
      const parts = minutes < DAY ? [short("hour", minutes / 60), short("minute", minutes % 60)] : [short("day", minutes / DAY), short("hour", (minutes % DAY) / 60)];
      return parts.filter(Boolean).join(" ");
    },
    swap: "swap rule",
    rated: "rated",
  },

  game: {
    waiting: "Waiting for an opponent",
    waitingMore: "The game starts as soon as someone accepts.",
    seeking: "Looking for an opponent",
    seekingMore: "You are seated as soon as someone wants to play the same.",
    found: "An opponent has been found",
    alone: "Nobody else is online right now.",
    waitingDays: "You need not stay here: the game starts when someone accepts, and is among your games.",
    /** @param {string | null} name */
    invites: (name) => (name ? say("{name} invites you to a game", { name }) : say("Someone invites you to a game")),
    yourTurn: "Your turn",
    /** @param {string} name */
    theirTurn: (name) => say("{name} to move", { name }),
    /** @param {string} name */
    thinking: (name) => say("{name} is thinking", { name }),
    /** @param {string} name */
    failing: (name) => say("{name} cannot move", { name }),
    failingMore: "Something went wrong on the server. It keeps trying; meanwhile you can take back a move or end the game.",
    sending: "Sending your move…",
    watching: "You are watching.",
    /** @param {number} people */
    watchers: (people) => (people === 0 ? "" : plural(people, { one: "1 person watching", other: "{number} people watching" })),
    swapNow: "Reply to the first move, or swap sides and take it as your own.",
    swapLater: "The second player may take over the first move.",
    youWin: "You win",
    youLose: "You lose",
    /** @param {string} name */
    wins: (name) => say("{name} wins", { name }),
    draw: "Draw",
    cancelled: "Cancelled",
    you: "you",
    away: "away",
    open: "Open seat",
    /** two on one screen */
    here: { x: "First player", o: "Second player" },
    /** @param {Rules} rules @param {number} move */
    playMove: (rules, move) =>
      rules.gravity ? say("Play column {column}", { column: moveLabel(move, rules) }) : say("Play {cell}", { cell: moveLabel(move, rules) }),
    cancel: "Cancel",
    chosen: "Press again or use the button to confirm.",
    /** @param {Rules} rules @param {number} move */
    planned: (rules, move) =>
      rules.gravity
        ? say("Column {column} will be played next. Press it again to cancel.", { column: moveLabel(move, rules) })
        : say("{cell} will be played next. Press it again to cancel.", { cell: moveLabel(move, rules) }),
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
    learn: "Learn from your mistakes",
    howToWin: "How to win",
    newGame: "New game",
    askResign: "Resign this game? Your opponent wins.",
    askAbort: "Cancel this game? Nobody wins.",
    /** @param {string} name @param {string} what */
    offers: (name, what) =>
      ({
        draw: say("{name} offers a draw.", { name }),
        takeback: say("{name} asks to take back a move.", { name }),
        rematch: say("{name} would like a rematch.", { name }),
      })[what] ?? "",
    offered: "Waiting for a reply",
    /** @param {string} what */
    youOffered: (what) =>
      ({ draw: say("You offered a draw."), takeback: say("You asked to take back your move."), rematch: say("You offered a rematch.") })[what] ?? "",
    declined: "Declined.",
    /** @param {string} what */
    refused: (what) =>
      ({
        draw: say("Your draw offer was declined."),
        takeback: say("Your move stands: the takeback was declined."),
        rematch: say("No rematch this time."),
      })[what] ?? "",
    takenBack: "A move was taken back.",
    /** @param {string} you */
    swapped: (you) =>
      you in signs ? say("The players swapped sides. You are {side} now.", { side: words.sideName(you) }) : say("The players swapped sides."),
    /** @param {string} x @param {string} o */
    against: (x, o) => say("{x} against {o}", { x, o }),
    joined: "Your opponent has joined. The game begins.",
    /** @param {string} name nobody's is one's own @param {string} text */
    said: (name, text) => (name ? say("{name}: {text}", { name, text }) : say("You: {text}", { text })),
    /** @param {string} name @param {number} seconds */
    gone: (name, seconds) =>
      seconds > 90
        ? plural(
            Math.ceil(seconds / 60),
            {
              one: "{name} has left. You can claim the game in 1 minute.",
              other: "{name} has left. You can claim the game in {number} minutes.",
            },
            { name },
          )
        : say("{name} has left. You can claim the game in {seconds} s.", { name, seconds }),
    /** @param {string} name */
    claimable: (name) => say("{name} has left. You can claim the game or keep waiting.", { name }),
    /** @param {string} who @param {Rules} rules @param {number} move */
    plays: (who, rules, move) =>
      rules.gravity
        ? say("{who} plays column {column}.", { who, column: moveLabel(move, rules) })
        : say("{who} plays {cell}.", { who, cell: moveLabel(move, rules) }),
    secondsLeft: (/** @type {number} */ seconds) => plural(seconds, { one: "You have 1 second left.", other: "You have {number} seconds left." }),
    /** @type {Record<string, string>} */
    visibility: { link: "Anyone with the link", public: "Public", private: "Private" },
    joinFailed: "Joining failed. Try again in a moment.",
    /** @param {number} number @param {string} text */
    step: (number, text) => say("Move {number}, {text}", { number, text }),
    /** @param {number} ply @param {number} of */
    lookingBack: (ply, of) => say("After move {ply} of {of}", { ply, of }),
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
    level: (level) => (level === "perfect" ? "–" : `${level} · ${words.home.strengths[Math.ceil(Number(level) / 2)]}`),
    /** @type {Record<number, string>} of two levels each */
    strengths: { 1: "beginner", 2: "easy", 3: "medium", 4: "strong", 5: "expert" },
    starting: "Setting up your game…",
    /** @param {number} people */
    people: (people) => plural(people, { one: "1 person online", other: "{number} people online" }),
    /** @param {number} people with games that anybody can join */
    seekers: (people) => plural(people, { one: "1 person waiting", other: "{number} people waiting" }),
    join: "Join",
    watch: "Watch",
    /** @param {string} name somebody who waits over days */
    notHere: (name) => say("{name} (away)", { name }),
    /** @param {number} games */
    waiting: (games) => plural(games, { one: "1 game waits for you", other: "{number} games wait for you" }),
  },

  tournament: {
    playing: "playing",
    /** @type {Record<string, string>} */
    notes: { away: "away", removed: "removed" },
    /** @param {string} name */
    begins: (name) => say("Your game against {name} begins.", { name }),
    /** @param {string} name */
    against: (name) => say("against {name}", { name }),
    started: "The tournament has started.",
    ended: "The tournament is over.",
    pausedNow: "The tournament is paused.",
    resumedNow: "The tournament goes on.",
    joined: "You have joined.",
    /** @param {number} place @param {number} of */
    place: (place, of) => say("You are number {place} of {of}.", { place, of }),
    finished: "finished",
    notStarted: "not started",
    startsIn: "Starts in",
    paused: "Paused",
    pausedAt: "Paused, time left",
    nextRound: "Next round in",
    timeLeft: "Time left",
    /** @param {number} round @param {number} rounds */
    round: (round, rounds) => say("Round {round} of {rounds}", { round, rounds }),
    /** @param {number} seconds */
    returning: (seconds) => plural(seconds, { one: "Back to the table in 1 second.", other: "Back to the table in {number} seconds." }),
    toTable: "To the table",
    /** @param {number} count */
    more: (count) => plural(count, { one: "and 1 more", other: "and {number} more" }),
    offline: "You are offline. The tournament continues when you reconnect.",
    /** @type {Record<number, string>} */
    codes: { 4403: "You can no longer follow this tournament.", 4404: "There is no such tournament.", 4400: "This page is out of date. Reload it." },
  },

  server: {
    offline: "The server cannot be reached. The page may be out of date.",
    odd: "The server sent an unexpected reply. Try again in a moment.",
  },

  offline: {
    offline: "You are offline.",
    unreachable: "The site cannot be reached.",
    back: "You are online again.",
    retry: "Try again",
    open: "Continue online",
    somebody: "someone",
    twoHere: "Two on one screen",
    waiting: "Waiting for an opponent",
    going: "In progress",
    noMoves: "moves not saved",
    asSeen: "as last seen on this device",
    games: "My games",
    gamesMore: "As last seen on this device.",
    noGame: "This game is not saved on this device",
    noGameMore: "Open it again when you are connected. Meanwhile, here is what works without a connection.",
    sorry: "This page needs a connection",
    sorryMore: "Meanwhile, here is what works without one.",
    /** @param {number} count */
    puzzles: (count) =>
      count === 0
        ? say("No puzzles are saved on this device yet. Open the puzzles once while connected.")
        : plural(count, { one: "1 puzzle is saved on this device.", other: "{number} puzzles are saved on this device." }),
    puzzleRight: "Without a connection, only the first move is checked.",
    puzzleGone: "There is no connection, and no more puzzles like this are saved on this device.",
  },

  study: {
    thinking: "Thinking …",
    searching: "searching",
    exact: "exact",
    over: "The game is over.",
    /** @param {number} depth */
    depth: (depth) => say("depth {depth}", { depth }),
    /** @param {number} nodes */
    nodes: (nodes) => plural(nodes, { one: "1 position", other: "{count} positions" }, { count: compact.format(nodes) }),
    noMoves: "No moves yet. Play one on the board.",
    noLine: "Nothing to show yet.",
    /** @param {number} count */
    lineMore: (count) => plural(count, { one: "… 1 more …", other: "… {number} more …" }),
    lineEnd: { x: "x wins", o: "o wins", draw: "draw" },
    lineOpen: "and so on",
    quiet: "Nothing special in this position.",
    /**
     * @param {Rules} rules
     * @param {number} number
     * @param {string} side
     * @param {number} move
     */
    move: (rules, number, side, move) =>
      say("Move {number}, {side} {move}", { number, side: words.sideName(side), move: moveName(move, rules) }),
    /**
     * @param {number} done
     * @param {number} of
     */
    reviewing: (done, of) => say("Analysing position {done} of {of}", { done, of }),
    /**
     * How one side played, in sentences.
     * @param {"x" | "o"} side
     * @param {{exact: number, moves: number, inaccuracies: number, mistakes: number, blunders: number}} one
     */
    summary: (side, one) => {
      const [name, mistakes] = [words.sideName(side), one.mistakes + one.blunders];
      const isSure = one.exact === one.moves;
      const told = [];
      if (mistakes + one.inaccuracies === 0) told.push(say("{name} made no mistakes.", { name }));
      if (mistakes && isSure)
        told.push(
          plural(
            mistakes,
            { one: "{name} made 1 mistake that changed the result.", other: "{name} made {number} mistakes that changed the result." },
            { name },
          ),
        );
      if (mistakes && !isSure) told.push(plural(mistakes, { one: "{name} made 1 mistake.", other: "{name} made {number} mistakes." }, { name }));
      if (one.inaccuracies)
        told.push(plural(one.inaccuracies, { one: "{name} made 1 inaccuracy.", other: "{name} made {number} inaccuracies." }, { name }));
      if (!isSure)
        told.push(
          plural(
            one.moves - one.exact,
            { one: "1 move of {name} is judged by an estimate.", other: "{number} moves of {name} are judged by estimates." },
            { name },
          ),
        );
      return told.join(" ");
    },
    /** @param {number} number */
    turned: (number) => say("Turning point: move {number}.", { number }),
    /** @type {Record<string, string>} */
    grades: { best: "best", good: "good", inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder" },
    better: "Show the better move",
    graphLabel: "×'s winning chances after every move",
    /**
     * @param {number} number
     * @param {number} share
     */
    graphPoint: (number, share) => say("Move {number}: {percent}% for ×", { number, percent: Math.round(share * 100) }),
  },

  lab: {
    empty: (/** @type {string} */ side) =>
      say("{side} has too few discs for a line: nothing to check.", { side: words.sideName(side) }),
    found: "Line found.",
    step: (/** @type {number} */ at, /** @type {number} */ of) => say("Step {at} of {of}", { at, of }),
    picture: (/** @type {number} */ at, /** @type {number} */ of) => say("Picture {at} of {of}", { at, of }),
    /** @param {number} steps @param {number} cells @param {string} time */
    cost: (steps, cells, time) => say("Here: steps {steps}, cells read {cells}, time {time}.", { steps, cells, time }),
    needed: (/** @type {number} */ value, /** @type {number} */ needed) => say("{value} of {needed} needed", { value, needed }),
    none: "none",
    micro: (/** @type {number} */ time) => (time < 1000 ? `${decimal(0).format(time)} µs` : `${decimal(1).format(time / 1000)} ms`),
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
    line: (/** @type {string} */ text) => say("Play continues: {moves}.", { moves: text }),
    /** @param {number} rating @param {number} change */
    rated: (rating, change) => say("Your rating: {rating} ({change})", { rating, change: `${change < 0 ? "−" : "+"}${Math.abs(change)}` }),
    tried: "You have tried this puzzle before: your rating stays.",
    /** @param {number} days */
    daily: (days) => plural(days, { one: "You have solved the puzzle of the day.", other: "You have solved the puzzle of the day {number} days in a row." }),
    dailyDone: "You have solved the puzzle of the day. The next one comes at midnight UTC.",
    /** @param {string} side */
    toMove: (side) => say("{side} to move", { side }),
    rush: "Find the one good move, as often as you can.",
    rushWrong: "No.",
    /** @param {number} count @param {number} best */
    rushOver: (count, best) => plural(count, { one: "1 puzzle solved. Your best: {best}.", other: "{number} puzzles solved. Your best: {best}." }, { best }),
  },

  chapters: {
    /** @param {number} at @param {number} count */
    task: (at, count) => say("Task {at} of {count}", { at, count }),
    right: "Correct.",
    wrong: "Not that one.",
    goOn: "Right. Go on.",
    solved: "solved",
    /** @param {number} done @param {number} count */
    done: (done, count) => say("Tasks solved: {done} of {count}.", { done, count }),
  },
  learn: {
    /** @param {number} at @param {number} count @param {number} number */
    which: (at, count, number) => say("Mistake {at} of {count}, at move {number} of the game", { at, count, number }),
    proved: "Some moves are proved here; others may be right, too.",
    estimated: "This is judged by the engine's estimate: exact scores are out of reach here.",
    right: "Correct.",
    wrong: "Not that one.",
    unclear: "Perhaps.",
    /** @param {string} moves */
    shown: (moves) => say("Better was: {moves}.", { moves }),
    next: "Next mistake",
    finish: "Finish",
    done: "That was the last one.",
    none: "Nothing to mend here.",
    /** @param {number} found @param {number} count */
    result: (found, count) => say("Found at the first try: {found} of {count}.", { found, count }),
    /** @param {number} later */
    again: (later) =>
      later ? plural(later, { one: "The one that you missed comes again tomorrow.", other: "The {number} that you missed come again tomorrow." }) : say("Nothing was missed."),
    /** @param {string} why */
    unsaved: (why) => say("This lesson was not saved for another day: {why}", { why }),
  },
});
