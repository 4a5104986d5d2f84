import type { PreparedRows } from "../prepared_rows.ts";
import type { People } from "./people.ts";

/** The assignments: whose, and where. */
export interface Placements {
  readonly adaNorth: string;
  readonly adaSouth: string;
  readonly benSouth: string;
}

/** Assignments, what they cost and pay, and when they come up for renewal. */
export async function preparePlacements(rows: PreparedRows, people: People): Promise<Placements> {
  const assignment = async (label: string, contractorId: string, facilityId: string) => {
    const id = await rows.add("assignments", label, {
      contractor_id: contractorId,
      facility_id: facilityId,
      start_date: "2026-01-01",
      cost_centre: null,
    }, { touch: "cost_centre", like: { department: "another" } });
    const rate = {
      assignment_id: id,
      effective_from: "2026-01-01",
      bill_rate: "100.00",
      pay_rate: "60.00",
    };
    await rows.add("assignment_rates", label, rate, {
      key: ["assignment_id", "effective_from"],
      touch: "bill_rate",
      like: { effective_from: "2100-01-01" },
    });
    await prepareFirstBillTerms(rows, label, id);
    rows.know("my_assignments", label, { assignment_id: id, overtime_rule: "colorado" }, {
      key: ["assignment_id"],
      touch: "overtime_rule",
    });
    rows.know(
      "my_codes",
      label,
      { assignment_id: id, code: "cancelled", title: "Cancelled shift" },
      {
        key: ["assignment_id", "code"],
        touch: "title",
      },
    );
    rows.know("missing_time", label, { assignment_id: id, facility_id: facilityId }, {
      key: ["assignment_id"],
      touch: "facility_id",
    });
    rows.know("assignment_margin", label, { assignment_id: id, bill_rate: "100.00" }, {
      key: ["assignment_id"],
      touch: "bill_rate",
    });
    const key = { assignment_id: id, effective_from: "2026-01-01" };
    rows.know("my_pay_rates", label, { ...key, pay_rate: "60.00" }, {
      key: Object.keys(key),
      touch: "pay_rate",
    });
    return id;
  };
  const adaNorth = await assignment("ada at north", people.ada, people.north);
  const adaSouth = await assignment("ada at south", people.ada, people.south);
  const benSouth = await assignment("ben at south", people.ben, people.south);

  await prepareOvertimeRules(rows, adaNorth);
  await prepareCodes(rows, people.north, adaNorth);
  await preparePremiums(rows, people.north);
  await prepareComingWage(rows, people.north, adaNorth);
  await prepareOrders(rows, people, adaNorth);

  for (const [label, id] of [["ada at north", adaNorth], ["ben at south", benSouth]] as const) {
    await rows.add("assignment_stipends", label, {
      assignment_id: id,
      weekly_amount: "250.00",
      kind: "reimbursement",
      effective_from: "2026-01-01",
    }, { touch: "weekly_amount" });
  }

  await prepareCredentials(rows, people.ada, adaNorth);
  await rows.add("assignment_recruiters", "ada at north", {
    assignment_id: adaNorth,
    staff_member_id: people.recruiter,
    share: "0.5000",
    effective_from: "2026-01-05",
  }, {
    key: ["assignment_id", "effective_from", "staff_member_id"],
    touch: "share",
    like: { effective_from: "2031-01-06" },
  });
  await rows.add("burden_rates", "of a later year", {
    employment_type: "w2",
    state: "CO",
    effective_from: newDay(),
    rate: "0.076500",
  }, { touch: "rate", like: { effective_from: newDay() } });

  await rows.add("guarantees", "ada at north", {
    assignment_id: adaNorth,
    bill_hours: "36",
    effective_from: "2026-05-04",
    effective_to: "2026-05-10",
  }, { touch: "bill_hours", like: { effective_from: "2099-01-04", effective_to: "2099-12-31" } });
  const promised = { assignment_id: adaNorth, week_start: "2026-05-04", facility_name: "north" };
  rows.know("unbilled_guarantees", "ada at north", promised, {
    key: ["assignment_id", "week_start"],
    touch: "facility_name",
  });
  await rows.add("guarantee_exceptions", "ada at north", {
    assignment_id: adaNorth,
    day: "2098-03-04",
    hours: "12",
    kind: "declined",
  }, { touch: "hours" });

  const hit = { assignment_id: adaNorth, effective_on: "2100-01-01", bill_rate_change: "5.00" };
  await rows.add("rate_hits", "pending", hit, {
    touch: "bill_rate_change",
    moves: { c: { status: "cancelled" }, y: { status: "applied" } },
  });
  await rows.add("rate_hits", "applied", { ...hit, status: "applied" }, {
    touch: "bill_rate_change",
  });
  await rows.add("rate_hits", "cancelled", { ...hit, status: "cancelled" }, {
    touch: "bill_rate_change",
  });

  const renewal = { assignment_id: adaNorth, renewal_date: "2026-01-31" };
  const upcoming = await rows.add("contract_renewals", "upcoming", renewal, {
    touch: "renewal_date",
    like: { assignment_id: benSouth },
  });
  const declined = await rows.add("contract_renewals", "declined", {
    ...renewal,
    status: "declined",
  }, { touch: "renewal_date" });
  for (
    const [label, id] of [["of the upcoming", upcoming], ["of the declined", declined]] as const
  ) {
    const alert = { contract_renewal_id: id, days_before: "90", due_on: "2025-11-02" };
    for (const name of ["contract_alerts", "contractAlerts"]) {
      rows.know(name, label, { ...alert, acknowledged_at: null }, {
        key: ["contract_renewal_id", "days_before"],
        touch: "acknowledged_at",
      });
    }
  }
  rows.know("renewals_due", "upcoming", { contract_renewal_id: upcoming, bucket: "expired" }, {
    key: ["contract_renewal_id"],
    touch: "bucket",
  });
  return { adaNorth, adaSouth, benSouth };
}

