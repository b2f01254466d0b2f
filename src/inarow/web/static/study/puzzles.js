// Puzzles: one board, one right move, an opponent that defends as well as can be.

import "../board/board.js";
import { cellText, landing, moveLabel, parseRules } from "../board/cells.js";
import { stocked, stockUp } from "../offline/puzzle-stock.js";
import { viewOf } from "./positions.js";
import { wireBoard } from "../site/cues.js";
import { byId, get, make, pageState, post, Refusal, savesData, Unreachable, whenIdle } from "../site/page.js";
import { kept, keep } from "../site/settings.js";
import { words } from "../site/words.js";

/** @typedef {import("./positions.js").View} View */
/** @typedef {{name: string, rules: string, goal: "win" | "draw", grade: number}} Entry */
/** @typedef {Entry & {task: string, side: "x" | "o", view: View}} Puzzle */
/** @typedef {{right: boolean, solved: boolean, answer: number | null, played?: View, view: View, said: string[], refutation?: number[]}} Answer */

const board = /** @type {import("../board/board.js").BoardElement} */ (document.getElementById("board"));
const given = /** @type {{puzzle: Puzzle, chosen: boolean, all: Entry[]}} */ (pageState());
const game = byId("game", HTMLSelectElement);
const level = byId("level", HTMLSelectElement);
const nextButton = byId("next", HTMLButtonElement);
const againButton = byId("again", HTMLButtonElement);
const whyButton = byId("why", HTMLButtonElement);
const solutionButton = byId("solution", HTMLButtonElement);
const ANSWER_AFTER = 450; // ms, so that one's own disc is seen to land first
const still = matchMedia("(prefers-reduced-motion: reduce)");

let puzzle = given.puzzle;
/** @type {number[]} */
let moves = [];
/** @type {View} */
let view = puzzle.view;
let open = true; // whether moves are taken
let clean = true; // no wrong move and no solution seen
let shows = 0; // what is played back stops when something else begins
let loading = 0; // of two puzzles asked for the later one is shown
/** @type {Answer | null} */
let refuted = null;

// -- what is kept in this browser -----------------------------------------------------------------

/** @type {{solved: string[], streak: number, best: number}} */
const tally = read();

function read() {
  try {
    const found = JSON.parse(kept("puzzles") || "{}");
    return { solved: Array.isArray(found.solved) ? found.solved : [], streak: Number(found.streak) || 0, best: Number(found.best) || 0 };
  } catch {
    return { solved: [], streak: 0, best: 0 };
  }
}

function count() {
  byId("streak").textContent = String(tally.streak);
  byId("best").textContent = String(tally.best);
  byId("solved").textContent = `${tally.solved.length} / ${given.all.length}`;
}

/** @param {boolean} won */
function note(won) {
  if (won && clean) {
    tally.streak += 1;
    tally.best = Math.max(tally.best, tally.streak);
  } else if (!won && clean) tally.streak = 0;
  if (won && !tally.solved.includes(puzzle.name)) tally.solved.push(puzzle.name);
  if (!won) clean = false;
  keep("puzzles", JSON.stringify(tally));
  count();
}

// -- showing --------------------------------------------------------------------------------------

/** @param {View} now */
function draw(now) {
  board.show({
    rules: now.rules, discs: now.discs, turn: now.turn, last: now.last, lines: now.lines,
    legal: open && now.turn === puzzle.side ? now.legal : [], lit: [],
  });
}

/**
 * Moves in a row, as people read them.
 * @param {number[]} line
 */
function listed(line) {
  const rules = parseRules(puzzle.rules);
  return line.map((move) => moveLabel(move, rules)).join(", ");
}

/**
 * @param {"right" | "wrong" | ""} kind
 * @param {string} head
 * @param {string[]} [texts]
 */
function say(kind, head, texts = []) {
  const lines = [...(head ? [make("p", { class: kind ? `verdict-${kind}` : "muted", text: head })] : []), ...texts.map((text) => make("p", { text }))];
  byId("said").replaceChildren(...lines);
}

