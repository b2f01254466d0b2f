// What a page shows that is not in ⟦ ⟧: texts that its language does not have.
({ exclude, allowed }) => {
  const fine = new RegExp(`^(?:${allowed.join("|")})$`, "u");
  const found = new Set();

  const look = (text, where) => {
    let plain = "";
    let depth = 0;
    for (const character of text) {
      if (character === "⟦") depth += 1;
      else if (character === "⟧") depth -= 1;
      else plain += depth ? " " : character;
    }
    for (const word of plain.match(/[\p{L}\p{N}_-]*\p{L}[\p{L}\p{N}_-]*/gu) ?? []) {
      if (!fine.test(word)) found.add(`${where}: ${text.trim()}`);
    }
  };

  const nameOf = (element) => `${element.localName}${element.id && `#${element.id}`}${element.className && `.${element.getAttribute("class")}`}`;
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) || element.localName === "option";

  look(document.title, "title");
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest(exclude) || !isSeen(element)) continue;
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) look(node.textContent, nameOf(element));
    for (const name of ["aria-label", "aria-valuetext", "title", "alt", "placeholder"]) look(element.getAttribute(name) ?? "", `${nameOf(element)} ${name}`);
  }
  return [...found];
}
