// The analysis page: a board to move about on, and what the server knows of each position.

import "../board/board.js";
import { moveLabel, moveName, parseRules, slug } from "../board/cells.js";
import { stream, viewOf } from "./positions.js";
import { grow, Place, TreeView } from "./move-tree.js";
import { rulesForm } from "./rules-form.js";
import { ScoreGraph } from "./score-graph.js";
import { wireBoard } from "../site/cues.js";
import { byId, get, make, pageState, post, Refusal, savesData, setText, whenIdle } from "../site/page.js";
import { wireCopying } from "../site/share.js";
import { wireTabs } from "../site/tabs.js";
import { words } from "../site/words.js";

/** @typedef {import("./positions.js").View} View */
/** @typedef {import("../board/board.js").Score} Score */
/** @typedef {{scores: Record<number, Score>, best: number[], line: number[], result: "x" | "o" | "draw" | null, bar: number | null, height: number | null, worth: Score | null, exact: boolean, depth: number, nodes: number, done: boolean}} Finding */
/** @typedef {import("./move-tree.js").Judged} Judged */

const [LONG, BEGINNING, END] = [14, 7, 3]; // moves of a line that are shown at once, or of a longer one
/** @type {[id: string, step: 1 | -1][]} */
const MISTAKES = [["mistake-before", -1], ["mistake-after", 1]];
const WAIT = 60; // ms that a position stays before it is searched: nobody waits while skipping through
const board = /** @type {import("../board/board.js").BoardElement} */ (document.getElementById("board"));
const tree = new TreeView(byId("tree"), (place) => void go(place));
const graph = new ScoreGraph(byId("graph"), (ply) => void go(followed()[ply]));
const withScores = byId("with-scores", HTMLInputElement);
const withThreats = byId("with-threats", HTMLInputElement);
const reviewButton = byId("review", HTMLButtonElement);
const comment = byId("comment", HTMLTextAreaElement);
const learnLink = byId("learn", HTMLAnchorElement);

let root = new Place(null, -1);
let here = root; // what is shown: its view is there
let wanted = root; // what is to be shown as soon as its view is there
/** @type {Finding | null} */
let finding = null;
let asking = new AbortController();
let reviewing = new AbortController();
let readings = 0; // of two pasted texts the later one is shown
/** @type {WeakMap<Place, string>} what reviews said, by the end of the game that each is about */
const reviewed = new WeakMap();
/** @type {Place | null} where the whole best line is shown, however long */
let unfolded = null;
/** @type {{here: Place | null, text: string}} what is said of which position */
let written = { here: null, text: "" };
/** @type {Place | null} of which move there is a comment in the field */
let commented = null;
let resting = false; // while a position is set up by hand
const noReview = byId("summary").textContent ?? "";
/** @typedef {{sentences: string[], passages: {heading: string}[], exact: boolean, line: number[]}} Told */
/** @type {WeakMap<Place, Told>} */
const explained = new WeakMap();

/** The line that is followed: through where one is, and on to its end. */
const followed = () => [root, ...here.path(), ...here.line().slice(1)];
/** @returns {View} */
const now = () => /** @type {View} */ (here.view);

/** What the parts of this page that are loaded when they are wanted can see of it, and do. */
const desk = {
  board,
  get root() { return root; },
  get here() { return here; },
  get finding() { return finding; },
  /** the address of the page as long as this tree is on it, if it has one */
  home: "",
  get resting() { return resting; },
  /** what follows every change of what is shown or known */
  drawn: /** @type {Set<() => void>} */ (new Set()),
  go,
  draw,
  look,
  /**
   * Begins anew with another game.
   * @param {Place} start
   * @param {Place} [at]
   */
  open(start, at = start) {
    reviewing.abort();
    desk.home = "";
    root = start;
    return go(at);
  },
  /**
   * Lets the board alone, until it is shown again.
   * @param {boolean} on
   */
  rest(on) {
    resting = on;
    asking.abort();
    reviewing.abort();
    byId("side").inert = on;
    byId("transport").hidden = on;
    if (!on) show();
  },
};
/** @typedef {typeof desk} Desk */

