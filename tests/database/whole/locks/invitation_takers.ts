/** The procedures about invitations, each ready to be called, about a contractor. */
import {
  accept,
  claiming,
  invite,
  newcomer,
  unlink,
  withdraw,
} from "../../../support/people/invitations.ts";
import type { Call, Taker } from "./taker.ts";

/** Calls as somebody who is signed in and is nobody of the firm. */
const asUser = (call: Call): Call => async (sql) => {
  const { role, claims } = claiming({ sub: crypto.randomUUID() });
  await sql.unsafe("select set_config('request.jwt.claims', $1, true)", [claims]);
  await sql.unsafe(`set local role ${role}`);
  await call(sql);
};

/** All six. */
export const INVITATIONS: readonly Taker[] = [
  {
    names: ["accept_invitation"],
    prepare: async ({ sql }) => {
      const code = await invite(sql, await newcomer(sql, "contractor"));
      return asUser((sql) => accept(sql, code));
    },
  },
  {
    names: ["invite"],
    prepare: async ({ sql }) => {
      const contractor = await newcomer(sql, "contractor");
      await invite(sql, contractor);
      return (sql) => invite(sql, contractor);
    },
  },
  {
    names: ["erase_person"],
    prepare: async ({ sql }) => {
      const { kind, id } = await newcomer(sql, "contractor");
      await sql`
        with candidate as (
          insert into candidates (first_name, last_name, email, status, hired_at)
          values ('Ben', 'Nurse', 'ben@example.org', 'hired', now()) returning id)
        update contractors set is_active = false, candidate_id = candidate.id from candidate`;
      return (sql) => sql.unsafe("select public.erase_person($1, $2, 'By letter.')", [kind, id]);
    },
  },
  {
    names: ["sign_out_everywhere"],
    prepare: async ({ sql }) => {
      const { kind, id } = await newcomer(sql, "contractor");
      await sql`update contractors set user_id = gen_random_uuid()`;
      return (sql) => sql.unsafe("select public.sign_out_everywhere($1, $2)", [kind, id]);
    },
  },
  {
    names: ["unlink"],
    prepare: async ({ sql }) => {
      const contractor = await newcomer(sql, "contractor");
      await sql`update contractors set user_id = gen_random_uuid()`;
      return (sql) => unlink(sql, contractor);
    },
  },
  {
    names: ["withdraw_invitation"],
    prepare: async ({ sql }) => {
      const contractor = await newcomer(sql, "contractor");
      await invite(sql, contractor);
      return (sql) => withdraw(sql, contractor);
    },
  },
];
