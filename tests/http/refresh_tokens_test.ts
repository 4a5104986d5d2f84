// A refresh token whose answer was lost is asked again, and is worth no more than one session.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { createUser, removeUsers, signIn } from "../support/access/users.ts";
import { withProjectDatabase } from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";

/** The refresh token that follows one; null: refused. */
async function successorOf(refreshToken: string): Promise<string | null> {
  const { baseUrl, publishableKey } = project();
  const answer = await fetch(`${baseUrl}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  const body = await answer.json();
  return answer.ok ? body.refresh_token : null;
}

Deno.test("auth/a_refresh_token_leads_to_one_successor_and_to_nothing_once_that_is_used", () =>
  withProjectDatabase(async (sql) => {
    const user = crypto.randomUUID();
    await createUser(sql, user);
    try {
      const client = await signIn(user);
      const first = (await client.auth.getSession()).data.session?.refresh_token;
      assert(first !== undefined);
      const second = await successorOf(first);
      assert(second !== null);
      // Whoever lost the answer asks again, and is told the same.
      assertEquals([await successorOf(first), await successorOf(first)], [second, second]);
      assert(await successorOf(second) !== null);
      assertStrictEquals(await successorOf(first), null);
    } finally {
      await removeUsers(sql, [user]);
    }
  }));
