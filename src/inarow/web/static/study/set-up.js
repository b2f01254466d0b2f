// A position set up by hand on the analysis page: discs by brush, and whose turn it is.

import { cellAt, parseRules } from "../board/cells.js";
import { Place } from "./move-tree.js";
import { byId, post, Refusal } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {import("./analysis.js").Desk} Desk */
/** @typedef {import("./positions.js").View} View */

const form = byId("set-up", HTMLFormElement);
const status = byId("status");

/** @type {Desk | null} */
let desk = null;
/** @type {Record<string, "x" | "o">} */
let discs = {};
let rules = "";
let turn = ""; // as chosen; empty: the discs decide it
let asked = 0; // of several positions asked for the last one counts
/** @type {View | null} what the server says of them */
let view = null;

/** @param {Desk} where */
export function open(where) {
  desk = where;
  const now = /** @type {View} */ (where.here.view);
  [discs, rules, turn] = [{ ...now.discs }, now.rules, now.turn ?? ""];
  where.rest(true);
  form.hidden = false;
  where.board.toggleAttribute("with-scores", false);
  where.board.show({ editable: true, legal: [], scores: {}, best: [], threats: {}, lines: [], last: null });
  void check(form.dataset.hint);
  where.board.focus();
}

function close() {
  asked += 1;
  form.hidden = true;
  status.classList.remove("error");
  desk?.board.show({ editable: false });
  desk?.rest(false);
  /** @type {HTMLElement | null} */ (document.querySelector('[data-tool="set-up"]'))?.focus();
}

/**
 * Shows the discs at once, and what is odd about them when the server has answered.
 * @param {string} [otherwise] what to say if nothing is
 */
async function check(otherwise = "") {
  const round = (asked += 1);
  desk?.board.show({ discs });
  view = null;
  try {
    const answer = /** @type {View} */ (await post("/api/position", { rules, discs, turn: turn || null }));
    if (round !== asked) return;
    view = answer;
    status.textContent = answer.problems[0] ?? (otherwise || answer.status);
    status.classList.toggle("error", floats());
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[name="turn"]'))) {
      if (answer.turn) radio.checked = radio.value === answer.turn;
    }
  } catch (error) {
    if (round === asked) status.textContent = error instanceof Refusal ? error.message : words.server.odd;
  }
}

/** Whether a disc lies above an empty cell. */
function floats() {
  const { gravity } = parseRules(rules);
  return gravity && Object.keys(discs).some((cell) => cellAt(cell).row > 0 && !(cell.replace(/\d+$/, (row) => String(Number(row) - 1)) in discs));
}

async function finish() {
  if (!view) await check();
  if (!view || floats()) return;
  const start = new Place(null, -1);
  start.view = view;
  close();
  await desk?.open(start);
}

byId("board").addEventListener("pick", (event) => {
  const { cell } = /** @type {CustomEvent<{cell: string}>} */ (event).detail;
  const brush = /** @type {"x" | "o" | ""} */ (new FormData(form).get("brush"));
  discs = { ...discs };
  if (!brush || discs[cell] === brush) delete discs[cell];
  else discs[cell] = brush;
  void check();
});
form.addEventListener("change", (event) => {
  if (!(event.target instanceof HTMLInputElement) || event.target.name !== "turn") return;
  turn = event.target.value;
  void check();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void finish();
});
byId("set-up-clear").addEventListener("click", () => {
  [discs, turn] = [{}, ""];
  void check();
});
byId("set-up-cancel").addEventListener("click", close);
form.addEventListener("keydown", (event) => event.key === "Escape" && close());
