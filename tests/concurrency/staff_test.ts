// Staff who are changed by two at once.
import { assertEquals } from "@std/assert";
import { actingAs } from "../support/access/acting.ts";
import {
  type DatabaseIdentity,
  identityOf,
  newUsers,
  signedIn,
} from "../support/access/callers.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { waitUntilBlocked } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

const LOSSES = [
  "update staff_members set is_active = false",
  "update staff_members set roles = '{viewer}'",
];

/** Has two admins, and the removal of each at once; the first is through. */
async function removeBoth(
  loss: string,
  identityFor: (user: string) => DatabaseIdentity,
  expectRefusal: (attempt: Promise<unknown>) => Promise<void>,
): Promise<void> {
  await withDatabase(async ({ sql, url }) => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    await sql`
      insert into staff_members (user_id, roles)
      select user_id, '{admin}' from unnest(${[one, other]}::uuid[]) as user_id`;
    const remove = (whom: string) => `${loss} where user_id = '${whom}'`;
    const connection = connectTo(url);
    const second = Promise.withResolvers<unknown>();
    await actingAs(sql, identityFor(one), async (first) => {
      await first.unsafe(remove(other));
      actingAs(connection, identityFor(other), (sql) => sql.unsafe(remove(one)))
        .then(second.resolve, second.reject);
      await waitUntilBlocked(sql);
    });
    await expectRefusal(second.promise);
    await connection.end();
    const admins = await sql`
      select user_id from staff_members where 'admin' = any (roles) and is_active`;
    assertEquals([...admins], [{ user_id: one }]);
  });
}

Deno.test("staff/of_two_admins_who_remove_each_other_at_once_one_stays", async () => {
  for (const loss of LOSSES) {
    // The second is no admin any more when it is their turn.
    await removeBoth(loss, signedIn, (attempt) => assertRefused(attempt, 403, "role_required"));
  }
});

Deno.test("staff/of_two_removals_of_the_last_two_admins_by_the_secret_key_one_is_refused", async () => {
  const service = identityOf("service", newUsers());
  for (const loss of LOSSES) {
    await removeBoth(loss, () => service, (attempt) => assertRefused(attempt, 409, "last_admin"));
  }
});
