// Small things every page needs: its data, its elements, short messages, requests.

/**
 * The element with this id; pages and scripts belong together, so it is there.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/** What the server gave the page's scripts. */
export function pageState() {
  return JSON.parse(byId("state").textContent ?? "null");
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

/**
 * Sends JSON and gives the answer; a refusal is an Error with the server's sentence.
 * @param {string} url
 * @param {unknown} body
 * @param {string} otherwise what to say when there is no answer
 * @returns {Promise<any>}
 */
export async function post(url, body, otherwise) {
  let answer;
  try {
    answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new Error(otherwise);
  }
  const value = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(value?.text ?? otherwise);
  return value;
}

/**
 * The address of a socket of this site.
 * @param {string} path
 */
export function socketUrl(path) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
}
