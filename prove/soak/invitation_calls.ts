import type { Kind } from "./kind.ts";

const NAMED = "select id from facility_contacts where name is not null";

/** Invitations of the contacts that have names; nobody of theirs calls anything. */
export const INVITATIONS: readonly Kind[] = [
  {
    name: "invite a contact",
    who: "billing",
    weight: 3,
    about: `${NAMED} and user_id is null`,
    call: "select invite('facility_contact', '{id}')",
  },
  {
    name: "withdraw an invitation",
    who: "billing",
    weight: 1,
    about: NAMED,
    call: "select withdraw_invitation('facility_contact', '{id}')",
  },
  {
    name: "invite a contact and accept",
    who: "billing",
    weight: 3,
    about: NAMED,
    call: "select accept_invitation(invite('facility_contact', '{id}') ->> 'code')",
  },
  {
    name: "unlink a contact",
    who: "service",
    weight: 3,
    about: NAMED,
    call: "select unlink('facility_contact', '{id}')",
    http: ({ id }) => ({ path: "rpc/unlink", body: { kind: "facility_contact", id } }),
  },
  {
    name: "sign a contact out everywhere",
    who: "admin",
    weight: 1,
    about: NAMED,
    call: "select sign_out_everywhere(kind => 'facility_contact', id => '{id}')",
  },
  {
    name: "deactivate a contact, or take them up again",
    who: "billing",
    weight: 1,
    about: NAMED,
    call: "update facility_contacts set is_active = not is_active where id = '{id}' returning id",
  },
];
