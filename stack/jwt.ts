/** A token in the name of a role, signed with HS256, as Supabase's API gateway makes for a key. */
export async function roleToken(role: string, jwtSecret: string): Promise<string> {
  const encode = (text: string) => base64Url(new TextEncoder().encode(text));
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(jwtSecret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const head = encode(JSON.stringify({ alg: "HS256", typ: "JWT" }));
  const body = encode(JSON.stringify({ role, iss: "supabase" }));
  const signed = new TextEncoder().encode(`${head}.${body}`);
  return `${head}.${body}.${
    base64Url(new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)))
  }`;
}

function base64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