/** @param {Puzzle} next */
function show(next) {
  puzzle = next;
  clean = true;
  byId("name").textContent = puzzle.name;
  byId("task").textContent = puzzle.task;
  byId("grade").dataset.grade = String(puzzle.grade);
  byId("grade-text").textContent = level.options[puzzle.grade].text;
  byId("analyse", HTMLAnchorElement).href = `/analysis/${puzzle.view.address}`;
  history.replaceState(null, "", `/puzzles/${puzzle.name}`);
  restart();
  say("", words.puzzle.yours);
}

function restart() {
  shows += 1;
  moves = [];
  view = puzzle.view;
  open = true;
  refuted = null;
  buttons();
  draw(view);
}

function buttons() {
  againButton.hidden = open || !refuted;
  whyButton.hidden = !refuted?.refutation?.length;
  solutionButton.hidden = !open;
  nextButton.classList.toggle("primary", !open && !refuted);
  againButton.classList.toggle("primary", !againButton.hidden);
}

// -- solving --------------------------------------------------------------------------------------

/** @param {number} move */
async function play(move) {
  if (!open || !view.legal.includes(move)) return;
  open = false;
  const round = (shows += 1);
  const busy = setTimeout(() => round === shows && say("", words.study.thinking), 100);
  moves.push(move);
  board.show({ legal: [] });
  try {
    const mine = await viewOf(puzzle.view.address, moves);
    if (round !== shows) return;
    draw(mine);
    const answer = /** @type {Answer} */ (await post(`/api/puzzles/${puzzle.name}/try`, { moves }));
    if (round !== shows) return;
    clearTimeout(busy);
    if (answer.right) await right(answer, round);
    else wrong(answer);
  } catch (error) {
    clearTimeout(busy);
    if (round !== shows) return;
    if (error instanceof Unreachable && judgeHere()) return;
    moves.pop();
    open = true;
    draw(view);
    say("wrong", error instanceof Refusal ? error.message : words.server.odd);
  }
}

/**
 * @param {Answer} answer
 * @param {number} round
 */
async function right(answer, round) {
  view = answer.view;
  if (answer.answer !== null) {
    say("right", words.puzzle.right);
    if (!still.matches) await pause(ANSWER_AFTER);
    if (round !== shows) return;
    moves.push(answer.answer);
  }
  open = !answer.solved;
  draw(view);
  if (answer.solved) {
    note(true);
    say("right", words.puzzle.solved, [view.outcome?.text ?? (puzzle.goal === "draw" ? words.puzzle.saved : "")].filter(Boolean));
    buttons();
    nextButton.focus();
  } else {
    say("right", words.puzzle.right, [words.puzzle.on]);
    buttons();
  }
}

/** @param {Answer} answer */
function wrong(answer) {
  note(false);
  refuted = answer;
  say("wrong", words.puzzle.wrong, answer.said);
  buttons();
  againButton.focus();
}

/**
 * Judges the first move without a network, if the puzzle is on this device; whether it is.
 */
function judgeHere() {
  const kept = stocked().find(({ name }) => name === puzzle.name);
  if (!kept || moves.length !== 1) return false;
  const won = moves[0] === kept.move;
  showHere(moves[0]);
  if (won) note(true);
  else wrong({ right: false, solved: false, answer: null, view, said: [] });
  say(won ? "right" : "wrong", won ? words.puzzle.right : words.puzzle.wrong, [words.offline.puzzleRight]);
  if (!won) return true;
  buttons();
  nextButton.focus();
  return true;
}

/**
 * Draws the puzzle after one move, without the server's view of it.
 * @param {number} move
 */
function showHere(move) {
  const { rules, discs } = puzzle.view;
  const cell = landing(parseRules(rules), discs, move);
  if (cell) board.show({ discs: { ...discs, [cellText(cell)]: puzzle.side }, last: cellText(cell), turn: puzzle.side === "x" ? "o" : "x", legal: [] });
}

/**
 * Plays moves back, one after the other, from what is on the board.
 * @param {number[]} before
 * @param {number[]} line
 */
async function playBack(before, line) {
  const round = (shows += 1);
  for (let length = 1; length <= line.length; length++) {
    const now = await viewOf(puzzle.view.address, [...before, ...line.slice(0, length)]).catch(() => null);
    if (round !== shows || !now) return;
    open = false;
    draw(now);
    await pause(still.matches ? 400 : 800);
    if (round !== shows) return;
  }
}