/** @type {Record<string, () => Promise<{open: (desk: Desk) => void}>>} */
const TOOLS = { "set-up": () => import("./set-up.js"), draw: () => import("./marks.js"), save: () => import("./studies.js"), explore: () => import("./openings.js") };

/** @param {string} name */
async function use(name) {
  const tool = await TOOLS[name]().catch(() => null);
  if (tool) tool.open(desk);
  else fail(new Refusal(words.server.offline));
}

// -- moving about ---------------------------------------------------------------------------------

/** @param {Place | undefined} place */
async function go(place) {
  if (!place || resting) return;
  wanted = place;
  if (!place.view) {
    const busy = setTimeout(() => wanted === place && board.setAttribute("aria-busy", "true"), 100);
    const failure = await look(place).catch((error) => error);
    clearTimeout(busy);
    if (failure && !place.after.length) remove(place);
    if (wanted !== place) return;
    if (failure) {
      board.removeAttribute("aria-busy");
      wanted = here;
      return fail(failure);
    }
  }
  here = place;
  board.removeAttribute("aria-busy");
  show();
}

/** @param {Place} place */
async function look(place) {
  place.view = await viewOf(/** @type {View} */ (root.view).address, place.path().map((each) => each.move));
}

/** @param {Place} place */
function remove(place) {
  if (place.before) place.before.after = place.before.after.filter((each) => each !== place);
}

/** @param {number} move */
function play(move) {
  if (resting || (wanted === here && !now().legal.includes(move))) return;
  void go(wanted.add(move));
}

function show() {
  const view = now();
  finding = null;
  const status = byId("status");
  status.textContent = view.problems[0] ?? view.status;
  history.replaceState(null, "", desk.home || `/analysis/${view.address}`);
  draw();
  share();
  ask();
}

function draw() {
  const view = now();
  board.show({
    rules: view.rules, discs: view.discs, turn: view.turn, legal: view.legal, last: view.last, lines: view.lines, editable: false,
    threats: withThreats.checked ? view.threats : {},
    scores: withScores.checked && finding ? finding.scores : {}, best: withScores.checked && finding ? finding.best : [],
  });
  board.toggleAttribute("with-scores", withScores.checked);
  tree.show(root, here, /** @type {View} */ (root.view));
  drawGraph();
  drawSummary();
  for (const [id, off] of /** @type {[string, boolean][]} */ ([
    ["first", !here.before], ["back", !here.before], ["forward", !here.after.length], ["last", !here.after.length],
  ])) byId(id, HTMLButtonElement).disabled = off;
  byId("delete").hidden = !here.before;
  reviewButton.disabled = followed().length < 2 || view.problems.length > 0 || Boolean(root.view?.moves.length);
  learnLink.hidden = reviewButton.disabled;
  learnLink.href = `/learn/${followed().at(-1)?.view?.address ?? ""}`;
  drawVerdict();
  drawWhy();
  if (document.activeElement !== comment || commented !== here) comment.value = here.comment;
  commented = here;
}

function drawGraph() {
  const places = followed();
  graph.show(places, places.indexOf(here));
  for (const [id, step] of MISTAKES) byId(id, HTMLButtonElement).disabled = !mistake(step);
}

/**
 * The next mistake of the line that is followed, or the one before.
 * @param {number} step 1 or -1
 */
function mistake(step) {
  const places = followed();
  const at = places.indexOf(here);
  return (step > 0 ? places.slice(at + 1) : places.slice(0, at).reverse()).find((place) => place.judged?.sign);
}

// -- what is known --------------------------------------------------------------------------------

function ask() {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const place = here;
  setTimeout(() => {
    if (signal.aborted) return;
    void analyse(place, signal);
    void explain(place, signal);
  }, WAIT);
}

/**
 * @param {Place} place
 * @param {AbortSignal} signal
 */
