// How to win at Connect Four: one chapter at a time, and one task at a time on the board.

import "../board/board.js";
import { cellText, landing, moveLabel, parseRules } from "../board/cells.js";
import { wireBoard } from "../site/cues.js";
import { byId, make, pageState } from "../site/page.js";
import { keep, kept } from "../site/settings.js";
import { words } from "../site/words.js";

/** @typedef {{lines?: string[][], threats?: {x?: string[], o?: string[]}}} Signs */
/** @typedef {{right: Record<string, Signs>, wrong: Record<string, string[]>}} Step */
/** @typedef {{moves: number[], side: "x" | "o", line: number[], asked: string, learned: string, steps: Step[], end: Signs}} Task */
/** @typedef {{name: string, tasks: Task[]}} Chapter */

const board = /** @type {import("../board/board.js").BoardElement} */ (document.getElementById("board"));
const { rules: text, chapters } = /** @type {{rules: string, chapters: Chapter[]}} */ (pageState());
const rules = parseRules(text);
const nextButton = byId("next", HTMLButtonElement);
const againButton = byId("again", HTMLButtonElement);
const showButton = byId("show", HTMLButtonElement);
const links = [...document.querySelectorAll(".chapters-head a")];
const still = matchMedia("(prefers-reduced-motion: reduce)");
const REPLY_AFTER = 500; // ms, so that one's own disc is seen to land first
const PACE = 700; // ms between moves that are shown
const QUICK = 350; // between many

let chapter = chapters[0];
let at = 0; // the task
let step = 0; // of the moves that are asked for
let shows = 0; // what is played stops when something else begins

// -- what is kept in this browser -----------------------------------------------------------------

/** @type {Set<string>} */
const solved = new Set(read());

