// The keys of tokens, changed under a real PostgREST as deploy/self_hosted/postgrest.conf and docs/operations.md have it.
import { assert, assertEquals } from "@std/assert";
import { SignJWT } from "jose";
import { join } from "node:path";
import { freePort } from "../../stack/processes.ts";
import { withDatabase } from "../support/server/database.ts";

const ROOT = new URL("../..", import.meta.url);
const POSTGREST = Deno.env.get("POSTGREST_BIN") ?? "";
const [FORMER, NEW] = ["the former secret ", "the new secret "].map((text) => text.repeat(3));

const bytes = (text = "") => new TextEncoder().encode(text);

/** A token of a server program, as the page has it, signed with a secret. */
const tokenOf = (secret: string | undefined) =>
  new SignJWT({ role: "service_role" }).setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h").sign(bytes(secret));

Deno.test({
  name: "jwt_keys/of_a_postgrest_change_without_a_gap",
  ignore: POSTGREST === "",
  fn: () =>
    withDatabase(async ({ sql, url }) => {
      const page = await Deno.readTextFile(new URL("docs/operations.md", ROOT));
      const [, keys = ""] = /```json\n(\{\s*"keys":[^]*?)```/.exec(page) ?? [];
      assert(keys);
      const both = keys
        .replace(
          "BASE64URL_OF_THE_NEW_SECRET",
          bytes(NEW).toBase64({ alphabet: "base64url", omitPadding: true }),
        )
        .replace(
          "BASE64URL_OF_THE_FORMER_SECRET",
          bytes(FORMER).toBase64({ alphabet: "base64url", omitPadding: true }),
        );
      const { keys: [newest] } = JSON.parse(both);

      const directory = await Deno.makeTempDir({ prefix: "jwt-keys-" });
      const file = join(directory, "jwt_secret");
      const port = freePort();
      const printed = await Deno.readTextFile(new URL("deploy/self_hosted/postgrest.conf", ROOT));
      await Deno.writeTextFile(
        join(directory, "postgrest.conf"),
        printed
          .replace(/postgres:\/\/[^"]*/, url)
          .replace("/etc/postgrest/jwt_secret", file)
          .replace("server-port = 3000", `server-port = ${port}`),
      );
      await Deno.writeTextFile(file, FORMER ?? "");
      const postgrest = new Deno.Command(POSTGREST, {
        args: [join(directory, "postgrest.conf")],
        stdout: "null",
        stderr: "null",
      }).spawn();

      const tokens = [await tokenOf(FORMER), await tokenOf(NEW)];
      const ask = () =>
        Promise.all(tokens.map(async (token) => {
          const answer = await fetch(`http://127.0.0.1:${port}/rpc/version`, {
            headers: { authorization: `Bearer ${token}` },
          }).catch(() => null);
          await answer?.body?.cancel();
          return answer?.status;
        }));
      /** Asks until both answer so: PostgREST reads its file a moment after it was told. */
      const comesTo = async (...statuses: number[]) => {
        for (let wait = 0; wait < 100; wait++) {
          if (String(await ask()) === String(statuses)) return;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        assertEquals(await ask(), statuses);
      };
      try {
        await comesTo(200, 401);
        await Deno.writeTextFile(file, both);
        await sql`notify pgrst, 'reload config'`;
        await comesTo(200, 200);
        await Deno.writeTextFile(file, JSON.stringify({ keys: [newest] }));
        await sql`notify pgrst, 'reload config'`;
        await comesTo(401, 200);
      } finally {
        postgrest.kill();
        await postgrest.status;
        await Deno.remove(directory, { recursive: true });
      }
    }),
});
