// The browser's own messages, for when nobody looks at the page.

/**
 * Shows a message, if the browser lets us; whether it does.
 * @param {string} text
 * @param {string} [tag] a later message with the same one takes its place, and is heard again
 */
export function notify(text, tag) {
  try {
    const options = tag ? { tag, renotify: true } : {};
    const shown = new Notification(text, options);
    shown.onclick = () => window.focus();
    return true;
  } catch {
    return false; // there are none, or (on Android) not for pages
  }
}
