import { Buffer } from "node:buffer";

/**
 * Refuses the secret key of a project: with it row level security would decide nothing, and every row and procedure
 * would be an agent's.
 *
 * @throws Error for any key but a publishable one, or the older anon key
 */
export function requirePublicKey(key: string): void {
  if (key.startsWith("sb_publishable_")) return;
  const role = roleOf(key);
  if (role === "anon") return;
  throw new Error(
    key.startsWith("sb_secret_") || role === "service_role"
      ? "That is the project's secret key, which may do everything: it is never given to an agent. " +
        "Give the publishable key (sb_publishable_…)."
      : "That is no publishable key: it begins with sb_publishable_.",
  );
}

/** Role that a key of the older kind, a JWT, stands for; null: it is none. */
function roleOf(key: string): string | null {
  const [, claims] = key.split(".");
  if (claims === undefined) return null;
  try {
    const { role } = JSON.parse(Buffer.from(claims, "base64url").toString());
    return typeof role === "string" ? role : null;
  } catch {
    return null;
  }
}

/**
 * Refuses an address that a password would cross a network to in the clear.
 *
 * @throws Error for any but https and this machine
 */
export function requireSafeUrl(text: string): string {
  if (URL.canParse(text)) {
    const { protocol, hostname, href } = new URL(text);
    const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
    if (protocol === "https:" || (protocol === "http:" && isLocal)) return href.replace(/\/$/, "");
  }
  throw new Error(`The project's address begins with https:// (${text || "none is given"}).`);
}