async function solve() {
  note(false);
  const round = (shows += 1);
  try {
    const found = /** @type {{line: number[]}} */ (await get(`/api/puzzles/${puzzle.name}/solution`));
    if (round !== shows) return;
    restart();
    open = false;
    refuted = { right: false, solved: false, answer: null, view, said: [] };
    buttons();
    say("", words.puzzle.solution, [listed(found.line)]);
    await playBack([], found.line);
  } catch (error) {
    if (round !== shows) return;
    restart();
    const kept = error instanceof Unreachable && stocked().find(({ name }) => name === puzzle.name);
    if (!kept) return say("wrong", error instanceof Refusal ? error.message : words.server.odd);
    open = false;
    refuted = { right: false, solved: false, answer: null, view, said: [] };
    buttons();
    showHere(kept.move);
    say("", words.puzzle.solution, [listed([kept.move])]);
  }
}

/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));

// -- which one ------------------------------------------------------------------------------------

/**
 * One that has not been solved, of the game and grade that are wanted.
 * @template {Entry} T
 * @param {T[]} all
 * @returns {T | undefined}
 */
function choose(all) {
  const fits = all.filter((each) => (!game.value || each.rules === game.value) && (!level.value || each.grade === Number(level.value)) && each.name !== puzzle.name);
  const fresh = fits.filter((each) => !tally.solved.includes(each.name));
  const from = fresh.length ? fresh : fits;
  return from[Math.floor(Math.random() * from.length)];
}

async function next() {
  const entry = choose(given.all);
  if (!entry) return say("", words.puzzle.none);
  const round = (loading += 1);
  const pressed = document.activeElement === nextButton;
  nextButton.setAttribute("aria-busy", "true");
  const found = await get(`/api/puzzles/${entry.name}`).catch((error) => error);
  if (round !== loading) return;
  nextButton.removeAttribute("aria-busy");
  if (found instanceof Unreachable) {
    const here = choose(stocked());
    if (!here) return say("", words.offline.puzzleGone);
    show(here);
  } else if (found instanceof Error) return say("wrong", found instanceof Refusal ? found.message : words.server.odd);
  else show(/** @type {Puzzle} */ (found));
  if (pressed) board.focus();
}

/** Takes some puzzles along for when there is no network: this one, and some that have not been solved. */
async function takeAlong() {
  const unsolved = given.all.filter(({ name }) => !tally.solved.includes(name)).map(({ name }) => name);
  for (let i = unsolved.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1));
    [unsolved[i], unsolved[other]] = [unsolved[other], unsolved[i]];
  }
  await stockUp([puzzle.name, ...unsolved.filter((name) => name !== puzzle.name)], tally.solved);
}

wireBoard(board);
board.addEventListener("play", (event) => void play(/** @type {CustomEvent<{move: number}>} */ (event).detail.move));
nextButton.addEventListener("click", () => void next());
againButton.addEventListener("click", () => {
  restart();
  say("", words.puzzle.yours);
  board.focus();
});
whyButton.addEventListener("click", () => {
  if (!refuted?.refutation) return;
  say("wrong", words.puzzle.wrong, [...refuted.said, words.puzzle.line(listed(refuted.refutation))]);
  void playBack(moves, refuted.refutation);
});
solutionButton.addEventListener("click", () => void solve());
for (const [select, name] of /** @type {[HTMLSelectElement, string][]} */ ([[game, "puzzle-game"], [level, "puzzle-level"]])) {
  if (kept(name)) select.value = kept(name);
  select.addEventListener("change", () => {
    keep(name, select.value);
    void next();
  });
}

count();
const asked = given.chosen ? undefined : stocked().find(({ name }) => location.pathname === `/puzzles/${name}`);
show(asked ?? puzzle); // the stored page comes with one puzzle, whatever the address
if (!given.chosen && !asked && (tally.solved.length || !navigator.onLine)) void next();
if (!savesData()) whenIdle(() => void takeAlong().catch(() => {})); // without a network there is nothing to take