async function analyse(place, signal) {
  const view = now();
  if (view.outcome) {
    place.share = place.height = view.outcome.winner === "x" ? 1 : view.outcome.winner === "o" ? 0 : 0.5;
    drawGraph();
    drawVerdict();
    return;
  }
  if (view.problems.length && !view.legal.length) return;
  try {
    await stream(`/api/analysis/${view.address}`, (/** @type {Finding} */ line) => {
      if (here !== place || signal.aborted) return;
      finding = line;
      if (!place.judged || line.exact) [place.share, place.height] = [line.bar ?? place.share, line.height ?? place.height];
      board.show({ scores: withScores.checked ? line.scores : {}, best: withScores.checked ? line.best : [] });
      drawVerdict();
      drawGraph();
    }, signal);
    if (!explained.get(place)?.exact) await explain(place, signal, true); // with what is known now
  } catch (error) {
    if (!signal.aborted) fail(error);
  }
}

function drawVerdict() {
  const view = now();
  const worth = finding?.worth;
  const bar = byId("bar");
  const share = finding?.bar ?? here.share ?? 0.5;
  bar.style.setProperty("--share", String(share));
  bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
  bar.dataset.known = String(Boolean(finding?.worth || view.outcome));
  const verdict = byId("verdict");
  const meaning = byId("worth");
  const depth = byId("depth");
  verdict.classList.toggle("guess", Boolean(worth && !worth.exact));
  if (view.outcome) {
    verdict.textContent = view.outcome.text;
    meaning.textContent = words.study.over;
    depth.textContent = "";
  } else if (!worth || !finding) {
    verdict.textContent = "·";
    meaning.textContent = view.legal.length ? words.study.thinking : view.problems[0] ?? "";
    depth.textContent = "";
  } else {
    verdict.textContent = worth.label;
    meaning.textContent = worth.words.replace(/^[^,]*, /, "");
    const parts = [finding.exact ? words.study.exact : words.study.depth(finding.depth), finding.nodes ? words.study.nodes(finding.nodes) : ""];
    depth.textContent = parts.filter(Boolean).join(", ");
  }
  depth.classList.toggle("working", Boolean(!view.outcome && view.legal.length && !finding?.done));
  drawLine();
  desk.drawn.forEach((each) => each());
}

/** Best play, as the explanation tells it if there are several as good. */
function bestLine() {
  const [line, told] = [finding?.line ?? [], explained.get(here)];
  return told?.exact && finding?.result && told.line.length === line.length ? told.line : line;
}

function drawLine() {
  const line = bestLine();
  const rules = parseRules(now().rules);
  const sides = now().turn === "x" ? ["x", "o"] : ["o", "x"];
  /** @type {HTMLElement[]} */
  const shown = line.map((move, index) => {
    const button = make("button", { type: "button", class: `chip numbers ${sides[index % 2]}`, text: moveLabel(move, rules), "aria-label": moveName(move, rules) });
    button.addEventListener("click", () => follow(here, line.slice(0, index + 1)));
    return button;
  });
  if (line.length > LONG && unfolded !== here) {
    const more = line.length - BEGINNING - END;
    const button = make("button", { type: "button", class: "link-button small", text: words.study.lineMore(more) });
    button.addEventListener("click", unfold);
    shown.splice(BEGINNING, more, button);
  }
  const end = finding?.result ? words.study.lineEnd[finding.result] : finding?.done ? words.study.lineOpen : "";
  if (line.length) shown.push(make("span", { class: "muted small", text: end }));
  const place = byId("line");
  place.replaceChildren(...(shown.length ? shown : [make("span", { class: "muted small", text: now().outcome ? "" : words.study.noLine })]));
}

function unfold() {
  unfolded = here;
  drawLine();
  /** @type {HTMLElement | undefined} */ (byId("line").querySelectorAll("button")[BEGINNING])?.focus();
}

/**
 * Play a line and go to its end.
 * @param {Place} from
 * @param {number[]} moves
 */
function follow(from, moves) {
  let place = from;
  for (const move of moves) place = place.add(move);
  void go(place);
}

/**
 * @param {Place} place
 * @param {AbortSignal} signal
 * @param {boolean} [again] although there is an explanation
 */
async function explain(place, signal, again = false) {
  if (explained.has(place) && !again) return drawWhy();
  try {
    explained.set(place, /** @type {Told} */ (await get(`/api/explain/${now().address}`, signal)));
  } catch (error) {
    if (signal.aborted || again) return;
    explained.set(place, { sentences: [error instanceof Refusal ? error.message : words.server.odd], passages: [], exact: false, line: [] });
  }
  if (here !== place) return;
  drawWhy();
  drawLine();
}

