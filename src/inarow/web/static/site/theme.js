// Runs before the first paint: puts the chosen look on the page. Not a module, so that nothing flickers.
// @ts-check
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  /** @param {string} name */
  const kept = (name) => {
    try {
      return localStorage.getItem(name) ?? "";
    } catch {
      return ""; // storage may be forbidden; the system's look is good too
    }
  };

  const apply = () => {
    const theme = kept("theme");
    if (["light", "dark", "contrast"].includes(theme)) root.dataset.theme = theme;
    else delete root.dataset.theme;
    const discs = kept("discs");
    if (["yellow", "green", "classic"].includes(discs)) root.dataset.discs = discs;
    else delete root.dataset.discs;
    root.classList.toggle("plain-discs", kept("plain") === "yes");
    const contrast = document.getElementById("contrast");
    if (contrast instanceof HTMLLinkElement) {
      contrast.media = theme === "contrast" ? "all" : theme ? "not all" : "(prefers-contrast: more)";
    }
  };

  apply();
  addEventListener("storage", apply);
  addEventListener("look", apply);
})();
