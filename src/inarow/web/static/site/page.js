// Small things every page needs: its data, its elements, short messages, requests.

import { lang } from "./language.js";
import { words } from "./words.js";

/**
 * The element with this id; pages and scripts belong together, so it is there.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!found || (kind && !(found instanceof kind))) throw new Error(`no element ${id}`);
  return /** @type {T} */ (/** @type {Element} */ (found));
}

/** What the server gave the page's scripts. */
export function pageState() {
  return JSON.parse(byId("state").textContent ?? "null");
}

/**
 * A new element with its attributes and children.
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
 * Changes a text only when it is another one, so that nothing is read or painted twice.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let toastTimer = 0;

/**
 * Shows a message for some seconds; screen readers hear it.
 * @param {string} text
 */
export function toast(text) {
  let box = document.getElementById("toast");
  if (!box) {
    box = document.createElement("div");
    box.id = "toast";
    box.className = "toast";
    box.setAttribute("role", "status");
    document.body.append(box);
  }
  box.hidden = false;
  box.textContent = text;
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => box?.setAttribute("hidden", ""), 2500 + 50 * text.length);
}

/** What the server refused, in its words; with its code for programs, if it gave one. */
export class Refusal extends Error {
  code = "";
}

/** There is no answer: the network or the site is away. */
export class Unreachable extends Refusal {}

/**
 * An address of the site, to be answered in the language of this page, whatever the browser or the cookie says.
 * @param {string} path
 */
export function inLanguage(path) {
  return `${path}${path.includes("?") ? "&" : "?"}language=${lang}`;
}

/**
 * The answer to a request; `Unreachable` if there is none, a `Refusal` if it is one.
 * @param {string} path
 * @param {RequestInit} [options]
 * @param {string} [otherwise] what to say when the server says nothing
 * @returns {Promise<Response>}
 */
export async function ask(path, options, otherwise) {
  let answer;
  try {
    answer = await fetch(inLanguage(path), options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new Unreachable(otherwise ?? words.server.offline);
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => null);
  throw Object.assign(new Refusal(problem?.text ?? otherwise ?? words.server.odd), { code: problem?.error ?? "" });
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function get(path, signal) {
  return (await ask(path, { signal })).json();
}

/**
 * Sends JSON and gives the answer.
 * @param {string} path
 * @param {unknown} body
 * @param {string} [otherwise]
 * @returns {Promise<any>}
 */
export async function post(path, body, otherwise) {
  const headers = { "content-type": "application/json" };
  return (await ask(path, { method: "POST", headers, body: JSON.stringify(body) }, otherwise)).json();
}

/**
 * Does something when the page has come to rest.
 * @param {() => void} action
 */
export function whenIdle(action) {
  const later = () => ("requestIdleCallback" in window ? requestIdleCallback(action) : setTimeout(action, 1000));
  if (document.readyState === "complete") later();
  else addEventListener("load", later);
}

/** Whether the person wants to save data: then nothing is fetched that may not be needed. */
export function savesData() {
  return Boolean(/** @type {{connection?: {saveData: boolean}}} */ (/** @type {unknown} */ (navigator)).connection?.saveData);
}

/**
 * The address of a socket of this site.
 * @param {string} path
 */
export function socketUrl(path) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${inLanguage(path)}`;
}
