// The win lab: algorithms look for lines, step by step on the board.

import "../board/board.js";
import { parseRules } from "../board/cells.js";
import { viewOf } from "./positions.js";
import { byId, get, make, pageState, post, Refusal } from "../site/page.js";
import { codeLines, panelsOf, valuesTable } from "./lab-panels.js";
import { rulesForm } from "./rules-form.js";
import { words } from "../site/words.js";
import { Trace } from "./lab-trace.js";

/** @typedef {import("./positions.js").View} View */
/** @typedef {import("../board/board.js").BoardElement} Board */
/** @typedef {{name: string, title: string}} Detector */
/** @typedef {{detector: string, title: string, lines: import("./lab-panels.js").Line[], steps: number, cells_read: number, microseconds: number}} Row */

const { detectors, rows: firstRows, view: firstView, side: firstSide } = /** @type {{view: View, side: "x" | "o", rows: Row[], detectors: Detector[]}} */ (pageState());
const board = /** @type {Board} */ (document.getElementById("board"));
const scrubber = byId("scrubber", HTMLInputElement);
const playButton = byId("play", HTMLButtonElement);
const ICONS = { play: "M8 5l11 7-11 7z", pause: "M9 5v14M15 5v14" };
const PACE = 10_000; // ms for a whole trace, within limits
const READING = 5_000; // ms for a picture of the idea

let view = firstView;
let side = firstSide;
/** @type {Record<string, string>} the discs as they were put, also those the server has yet to see */
let built = view.discs;
let detector = detectors[0].name;
let at = 0;
let timer = 0;
let all = false;
let ideas = true; // the idea is shown, and not every step
/** @type {Row[]} */
let rows = [];
let turnOver = 0; // answers to older questions are dropped
let asked = 0; // of two positions asked for the later one is shown
/** @type {Map<string, Trace>} */
let traces = new Map();
/** @type {Map<string, Promise<Trace>>} those on their way, too */
let asking = new Map();
/** @type {Map<string, Board>} */
const boards = new Map();

const trace = () => traces.get(detector);
/** @param {Trace | undefined} now */
const showsIdea = (now) => ideas && !all && Boolean(now?.idea.length);
/** @param {Trace | undefined} now */
const stepOf = (now) => (showsIdea(now) ? now?.idea[at] : now?.at(at));

// -- traces ---------------------------------------------------------------------------------------

/**
 * The trace of a detector, fetched if need be.
 * @param {string} name
 */
async function fetched(name) {
  const round = turnOver;
  let coming = asking.get(name);
  if (!coming) {
    coming = new Trace(view.address, name, side).open();
    asking.set(name, coming);
    const failed = asking;
    coming.catch(() => failed.delete(name));
  }
  const found = await coming;
  if (round === turnOver) traces.set(name, found);
}

async function load() {
  const round = turnOver;
  try {
    await Promise.all((all ? detectors.map((each) => each.name) : [detector]).map(fetched));
    if (round !== turnOver) return;
    at = Math.min(at, last());
    draw();
  } catch (error) {
    if (round === turnOver) say(error);
  }
}

/** How many steps there are to go through: those of the longest trace when all are shown. */
function length() {
  const now = trace();
  if (all) return Math.max(0, ...[...traces.values()].map((each) => each.count));
  return showsIdea(now) ? (now?.idea.length ?? 0) : (now?.count ?? 0);
}

const last = () => Math.max(0, length() - 1);

/** @param {number} to */
async function go(to) {
  at = Math.max(0, Math.min(last(), to));
  const now = trace();
  const round = turnOver;
  scrubber.value = String(at);
  if (now && !all && !showsIdea(now) && !now.at(at)) {
    try {
      await now.reach(at);
    } catch (error) {
      if (round !== turnOver) return;
      stop();
      return say(error);
    }
  } else if (now && !showsIdea(now)) void now.reach(at);
  draw();
}

