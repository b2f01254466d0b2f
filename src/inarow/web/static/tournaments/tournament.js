// The page of a tournament: its table, what one can do, and the way to one's games.

import { Connection } from "../live/connection.js";
import { give } from "../site/cues.js";
import { notify } from "../site/notify.js";
import { byId, make, pageState, post, setText, socketUrl, toast } from "../site/page.js";
import { isOn } from "../site/settings.js";
import { wireCopying, wireSharing } from "../site/share.js";
import { playerName, words } from "../site/words.js";
import { showClock, wireClock } from "./clock.js";
import { LiveTable } from "./live-table.js";
import { showTable } from "./table.js";

const page = byId("tournament");
const id = page.dataset.id ?? "";
const live = new LiveTable(pageState());
const say = words.tournament;
const line = new Connection({
  url: () => socketUrl(`/live/tournament/${id}`),
  opened: () => {},
  frame: heard,
  state: connection,
});
const START = { game: live.you.game, status: live.head.status, paused: live.head.paused, round: live.head.round };
const told = { ...START };
let barTimer = 0;

/** @param {import("../live/connection.js").Frame} frame */
function heard(frame) {
  const what = live.receive(frame);
  if (what === "missing") line.send({ t: "tail", version: live.version });
  if (what === "table" || what === "you") show();
  if (what === "table") announce();
  if (what === "you") lead();
}

/** Goes to the game that has begun for us. */
function lead() {
  const { game, opponent } = live.you;
  if (!game || game === told.game) return;
  told.game = game;
  byId("say").textContent = say.begins(opponent ?? "");
  give("start");
  if (document.hidden && isOn("notify")) notify(say.begins(opponent ?? ""), game);
  location.replace(`/game/${game}`);
}

/** Says what has changed for everybody; results can be read in the table. */
function announce() {
  const { status, paused, round } = live.head;
  const texts = [];
  if (status !== told.status) texts.push(status === "over" ? ending() : say.started);
  if (status === "playing" && paused !== told.paused) texts.push(paused ? say.pausedNow : say.resumedNow);
  if (round && round !== told.round) texts.push(`${say.round(round, live.head.rounds ?? 0)}.`);
  Object.assign(told, { status, paused, round });
  if (texts.length) byId("say").textContent = texts.join(" ");
  if (status === "over" && START.status !== "over") give("won");
}

function ending() {
  return `${say.ended} ${place()}`.trim();
}

function place() {
  const { mine, lines } = live;
  return mine ? say.place(mine.place, lines.length) : "";
}

function show() {
  const { head, you, part, lines } = live;
  page.dataset.status = head.status;
  page.dataset.paused = String(head.paused);
  page.dataset.door = String(head.door);
  byId("now").dataset.now = part;
  for (const element of byId("now").querySelectorAll("[data-part]")) {
    if (element instanceof HTMLElement) element.hidden = element.dataset.part !== part;
  }
  byId("to-game", HTMLAnchorElement).href = you.game ? `/game/${you.game}` : "#";
  setText(byId("opponent"), you.opponent ? say.against(you.opponent) : "");
  setText(byId("result"), place());
  showTable(byId("rows"), lines, { mine: you.number, robin: head.kind === "robin", open: head.status === "open" });
  byId("nobody").hidden = lines.length > 0;
  byId("boards").hidden = head.status !== "playing";
  showBoards();
  showRemovable();
  document.getElementById("direct")?.toggleAttribute("hidden", head.status === "over");
  document.getElementById("invite")?.toggleAttribute("hidden", head.status === "over" || !head.door);
  showClock(live);
}

function showBoards() {
  const list = byId("playing");
  const { boards } = live;
  const drawn = JSON.stringify(boards);
  byId("no-boards").hidden = boards.length > 0;
  if (list.dataset.drawn === drawn) return;
  list.dataset.drawn = drawn;
  list.replaceChildren(...boards.map(({ game, names }) => make("li", {}, [make("a", { href: `/game/${game}`, text: names.join(" – ") })])));
}

