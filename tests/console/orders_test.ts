// Purchase orders and departments in the browser: a facility is billed by department, its order is watched, and what is
// over it is sent when somebody says so.
import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  button,
  choose,
  dialog,
  fill,
  gone,
  isRefused,
  one,
  refusedOnly,
  say,
} from "../support/console/acts.ts";
import { isAccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

const CLINIC = "Rocky Mountain Veterans Medical Center, Aurora CO";

consoleTest("console/a_facility_is_billed_by_department_within_its_order", async (t, firm) => {
  const facility = await one<string>(
    firm,
    `select id as value from facilities where name = '${CLINIC}'`,
  );
  const assignment = await one<string>(
    firm,
    `select assignment_id as value from unbilled_time where facility_id = '${facility}' order by work_date, time_entry_id limit 1`,
  );
  // It begins without the departments and the order of the demo firm.
  await firm.sql`
    update assignments set department = null, cost_centre = null, purchase_order_id = null
     where facility_id = ${facility}`;
  const billing = await signIn(firm, "billing");
  const { page } = billing;

  await t.step(
    "billing says what an invoice of it is for, and what a due date moves off",
    async () => {
      await billing.open(`/people/facilities/${facility}`);
      await button(page, "Change how it is invoiced …").click();
      await choose(page, "An invoice for", "each department");
      await choose(page, "Billing cycle", "every two workweeks");
      await dialog(page).getByLabel("A day of a first week").waitFor();
      await choose(page, "Billing cycle", "each workweek");
      await choose(page, "Due on a weekend or holiday", "moves to the next business day");
      await isAccessible(billing);
      await button(dialog(page), "Save").click();
      await gone(page);
      await page.getByRole("definition").filter({ hasText: "each department" }).waitFor();
      assertEquals(
        await one(
          firm,
          `select array[invoices_by, billing_cycle, due_date_rule] as value from facilities where id = '${facility}'`,
        ),
        ["department", "week", "next_business_day"],
      );
    },
  );
  await t.step("enters the order that came, once", async () => {
    await page.getByRole("link", { name: "Its purchase orders" }).click();
    await page.getByRole("heading", { level: 1, name: "Purchase orders" }).waitFor();
    await billing.settle();
    const order = { "Number": "PO-4711", "First day": "2026-01-01", "Amount": "1,000" };
    await button(page, "Add an order").click();
    await isAccessible(billing);
    await fill(page, order);
    await button(dialog(page), "Add an order").click();
    await gone(page);
    await page.getByRole("row", { name: /PO-4711 from Jan 1, 2026.*\$1,000\.00/ }).waitFor();
    await page.getByRole("meter", { name: "Used of order PO-4711" }).waitFor();
    await button(page, "Add an order").click();
    await fill(page, order);
    await isRefused(billing, "Add an order", /has an order of this number already/);
    refusedOnly(billing);
  });
  await t.step("recruiting says to which department and order an assignment belongs", async () => {
    const recruiting = await signIn(firm, "recruiting");
    await recruiting.open(`/people/assignments/${assignment}`);
    await button(recruiting.page, "Change … Department and order").click();
    await fill(recruiting.page, {
      "Job title": "Charge nurse ",
      "Department": " ICU ",
      "Cost center": "81-200",
      "Requisition": "REQ-5120",
    });
    await choose(recruiting.page, "Purchase order", "PO-4711, from Jan 1, 2026");
    await isAccessible(recruiting);
    await button(dialog(recruiting.page), "Save").click();
    await gone(recruiting.page);
    await recruiting.page.getByRole("definition").filter({ hasText: "PO-4711" }).waitFor();
    assertEquals(
      await one(
        firm,
        `select array[title, department, cost_centre, orders.number, requisition] as value
           from assignments join purchase_orders as orders on orders.id = purchase_order_id
          where assignments.id = '${assignment}'`,
      ),
      ["Charge nurse", "ICU", "81-200", "PO-4711", "REQ-5120"],
    );
    for (const said of ["Charge nurse", "REQ-5120"]) {
      await recruiting.page.getByRole("definition").filter({ hasText: said }).waitFor();
    }
    assertEquals(recruiting.complaints(), []);
    await recruiting.close();
  });
  await t.step("a dry run tells billing of each department, and of days of its own", async () => {
    await firm.sql`
      update facilities set billing_cycle = 'two_weeks', two_weeks_from = '2026-05-25' where name like 'Harrow%'`;
    await firm.sql`
      select public.void_invoice(invoice.id, 'Both weeks on one')
        from invoices as invoice join facilities as facility on facility.id = invoice.facility_id
       where facility.name like 'Harrow%' and invoice.period_start = '2026-05-25' and invoice.status = 'sent'`;
    await billing.open("/billing/run");
    await button(page, "Try it (dry run)").click();
    await page.getByRole("heading", { name: /^Dry run of/ }).waitFor();
    await billing.settle();
    await page.getByRole("cell", { name: `${CLINIC} · ICU`, exact: true }).waitFor();
    await page.getByRole("cell", { name: CLINIC, exact: true }).waitFor();
    await page.getByRole("cell", {
      name: "Harrow Road Rehabilitation, London: May 25 – Jun 7, 2026",
    })
      .waitFor();
  });
  await t.step("billing is asked which department, where there are several", async () => {
    await billing.open("/billing/drafts");
    await button(page, "Bill a facility").click();
    await dialog(page).getByLabel("Facility").fill("Rocky");
    await page.getByRole("option", { name: CLINIC }).click();
    await dialog(page).getByRole("combobox", { name: "Group" }).click();
    assertEquals(
      (await page.getByRole("option").allInnerTexts()).toSorted(),
      ["ICU", "of no group"],
    );
    await page.getByRole("option", { name: "of no group" }).click();
    await isAccessible(billing);
    await fill(page, { "First day": "2026-06-01", "Last day": "2026-06-07" });
    await button(dialog(page), "Make the draft").click();
    await gone(page);
    await page.getByRole("row", { name: CLINIC }).getByText("by hand").waitFor();
  });
  await t.step("bills one of them by a backfill", async () => {
    await billing.open("/billing/unbilled");
    const row = page.getByRole("row", { name: `${CLINIC} · ICU` });
    await row.getByRole("button", { name: "Backfill …" }).click();
    await button(dialog(page), "Make the draft").click();
    await gone(page);
    await row.waitFor({ state: "detached" });
    assertEquals(
      await one(
        firm,
        `select array_agg(kind || ' ' || group_key order by kind) as value from invoices
          where facility_id = '${facility}' and status = 'draft'`,
      ),
      ["backfill ICU", "manual "],
    );
  });
  const state =
    `select status as value from invoices where facility_id = '${facility}' and group_key = 'ICU'`;
  await t.step("is told that the order would be exceeded, and sends it all the same", async () => {
    await billing.open("/billing/drafts");
    await page.getByLabel(`Choose ${CLINIC} · ICU`).check();
    await button(page, "Send 1 …").click();
    assertStrictEquals(await dialog(page).getByLabel("Send all the same").count(), 0);
    await button(dialog(page), "Send").click();
    await dialog(page).getByRole("alert").getByText(/PO-4711/).waitFor();
    assertEquals(await one(firm, state), "draft");
    await dialog(page).getByLabel(/^Send all the same/).check();
    await isAccessible(billing);
    await button(dialog(page), "Send").click();
    await gone(page);
    assertEquals(await one(firm, state), "sent");
    refusedOnly(billing);
  });
  await t.step("sees on the board that the order is used, and by how much", async () => {
    await billing.open("/board");
    await page.getByRole("link", { name: /^Orders nearly used/ }).click();
    await page.getByRole("heading", { level: 1, name: "Purchase orders" }).waitFor();
    await page.getByRole("row", {
      name: /PO-4711.* of \$1,000\.00, over its amount.*\$[\d,.]+ over /,
    })
      .waitFor();
    await say(page, page.getByRole("button", { name: "Change … PO-4711" }), {
      "Amount": "100000",
    }, "Save");
    await gone(page);
    await page.getByRole("row", { name: /PO-4711/ }).waitFor({ state: "detached" });
    await page.getByLabel("Nearly used").uncheck();
    await page.getByRole("row", { name: /PO-4711 .*\$100,000\.00/ }).waitFor();
  });
  await t.step("an order in use stays", async () => {
    await page.getByRole("button", { name: "Remove … PO-4711" }).click();
    await isRefused(billing, "Remove", /^The order PO-4711 is in use/);
    refusedOnly(billing);
  });
  await t.step("finds the invoice by its group, and what its lines are booked to", async () => {
    await billing.open("/billing/invoices");
    await page.getByRole("textbox", { name: "Group" }).fill("ICU");
    await page.getByText("1-1 of 1").waitFor();
    await page.getByRole("link", { name: `${CLINIC} · ICU` }).waitFor();
    await page.getByRole("row").nth(1).getByRole("link").first().click();
    await page.getByRole("definition").filter({ hasText: "ICU" }).waitFor();
    await page.getByRole("button", { expanded: false }).filter({ hasText: "regular" }).first()
      .click();
    await page.getByRole("cell", { name: "ICU, cost center 81-200, order PO-4711" }).first()
      .waitFor();
    assertEquals(billing.complaints(), []);
  });
  await billing.close();

  await t.step("the facility reads its order, and whose department an invoice is", async () => {
    const contact = await signIn(firm, "facility");
    await contact.open("/facility-account");
    await contact.page.getByRole("table", { name: "Purchase orders" })
      .getByRole("row", { name: /^PO-4711.*\$100,000\.00/ }).waitFor();
    await contact.open("/facility-invoices");
    await contact.page.getByRole("cell", { name: "ICU", exact: true }).first().click();
    await contact.page.getByRole("definition").filter({ hasText: "PO-4711" }).waitFor();
    assertEquals(contact.complaints(), []);
    await contact.close();
  });
});

consoleTest("console/billing_keeps_the_holidays_that_all_read", async (t, firm) => {
  const billing = await signIn(firm, "billing");
  const { page } = billing;
  const names =
    "select array_agg(name) as value from holidays where day in ('2026-07-02', '2026-07-03')";
  await t.step("billing adds one, mends it, and is told where there is one already", async () => {
    await billing.open("/settings/holidays");
    const founding = { "Day": "2026-07-02", "Name": "Founding day" };
    await say(page, "Add a holiday", founding, "Add a holiday");
    await gone(page);
    await button(page, "Add a holiday").click();
    await fill(page, founding);
    await isAccessible(billing);
    await isRefused(billing, "Add a holiday", /holiday on this day already/);
    await say(page, "Change … Founding day, Jul 2, 2026", { "Name": "Founders' day" }, "Save");
    await gone(page);
    assertEquals(await one(firm, names), ["Founders' day"]);
    refusedOnly(billing);
  });
  await t.step("the others read them", async () => {
    const viewer = await signIn(firm, "viewer");
    await viewer.open("/settings/holidays");
    await viewer.page.getByRole("row", { name: "Founders' day Thu, Jul 2, 2026" }).waitFor();
    assertStrictEquals(await button(viewer.page, "Add a holiday").count(), 0);
    assertEquals(viewer.complaints(), []);
    await viewer.close();
  });
  await t.step("billing takes it off", async () => {
    await say(page, "Remove … Founders' day, Jul 2, 2026", {}, "Remove");
    await gone(page);
    assertEquals(await one(firm, names), null);
  });
  await billing.close();
});
