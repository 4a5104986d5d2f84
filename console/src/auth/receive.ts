import { type Arrival, arrivalOf, LINK_PATH } from "./arrival.ts";
import { INVITATION_PATH, invitationOf, keepCode } from "./invited.ts";

let arrived: Arrival = { by: "nothing" };

/** Takes what a link brought out of the address and of the browser's history, before anything else is done. */
export function receive(): void {
  const here = new URL(location.href);
  const found = arrivalOf(here);
  const code = invitationOf(here);
  if (found !== null) {
    arrived = found;
    history.replaceState(null, "", `${location.pathname}#${LINK_PATH}`);
  } else if (code !== null) {
    if (code !== "") keepCode(code);
    history.replaceState(null, "", `${location.pathname}#${INVITATION_PATH}`);
  }
  // A link that is opened where the console already is. Its router may have led to another page before this is told.
  addEventListener("hashchange", ({ newURL }) => {
    const address = new URL(newURL);
    if (arrivalOf(address) === null && !invitationOf(address)) return;
    history.replaceState(null, "", newURL);
    location.reload();
  });
}

/** Load of the link by which somebody came. */
export function arrival(): Arrival {
  return arrived;
}
