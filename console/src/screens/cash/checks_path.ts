/** Name of the filter that asks if somebody proposed what a check pays, for the list of checks. */
export const PROPOSAL = "check_reconciliations@";
/** Answers to it: nobody did, somebody did. */
export const NOT_PROPOSED = "is.null";
export const PROPOSED = "not.is.null";

const received = (proposal: string) =>
  `/cash/checks?filter=${
    encodeURIComponent(JSON.stringify({ status: "received", [PROPOSAL]: proposal }))
  }`;
/** Path of the list of checks of which nobody said yet what they pay. */
export const CHECKS_TO_RECONCILE = received(NOT_PROPOSED);
/** Path of the list of checks whose proposal waits to be confirmed. */
export const CHECKS_TO_CONFIRM = received(PROPOSED);
