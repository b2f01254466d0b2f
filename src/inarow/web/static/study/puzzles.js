// Puzzles: one board, one right move, an opponent that defends as well as can be, and a rating.

import "../board/board.js";
import { cellText, landing, moveLabel, parseRules } from "../board/cells.js";
import { stocked, stockUp } from "../offline/puzzle-stock.js";
import { viewOf } from "./positions.js";
import { wireBoard } from "../site/cues.js";
import { byId, get, make, pageState, post, Refusal, savesData, toast, Unreachable, whenIdle } from "../site/page.js";
import { kept, keep } from "../site/settings.js";
import { words } from "../site/words.js";

/** @typedef {import("./positions.js").View} View */
/** @typedef {{name: string, rules: string, goal: "win" | "draw", theme: string, rating: number, grade: number}} Entry */
/** @typedef {Entry & {title: string, rules_title: string, task: string, side: "x" | "o", view: View}} Puzzle */
/** @typedef {{rating: number, provisional: boolean, tried: number, won: number, streak: number, best_streak: number, rush: number, daily: string, daily_done: boolean}} Standing */
/** @typedef {{record: Standing, change: number | null}} Counted */
/** @typedef {{right: boolean, solved: boolean, answer: number | null, view: View, said: string[], refutation?: number[]}} Answer */

const board = /** @type {import("../board/board.js").BoardElement} */ (document.getElementById("board"));
const given = /** @type {{puzzle: Puzzle, chosen: boolean, grades: string[]}} */ (pageState());
const game = byId("game", HTMLSelectElement);
const theme = byId("theme", HTMLSelectElement);
const nextButton = byId("next", HTMLButtonElement);
const againButton = byId("again", HTMLButtonElement);
const whyButton = byId("why", HTMLButtonElement);
const hintButton = byId("hint", HTMLButtonElement);
const solutionButton = byId("solution", HTMLButtonElement);
const rushButton = byId("rush", HTMLButtonElement);
const ANSWER_AFTER = 450; // ms, so that one's own disc is seen to land first
const still = matchMedia("(prefers-reduced-motion: reduce)");

let puzzle = given.puzzle;
/** @type {number[]} */
let moves = [];
/** @type {View} */
let view = puzzle.view;
let open = true; // whether moves are taken
let shows = 0; // what is played back stops when something else begins
let loading = 0; // of two puzzles asked for the later one is shown
/** @type {Answer | null} */
let refuted = null;
/** @type {{hints: string[], line: number[]} | null} */
let help = null;
let hinted = 0;
/** @type {((move: number) => void) | null} */
let rush = null; // takes the moves while the clock runs

// -- how one stands -------------------------------------------------------------------------------

/** @param {Standing} standing */
function stand(standing) {
  byId("rating").textContent = `${standing.rating}${standing.provisional ? "?" : ""}`;
  byId("streak").textContent = String(standing.streak);
  byId("solved").textContent = String(standing.won);
  byId("daily").classList.toggle("done", standing.daily_done);
  keep("puzzle-standing", JSON.stringify(standing));
}

/** @returns {Standing | null} as last heard from the server */
function standingKept() {
  try {
    return JSON.parse(kept("puzzle-standing") || "null");
  } catch {
    return null;
  }
}

/**
 * What an attempt has changed, as sentences.
 * @param {Counted} counted
 */
function told({ record, change }) {
  const isDaily = puzzle.name === record.daily && record.daily_done && !standingKept()?.daily_done;
  stand(record);
  const rated = change === null ? words.puzzle.tried : words.puzzle.rated(record.rating, change);
  return isDaily ? [rated, words.puzzle.daily(record.streak)] : [rated];
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

/** @param {unknown} error */
function refuse(error) {
  say("wrong", error instanceof Refusal ? error.message : words.server.odd);
}

/** @param {Puzzle} next */
function name(next) {
  puzzle = next;
  byId("name").textContent = puzzle.title;
  byId("kind").textContent = puzzle.rules_title;
  byId("task").textContent = puzzle.task;
  byId("grade").dataset.grade = String(puzzle.grade);
  byId("grade-text").textContent = given.grades[puzzle.grade - 1];
  byId("analyse", HTMLAnchorElement).href = `/analysis/${puzzle.view.address}`;
}

/** @param {Puzzle} next */
function show(next) {
  name(next);
  help = null;
  hinted = 0;
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
  hintButton.hidden = !open || hinted >= (help?.hints.length ?? 1);
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
    const answer = /** @type {Answer & Counted} */ (await post(`/api/me/puzzles/${puzzle.name}`, { moves }));
    if (round !== shows) return stand(answer.record);
    clearTimeout(busy);
    if (answer.right) await right(answer, round);
    else wrong(answer, told(answer));
  } catch (error) {
    clearTimeout(busy);
    if (round !== shows) return;
    if (error instanceof Unreachable && judgeHere()) return;
    moves.pop();
    open = true;
    draw(view);
    refuse(error);
  }
}

