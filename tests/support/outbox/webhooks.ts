/** Webhooks, and what is to be told to them. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Events that webhooks may be told of. */
export const EVENTS = [
  "invoice.sent",
  "invoice.paid",
  "invoice.credited",
  "invoice.voided",
  "payroll_batch.closed",
  "contractor.hired",
  "assignment.ended",
  "payroll_batch.handed_over",
] as const;
export type Event = (typeof EVENTS)[number];

/** A webhook that was added. */
export interface Webhook {
  readonly id: string;
  readonly secret: string;
}

/** Calls add_webhook; by default of all events, at an address of its own. */
export async function addWebhook(
  sql: Sql,
  { url = `https://books.example/${crypto.randomUUID()}`, events = [...EVENTS], description }: {
    url?: string | null;
    events?: (string | null)[] | null;
    description?: string;
  } = {},
): Promise<Webhook> {
  const [row] = await sql.unsafe<[{ webhook: Webhook }]>(
    "select public.add_webhook($1, $2, $3) as webhook",
    [url, events as string[] | null, description ?? null],
  );
  return row.webhook;
}

/** Calls rotate_webhook_secret. */
export async function rotate(
  sql: Sql,
  id: string | null,
): Promise<{ secret: string; former_until: string }> {
  const [row] = await sql.unsafe<[{ answer: { secret: string; former_until: string } }]>(
    "select public.rotate_webhook_secret($1) as answer",
    [id],
  );
  return row.answer;
}

/** Switches a webhook off or on. */
export async function switchWebhook(sql: Sql, id: string, isActive: boolean): Promise<void> {
  await sql.unsafe("update public.webhooks set is_active = $2 where id = $1", [id, isActive]);
}

/** A call that is to be made: the event, and what its body says. */
export interface Call {
  readonly kind: string;
  readonly data: Readonly<Record<string, string>>;
}

/** The calls of a webhook that were ever to be made, in their order. */
export async function callsOf(sql: Sql, webhookId: string): Promise<Call[]> {
  const rows = await sql.unsafe<Call[]>(
    "select kind, data from private.outbox where webhook_id = $1 order by place",
    [webhookId],
  );
  return [...rows];
}

/** Answers of private.webhook_call about each call of a webhook, in their order. */
export async function toldOf(
  sql: Sql,
  webhookId: string,
): Promise<({ drop: string } | { url: string; secrets: string[]; timestamp: string })[]> {
  const rows = await sql.unsafe<{ call: { drop: string } }[]>(
    `select private.webhook_call(written) as call from private.outbox as written
      where webhook_id = $1 order by place`,
    [webhookId],
  );
  return rows.map(({ call }) => call);
}