// -- drawing --------------------------------------------------------------------------------------

function draw() {
  const now = trace();
  const count = length();
  scrubber.max = String(Math.max(0, count - 1));
  scrubber.value = String(at);
  scrubber.disabled = count < 2;
  byId("count").textContent = count ? (showsIdea(now) ? words.lab.picture : words.lab.step)(at + 1, count) : "";
  scrubber.setAttribute("aria-valuetext", byId("count").textContent ?? "");
  for (const id of ["back", "step", "find", "play"]) byId(id, HTMLButtonElement).disabled = !count;
  const step = stepOf(now);
  lightUp(board, step, now);
  if (all) return drawAll();
  const idea = showsIdea(now);
  byId("reached").hidden = idea;
  byId("lab-panel").classList.toggle("idea", idea);
  byId("step-text").textContent = !now ? words.study.thinking : !step ? words.lab.empty(side) : idea ? step.text : `${step.text}.`;
  byId("value").textContent = step && now && !idea ? words.lab.needed(step.value, now.needed) : "";
  const found = byId("found");
  found.hidden = !step?.lines.length;
  found.textContent = words.lab.found;
  byId("panels").replaceChildren(...panelsOf(step, now?.needed ?? 0, parseRules(view.rules), !idea));
  byId("values").replaceChildren(...(step?.values.length ? [valuesTable(step.values)] : []));
  showCode(now?.code ?? [], step?.code ?? []);
  drawUse();
}

/**
 * @param {string[]} lines
 * @param {readonly number[]} running scrolled into sight within the code
 */
function showCode(lines, running) {
  const code = byId("code");
  code.replaceChildren(...codeLines(lines, running));
  const marked = [...code.querySelectorAll("mark")];
  const [first, last] = [marked[0], marked[marked.length - 1]];
  if (!first) return;
  const [top, bottom] = [first.offsetTop - code.offsetTop, last.offsetTop + last.offsetHeight - code.offsetTop];
  if (top < code.scrollTop || bottom > code.scrollTop + code.clientHeight) code.scrollTop = Math.min(top, (top + bottom - code.clientHeight) / 2);
}

function drawUse() {
  const row = rows.find((each) => each.detector === detector);
  const cost = row ? words.lab.cost(row.steps, row.cells_read, words.lab.micro(row.microseconds)) : "";
  byId("use").textContent = `${trace()?.use ?? ""} ${cost}`;
}

/**
 * @param {Board} which
 * @param {import("./lab-panels.js").Step | undefined} step
 * @param {Trace | undefined} now
 */
function lightUp(which, step, now) {
  /** @type {Record<string, number>} */
  const counts = {};
  step?.counts.forEach((count, index) => (counts[step.cells[index]] = count));
  const ended = now && !showsIdea(now) && at >= now.count - 1;
  which.show({
    rules: view.rules, names: true, discs: which === board ? built : view.discs, last: view.last, lit: step?.cells ?? [], area: step?.area ?? [], counts,
    lines: step?.lines.length ? step.lines.map((line) => line.cells) : ended && now ? now.lines.map((line) => line.cells) : [],
    editable: which === board, legal: which === board ? [] : null,
  });
}

function drawAll() {
  const place = byId("boards");
  if (!boards.size) {
    for (const each of detectors) {
      const one = /** @type {Board} */ (document.createElement("ir-board"));
      boards.set(each.name, one);
      place.append(make("figure", { class: "lab-small" }, [make("figcaption", {}, [make("b", { text: each.title }), make("span", { class: "small muted numbers", id: `count-${each.name}` })]), one]));
    }
  }
  for (const each of detectors) {
    const now = traces.get(each.name);
    const one = /** @type {Board} */ (boards.get(each.name));
    const label = byId(`count-${each.name}`);
    if (!now) {
      lightUp(one, undefined, undefined);
      label.textContent = "";
      continue;
    }
    const own = Math.min(at, now.count - 1);
    if (own >= 0 && !now.at(own)) void now.reach(own).then(() => all && drawAll(), say);
    else if (own >= 0) void now.reach(own);
    lightUp(one, now.at(own), now);
    label.textContent = now.count ? words.lab.step(own + 1, now.count) : words.lab.none;
  }
}