function drawWhy() {
  const judged = here.judged;
  const told = explained.get(here);
  const sentences = judged ? judged.sentences : told?.sentences;
  const headings = told?.passages.map((passage) => passage.heading) ?? [];
  const list = byId("why");
  /** @param {string} text */
  const look = (text) => (!sentences ? "muted" : headings.includes(text) ? "heading" : undefined);
  /** @type {Node[]} */
  const items = (sentences ?? [words.study.thinking]).map((text) => make("li", { text, class: look(text) }));
  if (sentences && !sentences.length) items.push(make("li", { class: "muted", text: words.study.quiet }));
  if (here.comment) items.unshift(make("li", { class: "comment", text: here.comment }));
  if (judged?.sign && judged.line.length && here.before) {
    const before = here.before;
    const button = make("button", { type: "button", class: "link-button", text: words.study.better });
    button.addEventListener("click", () => follow(before, judged.line));
    items.push(make("li", {}, [button]));
  }
  const drawn = items.map((item) => item.textContent).join("\n");
  if (written.here === here && written.text === drawn) return; // it would be read aloud once more
  written = { here, text: drawn };
  list.replaceChildren(...items);
}

// -- a whole game ---------------------------------------------------------------------------------

async function review() {
  reviewing.abort();
  reviewing = new AbortController();
  const { signal } = reviewing;
  const places = followed();
  const end = places[places.length - 1];
  const say = (/** @type {string} */ text) => {
    reviewed.set(end, text);
    drawSummary();
  };
  reviewButton.setAttribute("aria-busy", "true");
  try {
    if (!end.view) await look(end);
    await stream(`/api/review/${/** @type {View} */ (end.view).address}`, (/** @type {{done?: number, of?: number, review?: {moves: Judged[], summary: Record<"x" | "o", any>, turning_point: number | null}}} */ line) => {
      if (signal.aborted) return;
      if (line.review) {
        const { moves, summary: sums, turning_point: turned } = line.review;
        places.slice(1).forEach((place, index) => {
          place.judged = moves[index] ?? null;
          if (moves[index]) [place.share, place.height] = [moves[index].share, moves[index].height];
        });
        const told = [words.study.summary("x", sums.x), words.study.summary("o", sums.o)];
        if (turned !== null) told.push(words.study.turned(turned));
        say(told.join(" "));
        draw();
      } else say(words.study.reviewing(line.done ?? 0, line.of ?? 0));
    }, signal);
  } catch (error) {
    if (!signal.aborted) say(error instanceof Refusal ? error.message : words.server.odd);
  } finally {
    if (reviewing.signal === signal) reviewButton.removeAttribute("aria-busy");
  }
}

/** What a review said of this game, if there was one. */
function drawSummary() {
  const end = followed().at(-1);
  setText(byId("summary"), (end && reviewed.get(end)) ?? noReview);
}

/** @param {string} text @returns {Promise<{said: string, tree: {comment: string, moves: import("./move-tree.js").RecordNode[]}, history: View[]}>} */
const readRecord = (text) => post("/api/read", { text, rules: now().rules });

/** @param {SubmitEvent} event */
async function readText(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const output = byId("read-said");
  const round = (readings += 1);
  try {
    const answer = await readRecord(String(new FormData(form).get("text")));
    if (round !== readings) return;
    const start = grow(answer.tree, answer.history);
    await desk.open(start, start.line().at(-1));
    output.className = "small muted";
    output.textContent = answer.said;
  } catch (error) {
    if (round !== readings) return;
    output.className = "error";
    output.textContent = error instanceof Refusal ? error.message : words.server.odd;
  }
}

function share() {
  const { address } = now();
  const [path, query] = address.split("?");
  byId("link", HTMLInputElement).value = `${location.origin}/analysis/${address}`;
  byId("embed", HTMLInputElement).value = `<iframe src="${location.origin}/embed/${address}" width="400" height="400" title="inarow"></iframe>`;
  for (const kind of ["svg", "png"]) {
    const link = byId(kind, HTMLAnchorElement);
    link.href = `/picture/${path}.${kind}?width=1000${query ? `&${query}` : ""}`;
    link.download = `inarow-${path.replaceAll("/", "-")}.${kind}`;
  }
  byId("lab", HTMLAnchorElement).href = `/lab/${address}`;
}