/** Orders of both facilities, one of which an assignment names. */
async function prepareOrders(rows: PreparedRows, people: People, assignmentId: string) {
  const order = async (label: string, facilityId: string, number: string) => {
    const values = { facility_id: facilityId, number, starts_on: "2026-01-01" };
    const trials = { touch: "number", like: { number: `${number}-B` } };
    const id = await rows.add("purchase_orders", label, values, trials);
    rows.know("purchase_order_usage", label, { purchase_order_id: id, number }, {
      key: ["purchase_order_id"],
      touch: "number",
    });
    return id;
  };
  const used = await order("north, used", people.north, "PO-1");
  await rows
    .sql`update public.assignments set purchase_order_id = ${used} where id operator(pg_catalog.=) ${assignmentId}`;
  await order("north", people.north, "PO-2");
  await order("south", people.south, "PO-1");
}

/** The bill terms that an assignment began with. */
async function prepareFirstBillTerms(rows: PreparedRows, label: string, id: string) {
  const [terms] = await rows.sql<[{ effective_from: string; overtime_rule: string }]>`
    select effective_from::text, overtime_rule from public.assignment_bill_terms
     where assignment_id operator(pg_catalog.=) ${id}`;
  rows.know("assignment_bill_terms", label, { assignment_id: id, ...terms }, {
    key: ["assignment_id", "effective_from"],
    touch: "overtime_rule",
    like: { effective_from: "2099-12-28" },
  });
}

/** Rules of overtime, and later bill terms by one of the firm's. */
async function prepareOvertimeRules(rows: PreparedRows, assignmentId: string) {
  const trials = { key: ["name"], touch: "title", like: { name: "another_rule" } };
  const rule = { title: "Over 48", weekly_overtime_after: "48", source: "The contract" };
  const [used, unused] = [newRule(), newRule()];
  rows.know("state_rules", "ohio", { state: "OH", name: "Ohio" }, {
    key: ["state"],
    touch: "name",
  });
  const wage = {
    jurisdiction: newTown(),
    effective_from: "2026-01-01",
    amount: "19.29",
    source: "The ordinance",
  };
  await rows.add("minimum_wages", "denver", wage, {
    key: ["jurisdiction", "effective_from"],
    touch: "source",
    like: { effective_from: "2031-01-01" },
  });
  const mile = { effective_from: newDay(), amount: "0.815", source: "The notice" };
  await rows.add("mileage_rates", "of a later year", mile, {
    key: ["effective_from"],
    touch: "source",
    like: { effective_from: newDay() },
  });
  const mapping = {
    name: `Mercy ${newTown()}`,
    columns: '{"line_id": ["Id"], "worker_number": ["Worker"], "work_date": ["Day"]}',
    constants: '{"system": "Mercy"}',
  };
  await rows.add("import_mappings", "of mercy", mapping, {
    key: ["name"],
    touch: "source",
    like: { name: `Mercy ${newTown()}`, source: "Mercy" },
  });
  await rows.add("overtime_rules", "of the firm, used", { name: used, ...rule }, trials);
  await rows.add("overtime_rules", "of the firm, unused", { name: unused, ...rule }, trials);
  const terms = {
    assignment_id: assignmentId,
    effective_from: "2027-03-01",
    overtime_rule: used,
  };
  await rows.add("assignment_bill_terms", "ada at north, later", terms, {
    key: ["assignment_id", "effective_from"],
    touch: "overtime_rule",
    like: { effective_from: "2099-12-21" },
  });
}