/** Whom the director may remove; the choice stays. */
function showRemovable() {
  const choice = document.getElementById("removable");
  if (!(choice instanceof HTMLSelectElement)) return;
  const players = live.lines.filter((player) => player.status !== "removed");
  const drawn = JSON.stringify(players.map((player) => player.number).sort());
  if (choice.dataset.drawn === drawn) return;
  const chosen = choice.value;
  choice.dataset.drawn = drawn;
  const named = [...players].sort((one, other) => one.name.localeCompare(other.name));
  choice.replaceChildren(...named.map((player) => make("option", { value: String(player.number), text: playerName(player.name) })));
  if (players.some((player) => String(player.number) === chosen)) choice.value = chosen;
}

/** @type {Record<string, [verb: string, command: Record<string, unknown>]>} */
const COMMANDS = {
  extend: ["extend", { minutes: 5 }],
  close: ["door", { open: false }],
  reopen: ["door", { open: true }],
};

/**
 * Does what a button says, without leaving the page.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} button
 */
async function act(form, button) {
  const wish = button.getAttribute("value") ?? "";
  const [verb, command] = COMMANDS[wish] ?? [wish, {}];
  const entries = new FormData(form);
  const player = entries.get("player");
  await send(button, verb, player === null ? command : { player: Number(player) });
}

/**
 * @param {HTMLElement} button
 * @param {string} verb
 * @param {Record<string, unknown>} command
 * @returns {Promise<boolean>}
 */
async function send(button, verb, command) {
  const problem = byId("problem");
  problem.hidden = true;
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await post(`/api/tournaments/${id}/${verb}`, { ...command, id: newId() });
    live.receive({ t: "you", you: answer.you });
    show();
    return true;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    if (button.closest("#direct")) toast(message);
    else {
      problem.textContent = message;
      problem.hidden = false;
    }
    return false;
  } finally {
    button.removeAttribute("aria-busy");
  }
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} button
 */
async function join(form, button) {
  const name = String(new FormData(form).get("name") ?? "").trim();
  const code = String(new FormData(form).get("code") ?? "");
  const joined = await send(button, "join", { ...(name ? { name } : {}), code });
  if (!joined) return;
  byId("say").textContent = say.joined;
  line.stop(); // that socket knows nobody
  location.replace(`/tournament/${id}`);
}

/**
 * @param {import("../live/connection.js").State} state
 * @param {number} code
 */
function connection(state, code) {
  const bar = byId("bar");
  clearTimeout(barTimer);
  if (state === "open") {
    if (!bar.hidden) toast(words.line.back);
    bar.hidden = true;
    return;
  }
  const tell = () => {
    bar.hidden = false;
    setText(byId("bar-text"), state === "offline" ? say.offline : state === "refused" ? (say.codes[code] ?? words.line.codes[4400]) : words.line.waiting);
    byId("bar-retry").hidden = state !== "waiting" && state !== "connecting";
  };
  if (state === "offline" || (state === "refused" && code) || !bar.hidden) tell();
  else if (state !== "refused") barTimer = window.setTimeout(tell, 1500);
}

function wire() {
  page.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    const button = event.submitter ?? /** @type {HTMLElement} */ (form.querySelector("button"));
    if (button.getAttribute("aria-busy") === "true") return;
    void (form.id === "join" ? join(form, button) : act(form, button));
  });
  byId("bar-retry").addEventListener("click", () => line.online());
  addEventListener("online", () => line.online());
  addEventListener("offline", () => line.offline());
  document.addEventListener("visibilitychange", () => document.hidden || line.check());
  addEventListener("pageshow", (event) => event.persisted && location.reload()); // back from a game
  if (document.getElementById("invite")) {
    wireCopying();
    wireSharing();
  }
}

wire();
show();
wireClock(live);
if (live.you.game && location.hash !== "#table") {
  told.game = null;
  lead();
}
if (navigator.onLine) line.start();
else line.offline();