/**
 * @param {Answer & Counted} answer
 * @param {number} round
 */
async function right(answer, round) {
  view = answer.view;
  if (answer.answer !== null) {
    say("right", words.puzzle.right);
    if (!still.matches) await pause(ANSWER_AFTER);
    if (round !== shows) return stand(answer.record);
    moves.push(answer.answer);
  }
  open = !answer.solved;
  draw(view);
  if (answer.solved) {
    const ending = view.outcome?.text ?? (puzzle.goal === "draw" ? words.puzzle.saved : "");
    say("right", words.puzzle.solved, [...(ending ? [ending] : []), ...told(answer)]);
    buttons();
    nextButton.focus();
  } else {
    say("right", words.puzzle.right, [words.puzzle.on]);
    buttons();
  }
}

/**
 * @param {Answer} answer
 * @param {string[]} [counted]
 */
function wrong(answer, counted = []) {
  refuted = answer;
  say("wrong", words.puzzle.wrong, [...answer.said, ...counted]);
  buttons();
  againButton.focus();
}

/**
 * Judges the first move without a network, if the puzzle is on this device; whether it is.
 */
function judgeHere() {
  const here = stocked().find(({ name }) => name === puzzle.name);
  if (!here || moves.length !== 1) return false;
  const won = moves[0] === here.move;
  showHere(moves[0]);
  if (!won) wrong({ right: false, solved: false, answer: null, view, said: [] });
  say(won ? "right" : "wrong", won ? words.puzzle.right : words.puzzle.wrong, [words.offline.puzzleRight]);
  if (!won) return true;
  keep("puzzles-done", JSON.stringify([...doneHere(), puzzle.name].slice(-200)));
  buttons();
  nextButton.focus();
  return true;
}

