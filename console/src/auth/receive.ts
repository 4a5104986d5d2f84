import { type Arrival, arrivalOf, LINK_PATH } from "./arrival.ts";

let arrived: Arrival = { by: "nothing" };

/** Takes what a link brought out of the address and of the browser's history, before anything else is done. */
export function receive(): void {
  const found = arrivalOf(new URL(location.href));
  if (found !== null) {
    arrived = found;
    history.replaceState(null, "", `${location.pathname}#${LINK_PATH}`);
  }
  // A link that is opened where the console already is. Its router may have led to the sign-in page before this is told.
  addEventListener("hashchange", ({ newURL }) => {
    if (arrivalOf(new URL(newURL)) === null) return;
    history.replaceState(null, "", newURL);
    location.reload();
  });
}

/** Load of the link by which somebody came. */
export function arrival(): Arrival {
  return arrived;
}
