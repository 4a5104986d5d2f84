import { STAFF, type Users } from "../callers.ts";
import type { PreparedRows } from "../prepared_rows.ts";

/** Ids that the rows of other tables refer to. */
export interface People {
  readonly ada: string;
  readonly ben: string;
  readonly north: string;
  readonly south: string;
  /** The staff member who recruits. */
  readonly recruiter: string;
}

/** Settings, staff, candidates, contractors, facilities, their contacts and terms. */
export async function preparePeople(rows: PreparedRows, users: Users): Promise<People> {
  const [settings] = await rows.sql<[{ operating_timezone: string }]>`
    select operating_timezone from public.organization_settings`;
  rows.know(
    "organization_settings",
    "the one",
    { singleton: true, operating_timezone: settings.operating_timezone },
    { key: ["singleton"], touch: "operating_timezone" },
  );
  rows.know("mail_settings", "the one", { singleton: true, daily_from: "08:00:00" }, {
    key: ["singleton"],
    touch: "daily_from",
  });
  rows.know("mail_kinds", "invoices", { kind: "invoice", is_on: false }, {
    key: ["kind"],
    touch: "is_on",
  });

  let recruiter = "";
  for (const role of STAFF) {
    const member = { name: role, user_id: users[role], roles: [role], is_active: true };
    const trials = { touch: "roles", like: { user_id: undefined } };
    const id = await rows.add("staff_members", role, member, trials);
    if (role === "recruiting") recruiter = id;
  }

  // The last admin is not removed.
  const colleague = { name: "Cleo", roles: ["admin"], is_active: true };
  const cleo = await rows.add("staff_members", "colleague of the admin", {
    ...colleague,
    user_id: crypto.randomUUID(),
  }, { touch: "roles", like: { user_id: undefined } });
  await rows.add("recruiter_commissions", "recruiting", {
    staff_member_id: recruiter,
    rate: "0.080000",
  }, { key: ["staff_member_id"], touch: "rate", like: { staff_member_id: cleo } });
  const ines = await rows.add("staff_members", "invited", { name: "Ines", roles: ["billing"] }, {
    touch: "name",
  });
  await prepareInvitation(rows, "of the invited", "staff_member", ines);

  const applicant = { first_name: "Cy", last_name: "Applicant", email: "cy@example.org" };
  await rows.add("candidates", "applied", { ...applicant, status: "applied" }, {
    touch: "specialty",
    moves: { h: { status: "hired" } },
  });
  const hired = { ...applicant, status: "hired" };
  const candidate = await rows.add("candidates", "hired", hired, { touch: "specialty" });

  const contractor = (label: string, user: string | null, candidateId: string | null) =>
    rows.add("contractors", label, {
      candidate_id: candidateId,
      first_name: label,
      last_name: "Nurse",
      email: newEmail(),
      user_id: user,
    }, { touch: "first_name", like: { candidate_id: null, email: newEmail(), user_id: null } });
  const ada = await contractor("ada", users.ada, candidate);
  const ben = await contractor("ben", users.ben, null);

  for (const [label, contractorId] of [["ada", ada], ["ben", ben]] as const) {
    const details = { contractor_id: contractorId, phone: "303-555-0142" };
    await rows.add("contractor_details", label, details, {
      key: ["contractor_id"],
      touch: "phone",
    });
  }

  const facility = (name: string) =>
    rows.add("facilities", name, { name, work_state: "CO" }, { touch: "name" });
  const north = await facility("north");
  const south = await facility("south");
  const bare = await facility("without anything");

  const contact = (label: string, facilityId: string, user: string | null) =>
    rows.add("facility_contacts", label, { facility_id: facilityId, name: label, user_id: user }, {
      touch: "name",
      like: { user_id: undefined },
    });
  await contact("north", north, users.north);
  await contact("colleague of north", north, crypto.randomUUID());
  const lee = await contact("invited to north", north, null);
  await prepareInvitation(rows, "to north", "facility_contact", lee);
  await contact("south", south, users.south);

  for (const [label, facilityId] of [["north", north], ["south", south]] as const) {
    const terms = { facility_id: facilityId, effective_from: "2100-01-01", annual_rate: "0.18" };
    await rows.add("facility_interest_terms", label, terms, {
      touch: "annual_rate",
      like: { effective_from: "2101-01-01" },
    });
    if (label === "north") await prepareFees(rows, facilityId, bare);
    const reminders = { facility_id: facilityId, reminder_days: ["7", "21"] };
    await rows.add("facility_reminders", label, reminders, {
      touch: "reminder_days",
      like: { facility_id: bare },
    });
    const looksAfter = { facility_id: facilityId, collector_id: users.billing };
    await rows.add("facility_staff", label, looksAfter, {
      key: ["facility_id"],
      touch: "collector_id",
      like: { facility_id: bare },
    });
  }
  const gone = { kind: "candidate", person_id: crypto.randomUUID(), reason: "By letter." };
  await rows.add("erasures", "of somebody", { ...gone, requested_at: "2026-01-05T12:00:00Z" }, {
    touch: "reason",
    like: { person_id: crypto.randomUUID() },
  });
  const note = { about: "facility", about_id: north, text: "They pay by wire." };
  await rows.add("notes", "about north", note, { touch: "text" });
  for (const [label, user] of [["viewer", users.viewer], ["ada", users.ada]] as const) {
    rows.know("user_names", label, { user_id: user, name: label }, {
      key: ["user_id"],
      touch: "name",
    });
  }
  for (const caller of ["viewer", "ada", "north"] as const) {
    rows.know("me", caller, { user_id: users[caller], name: caller }, {
      key: ["user_id"],
      touch: "name",
    });
  }
  return { ada, ben, north, south, recruiter };
}

async function prepareInvitation(rows: PreparedRows, label: string, kind: string, person: string) {
  await rows.sql`select public.invite(${kind}, ${person})`;
  const [invitation] = await rows.sql<[{ id: string }]>`
    select id from public.invitations where row_id operator(pg_catalog.=) ${person}`;
  rows.know("invitations", label, { ...invitation, state: "open" }, { touch: "state" });
}

function newEmail(): string {
  return `${crypto.randomUUID()}@example.org`;
}

/** A fee of a facility, a tax and an exemption from taxes, of days on which nothing is billed. */
async function prepareFees(rows: PreparedRows, facilityId: string, bare: string): Promise<void> {
  const days = { effective_from: "2100-01-01", rate: "0.03" };
  const fee = { facility_id: facilityId, kind: "msp", name: "MSP fee", ...days };
  await rows.add("facility_fees", "north", fee, { touch: "rate", like: { name: "Another fee" } });
  const tax = {
    name: `Sales tax ${crypto.randomUUID().slice(0, 8)}`, // once a firm
    jurisdiction: "PA",
    ...days,
  };
  await rows.add("sales_taxes", "of a state", tax, {
    touch: "rate",
    like: { name: "Another tax" },
  });
  const exemption = { facility_id: facilityId, exemption: "75-123456", exempt_from: "2100-01-01" };
  await rows.add("facility_taxes", "north", exemption, {
    touch: "exemption",
    like: { facility_id: bare },
  });
}
