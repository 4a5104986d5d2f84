/** A firm without data on a stack of a test's own: people who sign in, and one clock that the test moves for them all. */
import type { SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import type { Stack } from "../../../stack/stack.ts";
import type { Database } from "../../../supabase/functions/_shared/database.types.ts";
import { mailbox } from "../delivery/mailbox.ts";
import { startSmtpServer } from "../delivery/smtp_server.ts";
import type { FileRow, Imported } from "../moving_in/imports.ts";
import { noon } from "../receivables/moving_clock.ts";
import { startIn } from "./demo_stack.ts";
import { add } from "./first_week.ts";
import { clientOf, done, join, signUp } from "./newcomers.ts";

type Client = SupabaseClient<Database>;

/** The firm, and the people of its office. */
export interface PlayedFirm {
  readonly stack: Stack;
  readonly admin: Client;
  readonly billing: Client;
  readonly payroll: Client;
  /** A connection of the owner's, for what nobody may read over HTTP. */
  readonly sql: postgres.Sql;
  /** Makes it noon of a day for everybody. */
  on(day: string): Promise<void>;
  /** Invites a contact of a facility, who signs up. */
  contact(facilityId: string, name: string, email: string): Promise<Client>;
  /** Calls a job as its scheduler does. Gives its counts. */
  run(job: "accrue-interest" | "deliver"): Promise<Record<string, number>>;
  /** The newest mail to somebody that was not read yet. */
  mail(to: string): Promise<string>;
  /** Asks for a document as whoever a client is signed in as. */
  document(client: Client, path: string): Promise<Response>;
}

/** Starts it on a day. The parts end it, and take its data away. */
export async function startPlayedFirm(
  parts: AsyncDisposableStack,
  day: string,
): Promise<PlayedFirm> {
  const dataDir = await Deno.makeTempDir({ prefix: "staffing-test-" });
  parts.defer(() => Deno.remove(dataDir, { recursive: true }));
  const server = await startSmtpServer();
  parts.defer(() => server.close());
  // A clock on the command line could not be moved.
  const settings = {
    seed: "none",
    postgresFlags: { fsync: "off" },
    mail: { SMTP_URL: server.url },
  } as const;
  const stack = await startIn(dataDir, settings, []);
  parts.defer(() => stack.stop());
  const sql = postgres(stack.dbUrl, { max: 1, onnotice: () => {} });
  parts.defer(() => sql.end({ timeout: 1 }));
  const { url, keys: { publishableKey, secretKey, cronSharedSecret } } = stack;

  const on = async (day: string) => {
    await sql.unsafe(`alter system set "app.clock" = '${noon(day)}'`);
    await sql`select pg_reload_conf()`;
    // The server tells all of its connections at once: where one knows it, so do the others a moment later.
    for (let known = ""; known !== noon(day);) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      [{ known }] = await sql<[{ known: string }]>`
        select coalesce(current_setting('app.clock', true), '') as known`;
    }
  };
  await on(day);
  const joined = async (
    inviter: Client,
    kind: "staff_member" | "facility_contact",
    row: { readonly id: string; readonly email: string },
  ) => await join(inviter, kind, row, await signUp(url, publishableKey, row.email));
  const staff = async (inviter: Client, name: string, role: string) =>
    await joined(
      inviter,
      "staff_member",
      await add(inviter, "staff_members", { name, email: `${role}@firm.example`, roles: [role] }),
    );
  const admin = await staff(clientOf(url, secretKey), "Ruth Keller", "admin");
  return {
    stack,
    admin,
    billing: await staff(admin, "Marcus Webb", "billing"),
    payroll: await staff(admin, "Priya Nair", "payroll"),
    sql,
    on,
    contact: async (facility_id, name, email) =>
      await joined(
        admin,
        "facility_contact",
        await add(admin, "facility_contacts", { facility_id, name, email }),
      ),
    async run(job) {
      const answer = await fetch(`${url}/api/cron/${job}`, {
        method: "POST",
        headers: { authorization: `Bearer ${cronSharedSecret}` },
      });
      const counts = await answer.json();
      if (answer.status !== 200) throw new Error(`${job}: ${JSON.stringify(counts)}`);
      return counts;
    },
    mail: mailbox(server),
    async document(client, path) {
      const { data: { session } } = await client.auth.getSession();
      return await fetch(`${url}/functions/v1/documents/${path}`, {
        headers: { apikey: publishableKey, authorization: `Bearer ${session?.access_token}` },
      });
    },
  };
}

/** Imports the rows of a file. */
export async function importFile(
  client: Client,
  kind: "facilities" | "contractors" | "assignments" | "open-invoices" | "time" | "remittances",
  rows: readonly FileRow[],
): Promise<Imported & { readonly changed?: number }> {
  const answer = await done(client.rpc("import_rows", { kind, rows: [...rows], dry_run: false }));
  return answer as unknown as Imported;
}
