import { timingSafeEqual } from "node:crypto";

/** Whether a request may run a job, and if not, why: for the log, never for the answer. */
export type CronAuthorization =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string };

/**
 * Checks the shared secret that a request presents in `Authorization: Bearer <secret>` or in
 * `?token=<secret>`. If both carry one, the header decides. Compared over digests in constant time, so
 * that neither the content nor the length of the secret shows in the answer's timing.
 *
 * @param request the request as received
 * @param sharedSecret the configured secret; null refuses everything (fail closed)
 */
export async function authorizeCron(
  request: Request,
  sharedSecret: string | null,
): Promise<CronAuthorization> {
  if (sharedSecret === null) return { ok: false, reason: "CRON_SHARED_SECRET is unset or blank" };
  const candidates = presentedSecret(request);
  if (candidates.length === 0) return { ok: false, reason: "no secret presented" };
  const expected = await digest(new TextEncoder().encode(sharedSecret));
  let matches = false;
  for (const candidate of candidates) {
    matches = timingSafeEqual(await digest(candidate), expected) || matches;
  }
  return matches ? { ok: true } : { ok: false, reason: "wrong secret" };
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
