import { timingSafeEqual } from "node:crypto";

/** Decision whether a request may run a job, and the reason if not: for the log, never for the answer. */
export type CronAuthorization =
  | { readonly ok: true; readonly isPrevious: boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Checks the shared secret that a request presents in `Authorization: Bearer <secret>` or in
 * `?token=<secret>`. If both carry one, the header decides. Compared over digests in constant time, and
 * with each accepted secret, so that neither content nor length of one shows in the answer's timing.
 *
 * @param request the request as received
 * @param sharedSecrets the accepted secrets, the one in force first; none refuses everything (fail closed)
 */
export async function authorizeCron(
  request: Request,
  sharedSecrets: readonly string[],
): Promise<CronAuthorization> {
  if (sharedSecrets.length === 0) {
    return { ok: false, reason: "CRON_SHARED_SECRET is unset or blank" };
  }
  const candidates = presentedSecret(request);
  if (candidates.length === 0) return { ok: false, reason: "no secret presented" };
  const presented = await Promise.all(candidates.map(digest));
  const accepted = await Promise.all(
    sharedSecrets.map((secret) => digest(new TextEncoder().encode(secret))),
  );
  // filter, not some or find: they would stop at the first that matches.
  const matching = accepted.filter((secret) =>
    presented.filter((candidate) => timingSafeEqual(candidate, secret)).length > 0
  );
  return matching.length > 0
    ? { ok: true, isPrevious: matching[0] !== accepted[0] }
    : { ok: false, reason: "wrong secret" };
}

/**
 * The presented secret as bytes. A header reaches us as one character per byte, whichever encoding the
 * client wrote it in: both readings count.
 */
function presentedSecret(request: Request): Uint8Array<ArrayBuffer>[] {
  const utf8 = new TextEncoder();
  const bearer = request.headers.get("Authorization")?.match(/^bearer +(.+)$/i)?.[1];
  if (bearer !== undefined) {
    return [utf8.encode(bearer), Uint8Array.from(bearer, (char) => char.charCodeAt(0))];
  }
  const token = new URL(request.url).searchParams.get("token")?.trim() ?? "";
  return token === "" ? [] : [utf8.encode(token)];
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
