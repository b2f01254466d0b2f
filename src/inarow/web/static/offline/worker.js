// The service worker: what this site can do without a network. The server puts the version into it, and the language
// of the page that registers it: when another one is chosen, another worker comes, and stores the pages anew.
//
// Pages come from the network as long as there is one. Only scripts, styles and pictures with a version in
// their address come from here first. Nothing else passes through: no answer of the API, no stream, nothing
// that changes anything. What is stored was fetched without a cookie, so that it belongs to nobody.
// @ts-check
"use strict";
(() => {
  /** @typedef {{waitUntil: (work: Promise<unknown>) => void}} Event */
  /** @typedef {Event & {request: Request, preloadResponse: Promise<Response | undefined>, respondWith: (answer: Promise<Response>) => void}} FetchEvent */
  /**
   * @typedef {object} Worker
   * @property {(kind: string, told: (event: any) => void) => void} addEventListener
   * @property {() => Promise<void>} skipWaiting
   * @property {{claim: () => Promise<void>}} clients
   * @property {{navigationPreload?: {enable: () => Promise<void>}}} registration
   */
  const worker = /** @type {Worker} */ (/** @type {unknown} */ (self));
  const VERSION = "THE VERSION";
  const LANGUAGE = "THE LANGUAGE";
  const CACHE = `inarow-${VERSION}-${LANGUAGE}`;

  /** The pages that work without a network, as they are for anybody, and for which addresses they stand in. */
  const PAGES = /** @type {const} */ ([
    [`/puzzles?shell&language=${LANGUAGE}`, /^\/puzzles(\/|$)/],
    [`/learn/connect-four?shell&language=${LANGUAGE}`, /^\/learn\/connect-four$/],
    [`/about?shell&language=${LANGUAGE}`, /^\/about$/],
    [`/offline?shell&language=${LANGUAGE}`, /./],
  ]);
  const FILES = /["'(=](\/static\/[\w./-]+\?v=\w+)/g; // of a page
  const IMPORTS = /^(?:import|export)\b[^;'"]*["'](\.{1,2}\/[\w./-]+\?v=\w+)["']/gm; // of a script, not of its types
  const PICTURES = /\.png\?/;

  /** @param {Event} event */
  const install = (event) => event.waitUntil(store().then(() => worker.skipWaiting()));

  async function store() {
    const cache = await caches.open(CACHE);
    const seen = new Set();
    await Promise.all(PAGES.map(([page]) => storeWithFiles(cache, page, seen)));
  }

  /**
   * Stores a page or a file, and whatever it names.
   * @param {Cache} cache
   * @param {string} path
   * @param {Set<string>} seen
   */
  async function storeWithFiles(cache, path, seen) {
    if (seen.has(path)) return;
    seen.add(path);
    const isFile = path.startsWith("/static/");
    const answer = await fetch(path, { credentials: "omit", cache: isFile ? "default" : "reload" });
    const isCurrent = !isFile || answer.headers.get("cache-control")?.includes("immutable");
    if (!answer.ok || answer.redirected || !isCurrent) throw new Error(`${path} cannot be stored`); // the next time may be better
    const text = await answer.clone().text();
    await cache.put(path, answer);
    const named = isFile ? (path.includes(".js?") ? [...text.matchAll(IMPORTS)] : []) : [...text.matchAll(FILES)];
    const base = new URL(path, location.origin);
    const files = named.map(([, file]) => new URL(file, base)).map((url) => url.pathname + url.search);
    await Promise.all(files.filter((file) => !PICTURES.test(file)).map((file) => storeWithFiles(cache, file, seen)));
  }

  async function takeOver() {
    const old = (await caches.keys()).filter((name) => name.startsWith("inarow-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  }

  /** @param {FetchEvent} event */
  function answer(event) {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    if (request.mode === "navigate") {
      if (request.destination === "document") event.respondWith(page(event, url));
    } else if (url.pathname.startsWith("/static/") && url.searchParams.has("v")) event.respondWith(file(request));
  }

  /**
   * @param {FetchEvent} event
   * @param {URL} url
   */
  async function page(event, url) {
    try {
      return (await event.preloadResponse) ?? (await fetch(event.request));
    } catch (error) {
      const [stored] = /** @type {(typeof PAGES)[number]} */ (PAGES.find(([, stands]) => stands.test(url.pathname)));
      const found = await caches.match(stored, { cacheName: CACHE });
      if (found) return found;
      throw error;
    }
  }

  /** @param {Request} request */
  async function file(request) {
    return (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request);
  }

  worker.addEventListener("install", install);
  worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
  worker.addEventListener("fetch", answer);
})();
