// Lessons from games: the board stops at each mistake, and a better move is asked for.

import "../board/board.js";
import { cellText, landing, moveLabel, parseRules } from "../board/cells.js";
import { stream, viewOf } from "./positions.js";
import { wireBoard } from "../site/cues.js";
import "../site/times.js";
import { byId, make, pageState, post, Refusal, Unreachable } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {import("./positions.js").View} View */
/** @typedef {{name: string, lesson: {basis: "exact" | "proved" | "estimated"}, side: "x" | "o", number: number, task: string, happened: string, hints: string[], accepted: number[], line: number[], view: View}} Lesson */
/** @typedef {{answer: "right" | "wrong" | "unclear", right: boolean, said: string[], refutation: number[], view: View}} Verdict */

const board = /** @type {import("../board/board.js").BoardElement} */ (document.getElementById("board"));
const given = /** @type {{view: View, side: string, address?: string, lessons?: Lesson[]}} */ (pageState());
const nextButton = byId("next", HTMLButtonElement);
const againButton = byId("again", HTMLButtonElement);
const whyButton = byId("why", HTMLButtonElement);
const hintButton = byId("hint", HTMLButtonElement);
const showButton = byId("show", HTMLButtonElement);
const skipButton = byId("skip", HTMLButtonElement);
const still = matchMedia("(prefers-reduced-motion: reduce)");
const comesAgain = given.lessons !== undefined; // today's lessons: each has its day already

let lessons = given.lessons ?? [];
let at = -1;
let open = false; // whether moves are taken
let solved = false;
let noted = false; // how it was answered has been told to the server
let hinted = 0;
let found = 0; // at the first try
let later = 0; // those that come again
let shows = 0; // what is played back or asked stops when something else begins
/** @type {Verdict | null} */
let refuted = null;

// -- showing --------------------------------------------------------------------------------------

/** @param {View} now */
function draw(now) {
  board.show({
    rules: now.rules, discs: now.discs, turn: now.turn, last: now.last, lines: now.lines,
    legal: open ? now.legal : [], lit: [],
  });
}

/**
 * @param {"right" | "wrong" | ""} kind
 * @param {string} head
 * @param {string[]} [texts]
 */
function say(kind, head, texts = []) {
  const lines = [...(head ? [make("p", { class: kind ? `verdict-${kind}` : "", text: head })] : []), ...texts.map((text) => make("p", { text }))];
  byId("said").replaceChildren(...lines);
}

/**
 * Moves in a row, as people read them.
 * @param {Lesson} lesson
 * @param {number[]} line
 */
function listed(lesson, line) {
  const rules = parseRules(lesson.view.rules);
  return line.map((move) => moveLabel(move, rules)).join(", ");
}

function tell() {
  byId("done").textContent = lessons.length ? `${Math.min(at + 1, lessons.length)} / ${lessons.length}` : "0";
  byId("found").textContent = String(found);
  byId("later").textContent = String(later);
}

function buttons() {
  const asked = !solved && at < lessons.length;
  byId("buttons").hidden = at >= lessons.length;
  nextButton.hidden = asked;
  nextButton.textContent = at + 1 < lessons.length ? words.learn.next : words.learn.finish;
  nextButton.classList.toggle("primary", !asked);
  againButton.hidden = !asked || open || !refuted;
  againButton.classList.toggle("primary", !againButton.hidden);
  whyButton.hidden = !asked || !refuted?.refutation.length;
  hintButton.hidden = !asked || hinted >= lessons[at].hints.length;
  showButton.hidden = !asked;
  skipButton.hidden = !asked;
}

/** Shows the lesson at the place *at*, or the end. */
function show() {
  shows += 1;
  tell();
  if (at >= lessons.length) return end();
  const lesson = lessons[at];
  solved = noted = false;
  hinted = 0;
  restart();
  byId("which").textContent = words.learn.which(at + 1, lessons.length, lesson.number);
  byId("task").textContent = lesson.task;
  byId("analyse", HTMLAnchorElement).href = `/analysis/${lesson.view.address}`;
  const basis = lesson.lesson.basis;
  say("", lesson.happened, basis === "exact" ? [] : [words.learn[basis]]);
}

function restart() {
  shows += 1;
  open = true;
  refuted = null;
  draw(lessons[at].view);
  buttons();
}

function end() {
  open = false;
  buttons();
  byId("which").textContent = "";
  byId("task").textContent = words.learn.done;
  say("", words.learn.result(found, lessons.length), [words.learn.again(later)]);
  byId("after").hidden = false;
  byId("lesson").focus();
}

// -- answering ------------------------------------------------------------------------------------

/**
 * Tells the server once how a lesson was answered; what was right at once and never missed needs no day.
 * @param {boolean} right at the first try, and without help
 */
async function note(right) {
  if (noted) return;
  noted = true;
  if (right) found += 1;
  else later += 1;
  tell();
  if (right && !comesAgain && document.body.dataset.me === undefined) return;
  const { lesson } = lessons[at];
  await post("/api/me/lessons", { lesson, right }).catch((error) => {
    const text = error instanceof Refusal ? error.message : words.server.odd;
    byId("said").append(make("p", { class: "muted small", text: words.learn.unsaved(text) }));
  });
}

