// An admin of a firm that begins finds what to do on the board, ticked by what is there, until it is put away.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { button } from "../support/console/acts.ts";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";

consoleTest("console/an_admins_first_days", async (t, firm) => {
  const admin = await signIn(firm, "admin");
  const { page } = admin;
  const list = page.getByRole("region", { name: "The first days" });
  const step = (title: string) => list.getByRole("listitem").filter({ hasText: title });
  const again = async () => {
    await admin.open("/settings/staff");
    await admin.open("/board");
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await admin.settle();
  };
  await t.step("are over a month after the first invoice", async () => {
    await admin.open("/board");
    assertStrictEquals(await list.count(), 0);
  });
  await t.step("show what is done and what is not, by the data", async () => {
    // As it was before the firm sent anything: the guards are for who works in it.
    await firm.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`
        update invoices set issue_date = '2026-06-01', due_date = greatest(due_date, '2026-06-01')
         where issue_date < '2026-06-01'`;
      await sql`update organization_settings set legal_name = null`;
      await sql`update facilities set external_number = null`;
    });
    await again();
    await list.getByText(/^\d of 8 done/).waitFor();
    await step("Add the first facility").getByRole("img", { name: "Done" }).waitFor();
    await step("Say what stands on paper").getByRole("img", { name: "To do" }).waitFor();
    await step("Move in").getByRole("img", { name: "To do" }).waitFor();
    await firm.sql`update organization_settings set legal_name = 'Demo Staffing, Inc.'`;
    await again();
    await step("Say what stands on paper").getByRole("img", { name: "Done" }).waitFor();
  });
  await t.step("lead to each page", async () => {
    await list.getByRole("link", { name: "Move in" }).click();
    await page.getByRole("heading", { level: 1, name: "Moving in" }).waitFor();
    await admin.open("/board");
  });
  await t.step("are for nobody but admins", async () => {
    const billing = await signIn(firm, "billing");
    await billing.open("/board");
    assertStrictEquals(await billing.page.getByText("The first days").count(), 0);
    assertEquals(billing.complaints(), []);
    await billing.close();
  });
  await t.step("stay away once they are put away", async () => {
    await button(list, "Put the list away").click();
    await list.waitFor({ state: "detached" });
    await again();
    assertStrictEquals(await list.count(), 0);
    assertEquals(admin.complaints(), []);
  });
  await admin.close();
});