/** @param {Row[]} told what each detector found, or nothing while that is not known */
function fill(told) {
  rows = told;
  drawUse();
  for (const { name } of detectors) {
    const row = told.find((each) => each.detector === name);
    const values = row ? [row.lines.length, row.steps, row.cells_read, words.lab.micro(row.microseconds)] : [];
    document.querySelectorAll(`#table tr[data-detector="${name}"] td`).forEach((cell, index) => (cell.textContent = String(values[index] ?? words.board.unknown)));
  }
}

async function compare() {
  const round = turnOver;
  fill([]);
  try {
    const answer = /** @type {{detectors: Row[]}} */ (await get(`/api/detect/${view.address}${view.address.includes("?") ? "&" : "?"}side=${side}`));
    if (round === turnOver) fill(answer.detectors);
  } catch (error) {
    if (round === turnOver) say(error);
  }
}

/** @param {unknown} error */
function say(error) {
  const said = byId("said");
  said.textContent = error instanceof Refusal ? error.message : typeof error === "string" ? error : words.server.odd;
  said.classList.toggle("hint", said.textContent === said.dataset.hint);
}

// -- playing --------------------------------------------------------------------------------------

function stop() {
  clearTimeout(timer);
  timer = 0;
  face();
}

function face() {
  const name = timer ? "pause" : "play";
  playButton.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
  playButton.setAttribute("aria-pressed", String(Boolean(timer)));
  playButton.title = words.lab[name];
  playButton.setAttribute("aria-label", words.lab[name]);
}

function tick() {
  const pace = showsIdea(trace()) ? READING : Math.min(900, Math.max(60, PACE / length()));
  timer = window.setTimeout(() => {
    if (at >= last()) return stop();
    void go(at + 1).then(() => timer && tick());
  }, pace);
}

function toggle() {
  if (timer) return stop();
  if (at >= last()) void go(0);
  tick();
  face();
}

/** On to the next step that finds a line; from the last one to the first. */
function find() {
  if (showsIdea(trace())) {
    turn(false);
    at = -1;
  }
  const hits = all ? [...new Set([...traces.values()].flatMap((each) => each.foundAt))].sort((a, b) => a - b) : (trace()?.foundAt ?? []);
  if (hits.length) void go(hits.find((each) => each > at) ?? hits[0]);
}

/**
 * To the idea, or to every step.
 * @param {boolean} toIdeas
 */
function turn(toIdeas) {
  ideas = toIdeas;
  at = 0;
  stop();
  for (const input of document.querySelectorAll('input[name="level"]')) if (input instanceof HTMLInputElement) input.checked = (input.value === "idea") === ideas;
  draw();
}

// -- another position -----------------------------------------------------------------------------

/**
 * @param {View} next
 * @param {boolean} [keepSide]
 * @param {Row[] | null} [known] what the detectors found, if that is known
 */
function show(next, keepSide = false, known = null) {
  view = next;
  built = view.discs;
  if (!keepSide) side = view.outcome?.winner ?? (view.turn === "x" ? "o" : "x");
  turnOver += 1;
  traces = new Map();
  asking = new Map();
  at = 0;
  stop();
  history.replaceState(null, "", `/lab/${view.address}`);
  byId("analyse", HTMLAnchorElement).href = `/analysis/${view.address}`;
  say(view.problems[0] ?? byId("said").dataset.hint ?? "");
  for (const input of document.querySelectorAll('input[name="side"]')) if (input instanceof HTMLInputElement) input.checked = input.value === side;
  draw();
  void load();
  if (known) fill(known);
  else void compare();
}