/** Saves the whole tree as a game record. */
async function download() {
  try {
    const [{ recordText }, end] = [await import("./record-text.js"), /** @type {Place} */ (root.line().at(-1))];
    if (!end.view) await look(end);
    const link = make("a", { download: `inarow-${slug(now().rules)}.txt` });
    link.href = URL.createObjectURL(new Blob([recordText(root, end.view)], { type: "text/plain" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } catch (error) {
    fail(error);
  }
}

/** @param {unknown} error */
function fail(error) {
  byId("worth").textContent = error instanceof Refusal ? error.message : words.server.odd;
}

// -- what one presses -----------------------------------------------------------------------------

wireBoard(board);
board.addEventListener("play", (event) => play(/** @type {CustomEvent<{move: number}>} */ (event).detail.move));
byId("tools").addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button?.dataset.tool) void use(button.dataset.tool);
});
byId("first").addEventListener("click", () => void go(root));
byId("back").addEventListener("click", () => void go(wanted.before ?? undefined));
byId("forward").addEventListener("click", () => void go(wanted.after[0]));
byId("last").addEventListener("click", () => void go(wanted.line().at(-1)));
byId("delete").addEventListener("click", () => {
  remove(here);
  void go(here.before ?? undefined);
});
for (const [id, step] of MISTAKES) byId(id).addEventListener("click", () => void go(mistake(step)));
comment.addEventListener("input", () => (here.comment = comment.value));
comment.addEventListener("change", draw);
byId("record").addEventListener("click", () => void download());
withScores.addEventListener("change", draw);
withThreats.addEventListener("change", draw);
reviewButton.addEventListener("click", () => void review());
byId("read", HTMLFormElement).addEventListener("submit", (event) => void readText(event));
document.addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (resting || event.altKey || event.ctrlKey || event.metaKey || target?.closest("input, textarea, select, ir-board, [role=tablist]")) return;
  const steps = /** @type {Record<string, () => Place | null | undefined>} */ ({
    ArrowLeft: () => (event.shiftKey ? mistake(-1) : wanted.before),
    ArrowRight: () => (event.shiftKey ? mistake(1) : wanted.after[0]),
    Home: () => root,
    End: () => wanted.line().at(-1),
  });
  const step = steps[event.key];
  if (step) {
    event.preventDefault();
    void go(step() ?? undefined);
  } else board.key(event);
});

/** @param {import("./studies.js").Study} study */
async function openStudy(study) {
  const { home } = desk;
  try {
    const [{ wire }, answer] = await Promise.all([import("./studies.js"), readRecord(study.record)]);
    const start = grow(answer.tree, answer.history);
    void desk.open(start);
    desk.home = home;
    show();
    wire(desk, study);
  } catch (error) {
    fail(error);
  }
}

/** Shows the position of the address at once; the moves that lead to it come later. */
async function begin() {
  wireCopying();
  wireTabs(byId("tabs"), (tab) => (byId("side").dataset.tab = tab.dataset.tab));
  const { view, study } = /** @type {{view: View, study?: import("./studies.js").Study}} */ (pageState());
  if (study) desk.home = location.pathname;
  const end = root;
  end.view = view;
  rulesForm(view.rules, (slug) => location.assign(`/analysis/${slug}`));
  show();
  if (!savesData()) whenIdle(() => void import("./marks.js").then((marks) => marks.wire(desk), () => {}));
  if (study) return openStudy(study);
  if (!view.moves.length) return;
  const answer = /** @type {{history: View[]} | null} */ (await get(`/api/position/${view.address}${view.address.includes("?") ? "&" : "?"}history=true`).catch(() => null));
  if (!answer || root !== end) return; // another game was pasted
  root = new Place(null, -1);
  let place = root;
  answer.history.slice(0, -1).forEach((each, ply) => {
    if (ply) place = place.add(view.moves[ply - 1]);
    place.view = each;
  });
  [end.before, end.move] = [place, view.moves[view.moves.length - 1]];
  place.after.push(end);
  draw();
}

void begin();
