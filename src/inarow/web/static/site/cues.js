// What is heard and felt: short tones made here, without files, and a buzz on phones.

import { toast } from "./page.js";
import { isOn } from "./settings.js";
import { words } from "./words.js";
import { parseRules } from "../board/cells.js";

/** @typedef {"disc" | "start" | "offer" | "hurry" | "won" | "lost" | "drawn"} Cue */

/** @type {Record<Cue, [pitch: number, at: number, length: number][]>} hertz, seconds */
const TONES = {
  disc: [[196, 0, 0.07], [98, 0.01, 0.09]],
  start: [[392, 0, 0.12], [523, 0.12, 0.2]],
  offer: [[440, 0, 0.1], [440, 0.16, 0.1]],
  hurry: [[880, 0, 0.06], [880, 0.12, 0.06]],
  won: [[392, 0, 0.12], [494, 0.12, 0.12], [587, 0.24, 0.3]],
  lost: [[330, 0, 0.16], [262, 0.16, 0.3]],
  drawn: [[330, 0, 0.16], [330, 0.2, 0.24]],
};
/** @type {Partial<Record<Cue, number[]>>} milliseconds on, off, on */
const BUZZES = { disc: [12], start: [20, 60, 20], offer: [20, 60, 20], hurry: [30, 40, 30], won: [60], lost: [60], drawn: [60] };
const LOUDNESS = 0.18;

/** @type {AudioContext | null} */
let audio = null;

/** @param {Cue} cue */
export function give(cue) {
  if (!navigator.userActivation?.hasBeenActive) return; // browsers keep pages silent until then
  if (isOn("buzz")) navigator.vibrate?.(BUZZES[cue] ?? []);
  if (!isOn("sound")) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const [pitch, at, length] of TONES[cue]) tone(audio, pitch, audio.currentTime + at, length);
}

/**
 * Lets a board be heard, and say why it takes no press.
 * @param {import("../board/board.js").BoardElement} board
 */
export function wireBoard(board) {
  board.addEventListener("landed", () => give("disc"));
  board.addEventListener("full", (event) => toast(words.board.full(parseRules(board.rules), /** @type {CustomEvent<{move: number}>} */ (event).detail.move)));
}

/**
 * A knock that fades.
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} start
 * @param {number} length
 */
function tone(audio, pitch, start, length) {
  const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const volume = new GainNode(audio, { gain: LOUDNESS });
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}