/** @returns {string[]} the puzzles solved without a network, which need not come again */
function doneHere() {
  try {
    const found = JSON.parse(kept("puzzles-done") || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
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

/**
 * Hints and solution, which are a loss unless the puzzle had counted; the sentences that say so.
 * @param {string} wanted the name of the puzzle
 */
async function helped(wanted) {
  if (help) return [];
  const found = /** @type {{hints: string[], line: number[]} & Counted} */ (await post(`/api/me/puzzles/${wanted}/help`, {}));
  if (wanted !== puzzle.name) {
    stand(found.record);
    return [];
  }
  help = found;
  return told(found);
}

async function hint() {
  if (hintButton.getAttribute("aria-busy")) return;
  const round = shows;
  hintButton.setAttribute("aria-busy", "true");
  try {
    const counted = await helped(puzzle.name);
    if (round !== shows || !open || !help) return;
    hinted = Math.min(hinted + 1, help.hints.length);
    say("", help.hints.slice(0, hinted).join(" "), counted);
    buttons();
  } catch (error) {
    if (round === shows) refuse(error);
  } finally {
    hintButton.removeAttribute("aria-busy");
  }
}

async function solve() {
  const round = (shows += 1);
  try {
    const counted = await helped(puzzle.name);
    if (round !== shows || !help) return;
    restart();
    end();
    say("", words.puzzle.solution, [listed(help.line), ...counted]);
    await playBack([], help.line);
  } catch (error) {
    if (round !== shows) return;
    restart();
    const here = error instanceof Unreachable && stocked().find(({ name }) => name === puzzle.name);
    if (!here) return refuse(error);
    end();
    showHere(here.move);
    say("", words.puzzle.solution, [listed([here.move])]);
  }
}

/** No more moves are taken; the puzzle can be tried again. */
function end() {
  open = false;
  refuted = { right: false, solved: false, answer: null, view, said: [] };
  buttons();
}

/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));

// -- which one ------------------------------------------------------------------------------------

/** One of those on this device, of the game and theme that are wanted. */
function choose() {
  const done = new Set(doneHere());
  const fits = stocked().filter((each) => (!game.value || each.rules === game.value) && (!theme.value || each.theme === theme.value) && each.name !== puzzle.name);
  const fresh = fits.filter((each) => !done.has(each.name));
  return (fresh.length ? fresh : fits)[0];
}

/**
 * Loads another puzzle, and shows it unless yet another was asked for meanwhile.
 * @param {string} path
 * @param {HTMLButtonElement} button
 */
async function load(path, button) {
  const round = (loading += 1);
  const pressed = document.activeElement === button;
  button.setAttribute("aria-busy", "true");
  const found = await get(path).catch((error) => error);
  button.removeAttribute("aria-busy");
  if (round !== loading) return;
  if (found instanceof Unreachable) {
    const here = choose();
    if (!here) return say("", words.offline.puzzleGone);
    show(here);
  } else if (found instanceof Error) return refuse(found);
  else show(/** @type {Puzzle} */ (found));
  if (pressed) board.focus();
}

const next = () => load(`/api/me/puzzles/next?rules=${encodeURIComponent(game.value)}&theme=${theme.value}&not=${puzzle.name}`, nextButton);

async function daily() {
  await load("/api/puzzles/daily", byId("daily", HTMLButtonElement));
  if (standingKept()?.daily_done && puzzle.name === standingKept()?.daily) say("", words.puzzle.dailyDone);
}

/** Takes some puzzles along for when there is no network: this one, and some about as hard as one is strong. */
async function takeAlong() {
  await stockUp(puzzle, standingKept()?.rating ?? 1500, doneHere());
}

/** Shows or hides what is not needed while the clock runs. @param {boolean} runs */
function rushing(runs) {
  byId("head").classList.toggle("visually-hidden", runs); // a page has a heading
  for (const id of ["task", "buttons", "mine", "choice"]) byId(id).hidden = runs;
  byId("rush-panel").hidden = !runs;
  scrollTo(0, 0);
}

async function startRush() {
  const round = (loading += 1);
  rushButton.setAttribute("aria-busy", "true");
  try {
    const { run } = await import("./rush.js");
    const all = await get(`/api/puzzles/rush?rules=${encodeURIComponent(game.value || "7x6x4")}`);
    if (round !== loading) return;
    const before = puzzle;
    shows += 1;
    rushing(true);
    board.focus();
    const solved = await run(all, {
      show: (each) => {
        name(each);
        byId("name").textContent = rushButton.textContent; // its own name says too much
        moves = [];
        open = true;
        view = each.view;
        draw(view);
        say("", words.puzzle.toMove(each.side), [words.puzzle.rush]);
      },
      land: showHere,
      say,
      take: (taken) => (rush = taken),
    });
    rush = null;
    rushing(false);
    show(before);
    const record = await post("/api/me/puzzles/rush", { solved }).catch(() => null);
    if (record) stand(record);
    say("right", words.puzzle.rushOver(solved, Math.max(solved, record?.rush ?? standingKept()?.rush ?? 0)));
    rushButton.focus({ preventScroll: true });
    byId("said").scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (round === loading) toast(error instanceof Refusal ? error.message : words.server.odd);
  } finally {
    rushButton.removeAttribute("aria-busy");
  }
}

wireBoard(board);
board.addEventListener("play", (event) => {
  const { move } = /** @type {CustomEvent<{move: number}>} */ (event).detail;
  if (rush) rush(move);
  else void play(move);
});
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
hintButton.addEventListener("click", () => void hint());
solutionButton.addEventListener("click", () => void solve());
byId("daily").addEventListener("click", () => void daily());
rushButton.addEventListener("click", () => void startRush());
for (const [select, name] of /** @type {[HTMLSelectElement, string][]} */ ([[game, "puzzle-game"], [theme, "puzzle-theme"]])) {
  if (kept(name)) select.value = kept(name);
  select.addEventListener("change", () => {
    keep(name, select.value);
    void next();
  });
}

const before = standingKept();
if (before) stand(before);
const asked = given.chosen ? undefined : stocked().find(({ name }) => location.pathname === `/puzzles/${name}`);
show(asked ?? puzzle); // the stored page comes with one puzzle, whatever the address
get("/api/me/puzzles").then(
  (/** @type {Standing} */ standing) => {
    stand(standing);
    if (!given.chosen && !asked && standing.daily_done && !moves.length && puzzle === given.puzzle) void next();
  },
  () => !given.chosen && !asked && !navigator.onLine && void next(),
);
if (!savesData()) whenIdle(() => void takeAlong().catch(() => {})); // without a network there is nothing to take
