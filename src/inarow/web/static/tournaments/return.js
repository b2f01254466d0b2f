// After a game of a tournament: back to its table soon, unless one wants to stay.

import { Connection } from "../live/connection.js";
import { byId, setText, socketUrl } from "../site/page.js";
import { words } from "../site/words.js";

const PATIENCE = 6; // seconds to look at the end of the game

/**
 * Counts down at the end of a game and goes back to the table.
 * @param {string} tournament
 * @param {string} game
 */
export function returnSoon(tournament, game) {
  const box = byId("return");
  let left = PATIENCE;
  const timer = window.setInterval(tick, 1000);
  box.hidden = false;
  tell();
  byId("stay").addEventListener("click", stay, { once: true });
  addEventListener("keydown", (event) => event.key === "Escape" && !box.hidden && stay());

  function tick() {
    left -= 1;
    tell();
    if (left > 0) return;
    clearInterval(timer);
    location.replace(`/tournament/${tournament}`);
  }

  function tell() {
    setText(byId("return-text"), words.tournament.returning(left));
  }

  function stay() {
    clearInterval(timer);
    box.hidden = true;
    follow(tournament, game);
  }
}

/**
 * Who stays is led to the next game all the same, if there is one; they do not ask for it.
 * @param {string} tournament
 * @param {string} game
 */
function follow(tournament, game) {
  const line = new Connection({
    url: () => socketUrl(`/live/tournament/${tournament}?aside`),
    opened: () => {},
    frame: (frame) => frame.t === "you" && frame.you.game && frame.you.game !== game && location.replace(`/game/${frame.you.game}`),
    state: () => {},
  });
  line.start();
}
