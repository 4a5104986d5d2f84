/** Mail in the outbox: switching kinds on, writing what is due, and what is there. */
import type postgres from "postgres";
import type { MailKind } from "../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";

/** Switches a kind of mail on, as if on an instant: what happened before is not mailed. */
export async function switchOn(
  sql: postgres.Sql,
  kind: MailKind,
  since = "2026-01-01 12:00+00",
): Promise<void> {
  await sql`update mail_settings set provider = 'smtp', from_address = 'office@mesa.example'`;
  await sql`update mail_kinds set is_on = true, on_since = ${since}::text::timestamptz where kind = ${kind}`;
  await sql`update mail_kinds set on_since = ${since}::text::timestamptz where kind = ${kind}`;
}

/** Has what is due written, of a day or of the clock's. Gives how many messages were. */
export async function writeDue(sql: postgres.Sql, today: string | null = null): Promise<number> {
  const [row] = await sql<[{ written: number }]>`
    select private.write_due_mail(${today}::text::date) as written`;
  return row.written;
}

/** A message, as tests compare it. */
export interface Message {
  readonly id: string;
  readonly kind: MailKind;
  readonly subject_id: string;
  readonly step: string;
  readonly status: string;
  readonly error: string | null;
  readonly code: string | null;
}

/** Content of the outbox, in the order in which it was written. */
export async function messages(sql: postgres.Sql): Promise<Message[]> {
  return [
    ...await sql<Message[]>`
      select id, kind, subject_id, step, status, error, code from private.outbox order by place`,
  ];
}

/** The steps of the messages in the outbox. */
export async function steps(sql: postgres.Sql): Promise<string[]> {
  return (await messages(sql)).map(({ step }) => step);
}

/** Content of the waiting messages as of now, in the order in which they were written. */
export async function dataOfWaiting(sql: postgres.Sql): Promise<Record<string, unknown>[]> {
  const rows = await sql<{ data: Record<string, unknown> }[]>`
    select private.mail_data(outbox) as data from private.outbox
     where status = 'waiting' order by place`;
  return rows.map(({ data }) => data);
}

/** Content of the only waiting message as of now. */
export async function dataOfOnly(sql: postgres.Sql): Promise<Record<string, unknown>> {
  const [data, ...others] = await dataOfWaiting(sql);
  if (data === undefined || others.length > 0) throw new Error("not one message waits");
  return data;
}

/** Settles all messages that wait, as the job would. */
export async function settle(
  sql: postgres.Sql,
  status: "sent" | "failed" | "dropped",
): Promise<void> {
  await sql`
    update private.outbox
       set status = ${status}, next_try_at = null, error = 'As the test has it.',
           code = case when ${status} = 'failed' then code end,
           sent_at = case when ${status} = 'sent' then (private.clock()).at end,
           failed_at = case when ${status} = 'failed' then (private.clock()).at end,
           dropped_at = case when ${status} = 'dropped' then (private.clock()).at end
     where status = 'waiting'`;
}