function read() {
  try {
    const found = JSON.parse(kept("chapters") || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/**
 * @param {Chapter} of
 * @param {number} number
 */
const nameOf = (of, number) => `${of.name}-${number + 1}`;

/** @param {Chapter} one */
const isDone = (one) => one.tasks.length > 0 && one.tasks.every((_, number) => solved.has(nameOf(one, number)));

function tell() {
  chapters.forEach((one, number) => {
    const link = links[number];
    link.removeAttribute("aria-current");
    if (one === chapter) link.setAttribute("aria-current", "step");
    if (isDone(one) && !link.classList.contains("done")) {
      link.classList.add("done");
      link.append(make("span", { class: "visually-hidden", text: ` (${words.chapters.solved})` }));
    }
  });
  const all = chapters.flatMap((one) => one.tasks.map((_, number) => nameOf(one, number)));
  byId("tally").textContent = words.chapters.done(all.filter((name) => solved.has(name)).length, all.length);
}

// -- showing --------------------------------------------------------------------------------------

/**
 * Draws the task after some more moves.
 * @param {number[]} more
 * @param {Signs} [signs]
 * @param {number[]} [legal]
 */
function draw(more, signs = {}, legal = []) {
  drawTask(chapter.tasks[at], more, signs, legal);
}

/**
 * @param {Task} task
 * @param {number[]} more
 * @param {Signs} signs
 * @param {number[]} legal
 */
function drawTask(task, more, signs, legal) {
  /** @type {Record<string, string>} */
  const discs = {};
  /** @type {string | null} */
  let last = null;
  const moves = [...task.moves, ...more];
  moves.forEach((move, number) => {
    const cell = landing(rules, discs, move);
    if (cell) discs[(last = cellText(cell))] = number % 2 ? "o" : "x";
  });
  const turn = signs.lines ? null : moves.length % 2 ? "o" : "x";
  board.show({ rules: text, discs, turn, last, legal, lines: signs.lines ?? [], threats: signs.threats ?? {} });
}

/**
 * @param {"right" | "wrong" | ""} kind
 * @param {string[]} texts
 */
function say(kind, texts) {
  byId("said").replaceChildren(...texts.map((each, number) => make("p", { class: number ? "" : kind, text: each })));
}

/** What has been played of the line before the move that is asked for now. */
const played = () => chapter.tasks[at].line.slice(0, 2 * step);

function ask() {
  shows += 1;
  const now = chapter.tasks[at].steps[step];
  draw(played(), {}, [...Object.keys(now.right), ...Object.keys(now.wrong)].map(Number));
  buttons("asked");
}

/** @param {"asked" | "wrong" | "busy" | "solved"} state */
function buttons(state) {
  nextButton.hidden = state !== "solved";
  nextButton.classList.toggle("primary", state === "solved");
  againButton.hidden = state !== "wrong";
  showButton.hidden = state !== "asked" && state !== "wrong";
}

function begin() {
  const { tasks } = chapter;
  step = 0;
  byId("asking").hidden = false;
  byId("which").textContent = tasks.length > 1 ? words.chapters.task(at + 1, tasks.length) : "";
  byId("asked").textContent = tasks[at].asked;
  say("", []);
  ask();
}

/**
 * Opens a chapter at its first task that is not solved.
 * @param {Chapter} one
 */
function open(one) {
  chapter = one;
  for (const section of document.querySelectorAll(".chapters-text section")) {
    section.classList.toggle("later", section.id !== one.name);
  }
  tell();
  if (!one.tasks.length) return end();
  at = Math.max(0, one.tasks.findIndex((_, number) => !solved.has(nameOf(one, number))));
  begin();
}

/** After the last task the board shows a game that was won. */
function end() {
  shows += 1;
  byId("asking").hidden = true;
  say("", []);
  buttons("busy");
  const won = chapters.flatMap(({ tasks }) => tasks.filter((task) => task.end.lines)).at(-1);
  if (won) drawTask(won, won.line, won.end, []);
}

// -- answering ------------------------------------------------------------------------------------

/** @param {number} move */
function play(move) {
  const task = chapter.tasks[at];
  const now = task.steps[step];
  const reason = now.wrong[move];
  if (reason) {
    draw([...played(), move]);
    say("wrong", [words.chapters.wrong, ...reason]);
    buttons("wrong");
    againButton.focus();
    return;
  }
  if (move in now.right) void right(task, move);
}

/**
 * @param {Task} task
 * @param {number} move
 */
async function right(task, move) {
  const round = (shows += 1);
  const onLine = move === task.line[2 * step];
  draw([...played(), move], task.steps[step].right[move]);
  if (onLine && step + 1 < task.steps.length) {
    say("", []);
    buttons("busy");
    await pause(REPLY_AFTER);
    if (round !== shows) return;
    say("right", [words.chapters.goOn, words.game.plays(task.side === "x" ? "o" : "x", rules, task.line[2 * step + 1])]);
    step += 1;
    ask();
    return;
  }
  solved.add(nameOf(chapter, at));
  keep("chapters", JSON.stringify([...solved]));
  tell();
  say("right", [words.chapters.right, task.learned]);
  finish();
  if (onLine) await showOn(task, round);
}

function finish() {
  buttons("solved");
  nextButton.focus();
}

/**
 * Shows how the line goes on.
 * @param {Task} task
 * @param {number} round
 */
async function showOn(task, round) {
  const from = 2 * step + 2;
  for (let length = from; length <= task.line.length; length++) {
    await pause(task.line.length - from > 6 ? QUICK : PACE);
    if (round !== shows) return;
    draw(task.line.slice(0, length), length === task.line.length ? task.end : {});
  }
}

/** Plays the moves that are asked for. */
async function reveal() {
  const task = chapter.tasks[at];
  const round = (shows += 1);
  const from = 2 * step;
  const own = task.line.filter((_, number) => number >= from && number < 2 * task.steps.length && number % 2 === 0);
  say("", [`${words.puzzle.solution} ${own.map((move) => moveLabel(move, rules)).join(", ")}`, task.learned]);
  finish();
  draw(task.line.slice(0, from + 1), task.steps[step].right[task.line[from]]);
  await showOn(task, round);
}

/** @param {number} time in ms */
const pause = (time) => new Promise((done) => setTimeout(done, still.matches ? time / 2 : time));

// -- from task to task ----------------------------------------------------------------------------

function next() {
  if (at + 1 < chapter.tasks.length) {
    at += 1;
    begin();
    board.focus();
    return;
  }
  location.hash = chapters[chapters.indexOf(chapter) + 1].name;
}

/** The chapter of the address. */
const addressed = () => chapters.find((one) => `#${one.name}` === location.hash);

wireBoard(board);
board.addEventListener("play", (event) => play(/** @type {CustomEvent<{move: number}>} */ (event).detail.move));
nextButton.addEventListener("click", next);
againButton.addEventListener("click", () => {
  say("", []);
  ask();
  board.focus();
});
showButton.addEventListener("click", () => void reveal());
addEventListener("hashchange", () => {
  open(addressed() ?? chapters[0]);
  byId(`title-${chapter.name}`).focus();
});

open(addressed() ?? chapters.find((one) => !isDone(one)) ?? chapters[0]);
