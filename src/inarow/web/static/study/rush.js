// A rush: three minutes, three mistakes, and puzzles that get harder; only the one good move of each is asked for.

import { byId } from "../site/page.js";
import { words } from "../site/words.js";

/** @typedef {import("./puzzles.js").Puzzle & {move: number}} Stocked */
/**
 * @typedef {object} Stage
 * @property {(puzzle: Stocked) => void} show
 * @property {(move: number) => void} land
 * @property {(kind: "right" | "wrong" | "", head: string) => void} say
 * @property {(play: (move: number) => void) => void} take who gets the moves from now on
 */

const TIME = 180_000; // milliseconds
const MOST = 3; // mistakes
const SEEN = 350; // milliseconds for which a move is seen before the next puzzle

/**
 * Runs until the time is up, or there were too many mistakes, or it is stopped; how many puzzles were solved.
 * @param {Stocked[]} puzzles
 * @param {Stage} stage
 * @returns {Promise<number>}
 */
export function run(puzzles, stage) {
  const until = performance.now() + TIME;
  const stop = byId("rush-stop", HTMLButtonElement);
  let [at, solved, mistakes] = [0, 0, 0];
  let waits = false; // for the next puzzle

  function tally() {
    const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    byId("rush-time").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    byId("rush-solved").textContent = String(solved);
    byId("rush-mistakes").textContent = `${mistakes} / ${MOST}`;
  }

  return new Promise((ended) => {
    const clock = setInterval(() => {
      tally();
      if (performance.now() >= until) finish();
    }, 250);
    let next = 0;

    function finish() {
      clearInterval(clock);
      clearTimeout(next);
      stop.removeEventListener("click", finish);
      stage.take(() => {});
      ended(solved);
    }

    /** @param {number} move */
    function play(move) {
      if (waits) return;
      waits = true;
      const right = move === puzzles[at].move;
      if (right) solved += 1;
      else mistakes += 1;
      stage.land(move);
      stage.say(right ? "right" : "wrong", right ? words.puzzle.right : words.puzzle.rushWrong);
      tally();
      at += 1;
      next = window.setTimeout(() => {
        waits = false;
        if (mistakes >= MOST || at >= puzzles.length) finish();
        else stage.show(puzzles[at]);
      }, SEEN);
    }

    stop.addEventListener("click", finish);
    stage.take(play);
    stage.show(puzzles[0]);
    tally();
  });
}
