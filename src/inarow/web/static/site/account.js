// Passkeys: adding one on the page about one's account, using one to sign in.

import { ask, post, Refusal } from "./page.js";
import { words } from "./words.js";

/** @param {string} text base64url, as the server writes bytes */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {any} options of the server, for a new passkey */
async function made(options) {
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: options.excludeCredentials.map((/** @type {any} */ known) => ({ ...known, id: bytes(known.id) })),
    },
  });
  const { rawId, response } = /** @type {PublicKeyCredential} */ (credential);
  const { clientDataJSON, attestationObject } = /** @type {AuthenticatorAttestationResponse} */ (response);
  return {
    id: text(rawId),
    rawId: text(rawId),
    type: "public-key",
    response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) },
  };
}

/** @param {any} options of the server, for a passkey that there is */
async function signed(options) {
  const credential = await navigator.credentials.get({
    publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: [] },
  });
  const { rawId, response } = /** @type {PublicKeyCredential} */ (credential);
  const { clientDataJSON, authenticatorData, signature, userHandle } = /** @type {AuthenticatorAssertionResponse} */ (response);
  return {
    id: text(rawId),
    rawId: text(rawId),
    type: "public-key",
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: userHandle && text(userHandle),
    },
  };
}

/**
 * Does what a form is for, once at a time; what went wrong is said below it.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @param {() => Promise<void>} work
 */
async function attempt(form, button, work) {
  const said = /** @type {HTMLElement} */ (form.querySelector("output"));
  if (button.disabled) return;
  button.disabled = true;
  said.textContent = "";
  try {
    if (!window.PublicKeyCredential) throw new Refusal(words.account.unsupported);
    await work();
  } catch (error) {
    said.textContent = error instanceof Refusal ? error.message : problem(error);
  } finally {
    button.disabled = false;
  }
}

/** @param {unknown} error of the browser */
function problem(error) {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "InvalidStateError") return words.account.known;
  return name === "NotAllowedError" || name === "AbortError" ? words.account.cancelled : words.account.failed;
}

/**
 * @param {string} path
 * @param {unknown} body
 */
async function send(path, body) {
  const headers = { "content-type": "application/json" };
  await ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

const adding = document.getElementById("add-passkey");
if (adding instanceof HTMLFormElement) {
  adding.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (adding.querySelector("button"));
    void attempt(adding, button, async () => {
      const credential = await made(await post("/api/me/passkeys/options", {}));
      await send("/api/me/passkeys", { credential, label: String(new FormData(adding).get("label")) });
      location.assign("/me");
    });
  });
}

const signing = document.getElementById("sign-in");
const use = document.getElementById("use-passkey");
if (signing instanceof HTMLFormElement && use instanceof HTMLButtonElement) {
  use.addEventListener("click", () => {
    void attempt(signing, use, async () => {
      const credential = await signed(await post("/api/sign-in/options", {}));
      await send("/api/sign-in", { credential, bring: new FormData(signing).get("bring") === "on" });
      location.assign("/history");
    });
  });
}

document.getElementById("print")?.addEventListener("click", () => print());
