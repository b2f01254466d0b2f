// Saving the whole tree of the analysis page as a study with a link: one's own is changed, another's is copied.

import { recordText } from "./record-text.js";
import { ask, byId, Refusal } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {import("./analysis.js").Desk} Desk */
/** @typedef {{id: string, name: string, version: number, by: string, mine: boolean, record: string}} Study */

const LOST = ["stale", "study", "owner"]; // why one's own cannot be changed: a copy can still be saved
const panel = byId("study-panel");
const form = byId("study-form", HTMLFormElement);
const name = byId("study-name", HTMLInputElement);
const button = byId("study-submit", HTMLButtonElement);
const said = byId("study-said");
const stale = byId("study-stale");
/** @type {Desk | null} */
let desk = null;
/** @type {Study | null} the one that is open, as it was saved last */
let study = null;
let stored = ""; // its tree, as this page writes it
let saving = false;

/**
 * @param {Desk} where
 * @param {Study | null} [opened]
 */
export function wire(where, opened = null) {
  if (!desk) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void save(false);
    });
    byId("study-copy").addEventListener("click", () => void save(true));
    addEventListener("beforeunload", (event) => study?.mine && tree() !== stored && event.preventDefault());
    where.drawn.add(() => study && where.home !== home() && leave());
  }
  desk = where;
  if (opened) keep(opened, tree());
}

/** @param {Desk} where */
export function open(where) {
  wire(where);
  show(Boolean(panel.hidden));
  if (!panel.hidden) name.focus();
}

/** @param {boolean} on */
function show(on) {
  panel.hidden = !on;
  byId("save").setAttribute("aria-expanded", String(on));
}

const home = () => `/study/${study?.id}`;

/** What would be saved, but for the result. */
const tree = () => recordText(/** @type {Desk} */ (desk).root, null);

/**
 * @param {Study} saved
 * @param {string} tree that was saved
 */
function keep(saved, tree) {
  study = saved;
  stored = tree;
  show(true);
  name.value = saved.name;
  byId("study-link", HTMLInputElement).value = location.origin + home();
  byId("study-link-row").hidden = false;
  button.textContent = (saved.mine ? button.dataset.own : button.dataset.other) ?? "";
  byId("study-newest", HTMLAnchorElement).href = home();
}

/** Another game is on the board now. */
function leave() {
  study = null;
  button.textContent = button.dataset.own ?? "";
  name.value = "";
  said.textContent = "";
  stale.hidden = byId("study-link-row").hidden = true;
}

/** @param {boolean} copy */
async function save(copy) {
  if (!desk || saving) return;
  saving = true;
  said.className = "small muted";
  said.textContent = words.study.thinking;
  stale.hidden = true;
  const { root } = desk;
  try {
    const end = root.line().at(-1);
    if (end && !end.view) await desk.look(end);
    const [record, sent] = [recordText(root, end?.view ?? null), tree()];
    const own = study?.mine && !copy ? study : null;
    const body = { name: name.value, record, ...(own ? { version: own.version } : {}) };
    const headers = { "content-type": "application/json" };
    const answer = await ask(own ? `/api/studies/${own.id}` : "/api/studies", { method: own ? "PUT" : "POST", headers, body: JSON.stringify(body) });
    const saved = /** @type {Study} */ (await answer.json());
    if (desk.root !== root) return; // another game was opened meanwhile
    keep(saved, sent);
    desk.home = home();
    history.replaceState(null, "", desk.home);
    said.textContent = said.dataset.saved ?? "";
  } catch (error) {
    said.className = "error";
    said.textContent = error instanceof Refusal ? error.message : words.server.odd;
    stale.hidden = !(error instanceof Refusal && LOST.includes(error.code));
  } finally {
    saving = false;
  }
}
