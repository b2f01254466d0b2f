// Texts in the language of the page. A page that is not English loads its catalogue before its
// scripts: `site/words-de.js`, made by the server from `locale/de/scripts.po`.

/**
 * @typedef {object} Catalogue
 * @property {Record<string, string | string[]>} texts by what they are in English, after "place|" if they stand in `words`
 * @property {(number: number) => number | boolean} form which form of a text a number takes
 */

/** @type {Catalogue | undefined} */
const catalogue = /** @type {any} */ (globalThis).inarowCatalogue;

/** The language of the page. */
export const lang = typeof document === "undefined" ? "en" : document.documentElement.lang || "en";

/** How numbers and dates are written: as people write them where they are, if that is the page's language. */
export const locale = typeof document === "undefined" ? lang : place(lang, navigator.language);

/**
 * @param {string} lang
 * @param {string} here
 */
function place(lang, here) {
  return here.split("-")[0] === lang ? here : lang;
}

/**
 * @param {string} template
 * @param {Record<string, string | number>} values
 */
function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

/**
 * The sentence in the page's language, with values in its placeholders: `say("Move {number}", { number })`.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function say(text, values = {}) {
  const found = catalogue?.texts[text] ?? text;
  return fill(typeof found === "string" ? found : found[0], values);
}

/**
 * The sentence for one or for another number, which is `{number}` in it.
 * @param {number} number
 * @param {{one: string, other: string}} forms
 * @param {Record<string, string | number>} [values]
 */
export function plural(number, { one, other }, values = {}) {
  const found = catalogue?.texts[one];
  const text = Array.isArray(found) ? found[Number(catalogue?.form(number))] : number === 1 ? one : other;
  return fill(text, { number, ...values });
}

/**
 * A tree of texts and functions with its texts in the page's language.
 * @template T
 * @param {T} tree
 * @param {string} [path]
 * @returns {T}
 */
export function translated(tree, path = "") {
  if (!catalogue) return tree;
  if (typeof tree === "string") return /** @type {any} */ (catalogue.texts[`${path}|${tree}`] ?? tree);
  if (typeof tree !== "object" || tree === null) return tree;
  const entries = Object.entries(tree).map(([name, part]) => [name, translated(part, path ? `${path}.${name}` : name)]);
  return /** @type {any} */ (Object.fromEntries(entries));
}
