// Text that somebody typed and did not send yet, in this tab, by who typed it: it outlives a page that is loaded anew.

const PREFIX = "staffing-console-typed";

/** Text that is kept of somebody under a name; undefined: none. */
export function typedBy(userId: string, name: string): unknown {
  const text = sessionStorage.getItem(`${PREFIX}/${userId}/${name}`);
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps what somebody typed; undefined: it was sent, or is not wanted any more. */
export function keepTyped(userId: string, name: string, value: unknown): void {
  const key = `${PREFIX}/${userId}/${name}`;
  if (value === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify(value));
}

/** Forgets all that somebody typed. */
export function forgetTyped(userId: string): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(`${PREFIX}/${userId}/`)) sessionStorage.removeItem(key);
  }
}