/** @param {number} move */
async function play(move) {
  const lesson = lessons[at];
  if (!open || !lesson.view.legal.includes(move)) return;
  open = false;
  const round = (shows += 1);
  const right = lesson.accepted.includes(move);
  if (right) solved = true;
  showHere(lesson, move);
  say(right ? "right" : "", right ? words.learn.right : words.study.thinking);
  buttons();
  if (right) nextButton.focus();
  try {
    const verdict = /** @type {Verdict} */ (await post("/api/lessons/try", { lesson: lesson.lesson, move }));
    if (round !== shows) return;
    judged(verdict);
  } catch (error) {
    if (round !== shows) return;
    unjudged(error, right, lesson);
  }
}

/** @param {Verdict} verdict */
function judged(verdict) {
  if (verdict.right) {
    solved = true;
    draw(verdict.view);
    say("right", words.learn.right, verdict.said);
    void note(!refuted && !hinted);
    buttons();
    nextButton.focus();
    return;
  }
  draw(verdict.view);
  refuted = verdict;
  say(verdict.answer === "wrong" ? "wrong" : "", verdict.answer === "wrong" ? words.learn.wrong : words.learn.unclear, verdict.said);
  if (verdict.answer === "wrong") void note(false);
  buttons();
  againButton.focus();
}

/**
 * Without the server's reasons: what is right is known here.
 * @param {unknown} error
 * @param {boolean} right
 * @param {Lesson} lesson
 */
function unjudged(error, right, lesson) {
  const why = error instanceof Refusal ? error.message : words.server.odd;
  if (right) {
    say("right", words.learn.right, [why]);
    void note(!hinted);
    return;
  }
  if (error instanceof Unreachable && lesson.lesson.basis === "exact") {
    judged({ answer: "wrong", right: false, said: [why], refutation: [], view: lesson.view });
    return;
  }
  restart();
  say("wrong", why);
}

/**
 * Draws a lesson after one move, without the server's view of it.
 * @param {Lesson} lesson
 * @param {number} move
 */
function showHere(lesson, move) {
  const { rules, discs } = lesson.view;
  const cell = landing(parseRules(rules), discs, move);
  if (cell) board.show({ discs: { ...discs, [cellText(cell)]: lesson.side }, last: cellText(cell), turn: lesson.side === "x" ? "o" : "x", legal: [] });
}

/**
 * Plays moves back, one after the other.
 * @param {View} from
 * @param {number[]} line
 */
async function playBack(from, line) {
  const round = (shows += 1);
  for (let length = 1; length <= line.length; length++) {
    const now = await viewOf(from.address, line.slice(0, length)).catch(() => null);
    if (round !== shows || !now) return;
    draw(now);
    await new Promise((done) => setTimeout(done, still.matches ? 400 : 800));
    if (round !== shows) return;
  }
}

// -- help -----------------------------------------------------------------------------------------

function hint() {
  const { hints } = lessons[at];
  if (!open) restart();
  hinted += 1;
  say("", "", hints.slice(0, hinted));
  void note(false);
  buttons();
  if (hintButton.hidden) board.focus();
}

async function reveal() {
  const lesson = lessons[at];
  restart();
  open = false;
  solved = true;
  draw(lesson.view);
  say("", words.learn.shown(listed(lesson, lesson.line)));
  void note(false);
  buttons();
  nextButton.focus();
  void playBack(lesson.view, lesson.line);
  const here = at;
  const why = /** @type {Verdict | null} */ (await post("/api/lessons/try", { lesson: lesson.lesson, move: lesson.line[0] }).catch(() => null));
  if (why && here === at) say("", words.learn.shown(listed(lesson, lesson.line)), why.said);
}

// -- from lesson to lesson ------------------------------------------------------------------------

function next() {
  at += 1;
  show();
  if (at < lessons.length) board.focus();
}

async function load() {
  const looking = byId("looking", HTMLProgressElement);
  /** @type {string[]} */
  let said = [];
  try {
    const address = given.address ?? "";
    const query = given.side ? `${address.includes("?") ? "&" : "?"}side=${given.side}` : "";
    await stream(`/api/lessons/${address}${query}`, (/** @type {{done?: number, of?: number, lessons?: Lesson[], said?: string[]}} */ line) => {
      if (line.lessons) {
        lessons = line.lessons;
        said = line.said ?? [];
      } else {
        looking.max = line.of ?? 1;
        looking.value = line.done ?? 0;
      }
    }, new AbortController().signal);
  } catch (error) {
    looking.hidden = true;
    byId("which").textContent = "";
    say("wrong", error instanceof Refusal ? error.message : words.server.odd);
    return;
  }
  looking.hidden = true;
  byId("which").textContent = "";
  if (lessons.length) {
    at = 0;
    show();
    byId("said").prepend(...said.map((text) => make("p", { class: "muted", text })));
    return;
  }
  at = 0;
  tell();
  byId("task").textContent = words.learn.none;
  say("", "", said);
  byId("after").hidden = false;
}

wireBoard(board);
board.addEventListener("play", (event) => void play(/** @type {CustomEvent<{move: number}>} */ (event).detail.move));
nextButton.addEventListener("click", next);
skipButton.addEventListener("click", next);
againButton.addEventListener("click", () => {
  const lesson = lessons[at];
  restart();
  say("", lesson.happened);
  board.focus();
});
whyButton.addEventListener("click", () => {
  if (!refuted) return;
  say("wrong", words.learn.wrong, [...refuted.said, words.puzzle.line(listed(lessons[at], refuted.refutation))]);
  void playBack(refuted.view, refuted.refutation);
});
hintButton.addEventListener("click", hint);
showButton.addEventListener("click", () => void reveal());

draw(given.view);
if (given.address) void load();
else if (lessons.length) next();
