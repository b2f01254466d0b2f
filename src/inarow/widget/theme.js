// Whether a notebook is dark: it says so itself, or its background does.

/**
 * Calls *told* with whether it is dark around an element, now and whenever that changes.
 * @param {HTMLElement} element
 * @param {(dark: boolean) => void} told
 * @returns {() => void} ends that
 */
export function darkness(element, told) {
  const look = () => told(isDark(element));
  const watch = new MutationObserver(look);
  for (const each of [document.body, document.documentElement]) {
    watch.observe(each, { attributes: true, attributeFilter: ["class", "style", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"] });
  }
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", look);
  const first = requestAnimationFrame(look); // by then it has its place in the page
  look();
  return () => {
    watch.disconnect();
    system.removeEventListener("change", look);
    cancelAnimationFrame(first);
  };
}

/** @param {HTMLElement} element */
function isDark(element) {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight) return jpThemeLight === "false"; // JupyterLab and Notebook
  if (vscodeThemeKind) return !vscodeThemeKind.endsWith("light"); // vscode-dark, vscode-high-contrast
  for (let each = element.parentElement; each; each = each.parentElement) {
    const colour = rgb(getComputedStyle(each).backgroundColor);
    if (colour) return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2] < 128;
  }
  return getComputedStyle(document.documentElement).colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * Red, green and blue of a colour that can be seen, or null.
 * @param {string} text
 */
function rgb(text) {
  const numbers = (text.match(/[\d.]+/g) ?? []).map(Number);
  return text.startsWith("rgb") && (numbers[3] ?? 1) > 0.5 ? numbers : null;
}
