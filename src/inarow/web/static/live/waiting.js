// Looking for an opponent: on the page of one's own open game, and while another game is played meanwhile.

import { LiveGame } from "./live.js";
import { give } from "../site/cues.js";
import { notify } from "../site/notify.js";
import { byId, get, setText, socketUrl } from "../site/page.js";
import { isOn } from "../site/settings.js";
import { words } from "../site/words.js";

const OFTEN = 15000; // milliseconds between looks at how many people are here

/**
 * Where somebody who looks for an opponent has been seated instead, if anywhere.
 * @param {import("./live.js").View} view
 */
export function ledTo(view) {
  return view.seek && view.status === "over" && view.rematch && view.you !== "none" ? `/game/${view.rematch}` : null;
}

/** Says how many people are here, as long as the game is open. */
export function countPeople() {
  const box = byId("waiting-people");
  const look = async () => {
    if (byId("seeking").hidden) return;
    if (!document.hidden) {
      const lobby = await get("/api/lobby").catch(() => null);
      if (lobby) setText(box, lobby.people > 1 ? words.home.people(lobby.people) : words.game.alone); // oneself counts
    }
    window.setTimeout(look, OFTEN);
  };
  void look();
}

/**
 * Goes on looking while another game is played, and leads to the one where somebody has been found.
 * @param {string} id of the open game
 */
export function keepLooking(id) {
  const bar = byId("looking");
  const live = new LiveGame({
    url: socketUrl(`/live/game/${id}`),
    view: null,
    told: {
      changed() {
        const view = live.view;
        const found = view?.status === "playing" && view.you !== "none" ? `/game/${id}` : view && ledTo(view);
        bar.hidden = view?.status !== "open";
        if (!found) return;
        live.connection.offline();
        give("start");
        if (document.hidden && isOn("notify")) notify(words.game.found, id);
        location.replace(found);
      },
      state(state) {
        if (state === "refused") bar.hidden = true;
      },
    },
  });
  live.connection.online();
}
