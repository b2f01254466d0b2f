// The lobby: games that wait for a player and games being played, kept up by a socket.

import { Connection } from "./connection.js";
import { byId, setText, socketUrl } from "../site/page.js";
import { playerName, words } from "../site/words.js";

/** @typedef {{name: string, rating: import("./live.js").Rating | null}} Player */
/** @typedef {{id: string, title: string, swap: boolean, rated: boolean, clock: [number, number] | null, days: number | null, here: boolean, name: string, players: Player[], since: number}} Listed */
/** @typedef {{open: Listed[], playing: Listed[], people: number}} Lobby */

/**
 * @param {Lobby} lobby as the page came with it
 */
export function wireLobby(lobby) {
  show(lobby);
  const line = new Connection({
    url: () => socketUrl("/live/lobby"),
    opened: () => {},
    frame: (frame) => frame.t === "lobby" && show(/** @type {Lobby} */ (/** @type {unknown} */ (frame))),
    state: () => {},
  });
  const follow = () => (document.hidden || !navigator.onLine ? line.offline() : line.online());
  for (const name of ["online", "offline"]) addEventListener(name, follow);
  document.addEventListener("visibilitychange", follow); // nobody looks: no need to be told
  follow();
}

/** @param {Lobby} lobby */
function show(lobby) {
  setText(byId("people"), words.home.people(lobby.people));
  const seekers = lobby.open.filter((game) => game.here).length;
  byId("seekers").hidden = !seekers;
  setText(byId("seekers"), words.home.seekers(seekers));
  list("open", lobby.open);
  list("playing", lobby.playing);
}

/**
 * @param {"open" | "playing"} key
 * @param {Listed[]} games
 */
function list(key, games) {
  const box = byId(`${key}-games`);
  const drawn = JSON.stringify(games);
  byId(`${key}-none`).hidden = games.length > 0;
  if (box.dataset.drawn === drawn) return;
  const held = box.contains(document.activeElement) ? document.activeElement?.closest("li")?.dataset.id : undefined;
  box.dataset.drawn = drawn;
  box.replaceChildren(...games.map((game) => item(key, game)));
  if (held) /** @type {HTMLElement | null} */ (box.querySelector(`[data-id="${held}"] .button`))?.focus();
}

/**
 * @param {"open" | "playing"} key
 * @param {Listed} game
 */
function item(key, game) {
  const line = document.createElement("li");
  line.dataset.id = game.id;
  const [base, increment] = game.clock ?? [0, 0];
  const clock = game.clock || game.days ? { base, increment, days: game.days } : null;
  const what = [game.title, words.rules.clock(clock), ...(game.rated ? [words.rules.rated] : []), ...(game.swap ? [words.rules.swap] : [])];
  const who = game.players.map(({ name }) => playerName(name)).join(" – ");
  const shown = game.players.map(player).join(" – ");
  line.append(text("game-who", game.here ? shown : words.home.notHere(shown)), text("game-what small muted", what.join(" · ")));
  if (key === "playing") {
    const link = document.createElement("a");
    link.href = `/game/${game.id}`;
    line.append(named(link, words.home.watch, who));
    return line;
  }
  const form = document.createElement("form");
  form.method = "post";
  form.action = `/game/${game.id}/join`;
  form.append(named(document.createElement("button"), words.home.join, who));
  line.append(form);
  return line;
}

/** @param {Player} one */
function player({ name, rating }) {
  const shown = playerName(name);
  return rating ? words.rules.ratedPlayer(shown, words.rules.rating(rating)) : shown;
}

/**
 * @param {string} name
 * @param {string} content
 */
function text(name, content) {
  const span = document.createElement("span");
  span.className = name;
  span.textContent = content;
  return span;
}

/**
 * A button that says to whom it belongs.
 * @template {HTMLElement} T
 * @param {T} button
 * @param {string} label
 * @param {string} whose
 * @returns {T}
 */
function named(button, label, whose) {
  button.className = "button compact";
  button.append(label, text("visually-hidden", ` ${whose}`));
  return button;
}
