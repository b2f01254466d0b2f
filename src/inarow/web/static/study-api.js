// How pages ask the server about positions. Answers for positions are kept: they never change.

import { said } from "./study-words.js";

/**
 * @typedef {object} View
 * @property {string} rules
 * @property {boolean} gravity
 * @property {number[]} moves
 * @property {string} text
 * @property {string | null} played
 * @property {"x" | "o" | null} by
 * @property {string | null} start
 * @property {string} position
 * @property {string} address
 * @property {number} ply
 * @property {Record<string, "x" | "o">} discs
 * @property {string | null} last
 * @property {"x" | "o" | null} turn
 * @property {number[]} legal
 * @property {string[][]} lines
 * @property {{winner: "x" | "o" | null, reason: string, text: string} | null} outcome
 * @property {{x: string[], o: string[]}} threats
 * @property {string} status
 * @property {string[]} problems
 */

/** What the server refused, in its words. */
export class Refusal extends Error {}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new Refusal(said.offline);
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => null);
  throw new Refusal(problem?.text ?? said.odd);
}

/**
 * @template T
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function get(path, signal) {
  return (await ask(path, { signal })).json();
}

/**
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T>}
 */
export async function post(path, body) {
  const headers = { "content-type": "application/json" };
  return (await ask(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/**
 * Calls *told* with every line of an answer as it comes.
 * @template T
 * @param {string} path
 * @param {(line: T) => void} told
 * @param {AbortSignal} signal
 */
export async function stream(path, told, signal) {
  const answer = await ask(path, { signal });
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      if (!text.trim()) continue;
      const line = JSON.parse(text);
      if (line.error) throw new Refusal(line.text);
      told(line);
    }
    if (done) return;
  }
}

/** @type {Map<string, Promise<View>>} */
const views = new Map();
const MOST = 500;

/**
 * The position at an address after some more moves.
 * @param {string} address
 * @param {number[]} [play]
 * @returns {Promise<View>}
 */
export function viewOf(address, play = []) {
  const query = play.length ? `${address.includes("?") ? "&" : "?"}play=${play.join(",")}` : "";
  const path = `/api/position/${address}${query}`;
  let found = views.get(path);
  if (!found) {
    if (views.size >= MOST) views.clear();
    found = get(path);
    views.set(path, found);
    found.catch(() => views.delete(path));
  }
  return found;
}

/**
 * The data block that the server wrote into the page.
 * @template T
 * @returns {T}
 */
export function state() {
  return JSON.parse(document.getElementById("state")?.textContent ?? "{}");
}

/**
 * An element of the page that must be there.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id}`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {{class?: string, text?: string} & Record<string, string | undefined>} [about]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, about = {}, children = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (value === undefined) continue;
    if (name === "text") made.textContent = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/**
 * Lets buttons with data-copy copy what is in the field they name.
 */
export function copyButtons() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    const text = button.textContent;
    button.addEventListener("click", () => {
      const field = part(button.dataset.copy ?? "", HTMLInputElement);
      field.select();
      void navigator.clipboard?.writeText(field.value).then(
        () => {
          button.textContent = said.copied;
          setTimeout(() => (button.textContent = text), 1500);
        },
        () => field.select(),
      );
    });
  }
}
