// The screen for all: the table as far as it fits, the time, and boards in progress.

import "../board/board.js";
import { Connection } from "../live/connection.js";
import { LiveGame } from "../live/live.js";
import { byId, make, pageState, setText, socketUrl } from "../site/page.js";
import { playerName, words } from "../site/words.js";
import { showClock, wireClock } from "./clock.js";
import { LiveTable } from "./live-table.js";
import { showTable } from "./table.js";

const MOST = 40; // players that are shown
const page = byId("tournament");
const id = page.dataset.id ?? "";
const live = new LiveTable(pageState());
/** @type {Map<string, Board>} */
const boards = new Map();
const line = new Connection({
  url: () => socketUrl(`/live/tournament/${id}?aside`),
  opened: () => {},
  frame: (frame) => {
    const what = live.receive(frame);
    if (what === "missing") line.send({ t: "tail", version: live.version });
    if (what === "table") show();
  },
  state: (state) => page.classList.toggle("cut-off", state === "waiting" || state === "offline"),
});

/** One game in progress, small. */
class Board {
  /**
   * @param {string} game
   * @param {string[]} names
   */
  constructor(game, names) {
    this.board = /** @type {import("../board/board.js").BoardElement} */ (document.createElement("ir-board"));
    this.text = make("figcaption", { text: names.join(" – ") });
    this.element = make("figure", { class: "s-board" }, [this.board, this.text]);
    this.live = new LiveGame({
      url: socketUrl(`/live/game/${game}`),
      view: null,
      told: { changed: () => this.show(), state: () => {} },
    });
    this.live.connection.start();
  }

  show() {
    const view = this.live.view;
    if (!view) return;
    const { rules, discs, last, turn, lines } = view;
    this.board.show({ rules, discs, last, turn, lines, legal: null });
    setText(this.text, `× ${playerName(view.seats.x.name ?? "")} – ○ ${playerName(view.seats.o.name ?? "")}`);
  }

  end() {
    this.live.connection.stop();
    this.element.remove();
  }
}

function show() {
  const { head, lines } = live;
  page.dataset.status = head.status;
  page.dataset.size = lines.length > 20 ? "many" : lines.length > 10 ? "some" : "few";
  showTable(byId("rows"), lines.slice(0, MOST), { mine: null, robin: head.kind === "robin", open: head.status === "open" });
  byId("nobody").hidden = lines.length > 0;
  byId("more").hidden = lines.length <= MOST;
  setText(byId("more"), words.tournament.more(lines.length - MOST));
  byId("s-join").hidden = head.status === "over" || !head.door;
  showClock(live);
  showBoards();
}

function showBoards() {
  const wanted = live.boards;
  for (const [game, board] of boards) {
    if (wanted.some((one) => one.game === game)) continue;
    board.end();
    boards.delete(game);
  }
  for (const { game, names } of wanted) {
    if (boards.has(game)) continue;
    const board = new Board(game, names);
    boards.set(game, board);
    byId("s-boards").append(board.element);
  }
  page.dataset.boards = String(boards.size);
}

addEventListener("online", () => line.online());
addEventListener("offline", () => line.offline());
show();
wireClock(live);
line.start();
