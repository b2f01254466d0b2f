// Whether the site can be reached: found out by asking it, since browsers know only of their own network.

const AGAIN = 10_000; // milliseconds between two attempts while nobody answers
const PATIENCE = 5000;

/** @returns {Promise<boolean>} */
export async function canReach() {
  try {
    return (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })).ok;
  } catch {
    return false;
  }
}

/**
 * Tells whether the site can be reached, now and whenever that changes, as long as somebody looks.
 * @param {(isThere: boolean) => void} tell
 * @returns {() => Promise<void>} looks at once
 */
export function watchReach(tell) {
  /** @type {boolean | null} */
  let known = null;
  let timer = 0;
  const look = async () => {
    clearTimeout(timer);
    const isThere = await canReach();
    clearTimeout(timer); // somebody else may have looked meanwhile
    if (isThere !== known) tell(isThere);
    known = isThere;
    if (!isThere && !document.hidden) timer = window.setTimeout(look, AGAIN);
  };
  for (const name of ["online", "offline"]) addEventListener(name, () => void look());
  document.addEventListener("visibilitychange", () => document.hidden || known || void look());
  void look();
  return look;
}
