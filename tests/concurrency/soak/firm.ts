/** The firm of the soak, and whoever works in it. */
import type postgres from "postgres";
import { addAssignments } from "../../../fixtures/assignments.ts";
import { addContractors, addFacilities } from "../../../fixtures/people.ts";
import { type DatabaseIdentity, SERVICE, signedIn } from "../../support/access/callers.ts";
import { Firm } from "../../support/firm.ts";
import { addWebhook } from "../../support/outbox/webhooks.ts";
import { periodOf } from "../../support/payroll/batches.ts";
import { enterCodes } from "../../support/payroll/earnings.ts";
import { staffMember } from "../../support/people/staff.ts";
import type { Who } from "./kind.ts";

/** What the clock says. */
export const CLOCK = "2026-03-20 18:00:00+00";
const WEEKS = ["2026-03-02", "2026-03-09", "2026-03-16"];
const RULES = ["flsa", "california", "colorado", "none"] as const;

/** Somebody who calls, and the contractor that they are, if one. */
export interface Person {
  readonly identity: DatabaseIdentity;
  readonly contractor: string | null;
}

/**
 * Three facilities, twelve contractors on two assignments each, a third of which has ended, and a webhook that is told of
 * everything; gives who may call.
 */
export async function makeFirm(sql: postgres.Sql): Promise<Readonly<Record<Who, Person[]>>> {
  const facilities = await addFacilities(sql, ["Mercy", "North", "South"]);
  const contractors = await addContractors(sql, 12);
  const users = contractors.map(() => crypto.randomUUID());
  await sql`
    update contractors set user_id = linked.user_id
      from unnest(${contractors}::uuid[], ${users}::uuid[]) as linked (id, user_id) where contractors.id = linked.id`;
  await sql`update facilities set external_number = name`;
  await addAssignments(
    sql,
    contractors.flatMap((contractorId, nth) =>
      [0, 1].map((second) => ({
        contractorId,
        facilityId: facilities[(nth + second) % 3] ?? "",
        endDate: nth % 3 === 0 && second === 1 ? "2026-03-12" : null,
        overtimeRule: RULES[nth % 4] ?? "none",
      }))
    ),
  );
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    select id, date '2026-03-02' + day, 4, 'approved' from assignments cross join generate_series(0, 9) as day`;
  for (const week of WEEKS) await periodOf(sql, week);
  await sql`
    insert into facility_interest_terms (facility_id, effective_from, annual_rate)
    select id, '2026-01-01', 0.18 from facilities`;
  await (await Firm.create(sql, "East")).sentInvoices(20, "2026-02-10");
  await sql`insert into facility_interest_terms (facility_id, effective_from, annual_rate)
            select id, '2026-01-01', 0.18 from facilities where name = 'East'`;

  await addWebhook(sql, { description: "The books" });
  await enterCodes(sql);
  const person = (identity: DatabaseIdentity) => [{ identity, contractor: null }];
  const contacts = facilities.map(() => crypto.randomUUID());
  await sql`
    insert into facility_contacts (facility_id, user_id)
    select * from unnest(${facilities}::uuid[], ${contacts}::uuid[])`;
  await sql`
    insert into facility_contacts (facility_id, name)
    select id, 'Lee ' || n from facilities cross join generate_series(1, 3) as n`;
  return {
    contractor: users.map((user, nth) => ({
      identity: signedIn(user),
      contractor: contractors[nth] ?? null,
    })),
    contact: contacts.flatMap((user) => person(signedIn(user))),
    billing: person(await staffMember(sql, "billing")),
    payroll: person(await staffMember(sql, "payroll")),
    recruiting: person(await staffMember(sql, "recruiting")),
    service: person(SERVICE),
    schedule: [],
  };
}
