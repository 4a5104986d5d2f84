/** Second factors: the firm that asks for them, and who signed in with one. */
import { createHmac } from "node:crypto";
import type postgres from "postgres";
import { type DatabaseIdentity, signedIn } from "../access/callers.ts";

/** A signed-in user whose token says how sure it is of them: `aal1` by a password, `aal2` by a second factor. */
export function signedInAt(userId: string, aal: "aal1" | "aal2"): DatabaseIdentity {
  const { role, claims } = signedIn(userId);
  return { role, claims: JSON.stringify({ ...JSON.parse(claims), aal }) };
}

/** The table in which Supabase Auth keeps factors, which the embedded auth lacks. */
export async function withFactors(sql: postgres.Sql): Promise<void> {
  await sql`create table auth.mfa_factors (id uuid primary key default gen_random_uuid(), user_id uuid not null)`;
}

/** Code of an authenticator app for the half minute of an instant (RFC 6238), of a secret in base 32. */
export function codeOf(secret: string, at: number = Date.now()): string {
  const bits = [...secret.replace(/=+$/, "")].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")
  ).join("");
  const key = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2));
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(at / 30_000)));
  const mac = createHmac("sha1", key).update(new Uint8Array(counter.buffer)).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
