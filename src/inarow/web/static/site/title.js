// The title of the page's tab: what the page is about, and before it how many games wait.

let text = document.title;
let count = 0;

/** @param {string} about */
export function setTitle(about) {
  text = about;
  show();
}

/** @param {number} games */
export function setCount(games) {
  count = games;
  show();
}

function show() {
  const title = count ? `(${count}) ${text}` : text;
  if (document.title !== title) document.title = title;
}