/** Codes of time, and what one of them bills and pays at an assignment and at a facility. */
async function prepareCodes(rows: PreparedRows, facilityId: string, assignmentId: string) {
  const trials = { key: ["name"], touch: "title", like: { name: "another_code" } };
  const [used, unused] = [newCode(), newCode()];
  await rows.add("time_codes", "of the firm, used", { name: used, title: "Float" }, trials);
  await rows.add("time_codes", "of the firm, unused", { name: unused, title: "Float" }, trials);
  const rate = { code: used, effective_from: "2026-01-01", bill_rate: "8.00", pay_rate: "5.00" };
  for (
    const [table, label, whose] of [
      ["assignment_code_rates", "ada at north", { assignment_id: assignmentId }],
      ["facility_code_rates", "north", { facility_id: facilityId }],
    ] as const
  ) {
    await rows.add(table, label, { ...whose, ...rate }, {
      key: [...Object.keys(whose), "code", "effective_from"],
      touch: "bill_rate",
      like: { effective_from: "2099-01-01" },
    });
  }
}

/** A license that Ada has, that runs out within two months, and that one assignment of hers asks for. */
async function prepareCredentials(rows: PreparedRows, contractorId: string, assignmentId: string) {
  const name = `License ${crypto.randomUUID().slice(0, 8)}`;
  const kind = await rows.add("credential_kinds", "license", { name, is_confidential: false }, {
    touch: "name",
    like: { name: `License ${crypto.randomUUID().slice(0, 8)}` },
  });
  const [soon] = await rows.sql<[{ day: string }]>`
    select (business_date + 50)::text as day from private.clock()`;
  const held = { contractor_id: contractorId, credential_kind_id: kind, expires_on: soon.day };
  const id = await rows.add("credentials", "ada", held, {
    touch: "expires_on",
    like: { number: "another" },
  });
  const asked = {
    assignment_id: assignmentId,
    credential_kind_id: kind,
    effective_from: "2026-01-01",
    effective_to: null,
  };
  await rows.add("requirements", "ada at north", asked, {
    touch: "effective_to",
    like: { effective_from: "2025-01-01", effective_to: "2025-12-31" },
  });
  for (const view of ["person_credentials", "credentials_due"]) {
    rows.know(view, "ada", { credential_id: id, expires_on: soon.day }, {
      key: ["credential_id"],
      touch: "expires_on",
    });
  }
  const needed = { assignment_id: assignmentId, credential_kind_id: kind, expires_on: soon.day };
  rows.know("required_credentials", "ada at north", needed, {
    key: ["assignment_id", "credential_kind_id"],
    touch: "expires_on",
  });
}

/** Premiums by clock and calendar, and a calendar that one of them names. */
async function preparePremiums(rows: PreparedRows, facilityId: string) {
  const trials = { touch: "title" };
  const calendar = await rows.add("holiday_calendars", "of the firm", { title: "Federal" }, trials);
  const day = { calendar_id: calendar, day: "2099-12-25", name: "Christmas Day" };
  await rows.add("holiday_calendar_days", "of the firm", day, {
    key: ["calendar_id", "day"],
    touch: "name",
    like: { day: "2099-12-26" },
  });
  const rule = {
    facility_id: facilityId,
    title: "Holiday",
    effective_from: "2099-01-01",
    holiday_calendar_id: calendar,
    pay_multiplier: "1.500",
    pay_amount: "0.00",
  };
  await rows.add("premium_rules", "of north", rule, trials);
}

/** A minimum wage that will overtake the rate of an assignment for half a year. */
async function prepareComingWage(rows: PreparedRows, facilityId: string, assignmentId: string) {
  const jurisdiction = newTown();
  await rows.sql`
    insert into public.minimum_wages (jurisdiction, effective_from, amount, source)
    values (${jurisdiction}, '2099-01-01', 70, 'The ordinance'),
           (${jurisdiction}, '2099-07-01', 10, 'Its repeal')`;
  await rows.sql`
    update public.facilities set minimum_wage_jurisdictions = array[${jurisdiction}]
     where id operator(pg_catalog.=) ${facilityId}`;
  const rate = { assignment_id: assignmentId, effective_from: "2026-01-01", pay_rate: "60.00" };
  rows.know("pay_below_minimum_wage", "ada at north", rate, {
    key: ["assignment_id", "effective_from"],
    touch: "pay_rate",
  });
}

function newTown(): string {
  return `CO Town ${crypto.randomUUID().slice(0, 4)}`;
}

/** A day of the later half of the century. */
function newDay(): string {
  const days = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return new Date(Date.UTC(2031, 0, 1) + (days % 20_000) * 86_400_000).toISOString().slice(0, 10);
}

function newCode(): string {
  return `float_${crypto.randomUUID().slice(0, 8)}`;
}

function newRule(): string {
  return `contract_${crypto.randomUUID().slice(0, 8)}`;
}