/** @param {string} cell */
async function pick(cell) {
  const brush = document.querySelector('input[name="brush"]:checked');
  const put = brush instanceof HTMLInputElement ? brush.value : "x";
  const discs = { ...built };
  if (!put || discs[cell] === put) delete discs[cell];
  else discs[cell] = put;
  await setUp(discs);
}

/**
 * Shows discs at once, and all that follows from them when the server has answered.
 * @param {Record<string, string>} discs
 */
async function setUp(discs) {
  const round = (asked += 1);
  built = discs;
  board.show({ discs, lit: [], area: [], counts: {}, lines: [] });
  try {
    const next = /** @type {View} */ (await post("/api/position", { rules: view.rules, discs }));
    if (round === asked) show(next, true);
  } catch (error) {
    if (round !== asked) return;
    built = view.discs;
    board.show({ discs: built });
    say(error);
  }
}

/** @param {string} address */
async function open(address) {
  const round = (asked += 1);
  try {
    const next = await viewOf(address);
    if (round === asked) show(next);
  } catch (error) {
    if (round === asked) say(error);
  }
}

/** @param {string} name */
function choose(name) {
  detector = name;
  stop();
  at = 0;
  mark();
  draw();
  void load();
}

/** Which detector is chosen, in tabs and table. */
function mark() {
  for (const tab of document.querySelectorAll("#detectors [role=tab]")) {
    const on = tab instanceof HTMLElement && tab.dataset.tab === detector;
    tab.setAttribute("aria-selected", String(on));
    if (tab instanceof HTMLElement) tab.tabIndex = on ? 0 : -1;
    if (on) byId("lab-panel").setAttribute("aria-labelledby", tab.id);
  }
  for (const row of document.querySelectorAll("#table tr")) row.classList.toggle("chosen", row instanceof HTMLElement && row.dataset.detector === detector);
}

// -- what one presses -----------------------------------------------------------------------------

board.addEventListener("pick", (event) => void pick(/** @type {CustomEvent<{cell: string}>} */ (event).detail.cell));
playButton.addEventListener("click", toggle);
byId("back").addEventListener("click", () => (stop(), void go(at - 1)));
byId("step").addEventListener("click", () => (stop(), void go(at + 1)));
byId("find").addEventListener("click", () => (stop(), find()));
scrubber.addEventListener("input", () => (stop(), void go(Number(scrubber.value))));
byId("clear").addEventListener("click", () => void setUp({}));
byId("examples", HTMLSelectElement).addEventListener("change", (event) => {
  const chosen = /** @type {HTMLSelectElement} */ (event.target).value;
  if (chosen) void open(chosen);
});
byId("detectors").addEventListener("click", (event) => {
  const tab = event.target instanceof Element ? event.target.closest("[role=tab]") : null;
  if (tab instanceof HTMLElement && tab.dataset.tab) choose(tab.dataset.tab);
});
byId("detectors").addEventListener("keydown", (event) => {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!by) return;
  event.preventDefault();
  const index = detectors.findIndex((each) => each.name === detector);
  choose(detectors[(index + by + detectors.length) % detectors.length].name);
  document.getElementById(`tab-${detector}`)?.focus();
});
byId("table").addEventListener("click", (event) => {
  const row = event.target instanceof Element ? event.target.closest("tr") : null;
  if (row?.dataset.detector) choose(row.dataset.detector);
});
document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement)) return;
  if (input.name === "side") {
    side = input.value === "o" ? "o" : "x";
    show(view, true);
  } else if (input.name === "level") {
    turn(input.value === "idea");
  } else if (input.name === "view") {
    all = input.value === "all";
    at = 0;
    stop();
    byId("boards").hidden = !all;
    document.body.classList.toggle("lab-all", all);
    draw();
    void load();
  }
});

rulesForm(view.rules, (slug) => void open(slug));
face();
mark();
show(view, false, firstRows);
