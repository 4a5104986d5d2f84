/** Messages of the outbox, and the job that sends them. */
import type postgres from "postgres";
import type { Delivery } from "../../../supabase/functions/_shared/delivery/delivery.ts";
import type {
  Mail,
  Mailer,
  Outcome,
} from "../../../supabase/functions/_shared/delivery/message.ts";
import type { MailKind } from "../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Sets who sends mail, and switches kinds of it on. */
export async function switchMailOn(
  sql: Sql,
  provider: Mailer["provider"],
  kinds: readonly MailKind[],
): Promise<void> {
  await sql.unsafe(
    `update public.mail_settings
        set provider = $1, from_address = 'billing@mesa.example', console_url = 'https://mesa.example/'`,
    [provider],
  );
  await sql.unsafe("update public.mail_kinds set is_on = true where kind = any ($1)", [
    kinds as string[],
  ]);
}

/** A message of the outbox, as it stands. */
export interface Message {
  readonly id: string;
  readonly kind: string;
  readonly status: "waiting" | "sending" | "sent" | "failed" | "dropped";
  readonly tries: number;
  readonly key: string;
  readonly recipient: string | null;
  readonly maybe_sent: boolean;
  readonly maybe_twice: boolean;
  readonly error: string | null;
  readonly provider_id: string | null;
  readonly code: string | null;
  /** True if what it said is kept. */
  readonly is_kept: boolean;
  /** In how many minutes it is tried again. */
  readonly again_in: number | null;
}

/** All messages, in the order in which they were written. */
export async function messages(sql: Sql): Promise<Message[]> {
  return [
    ...await sql.unsafe<Message[]>(
      `select id, kind, status, tries, key, recipient, maybe_sent, maybe_twice, error, provider_id, code,
              mail is not null as is_kept,
              round(extract(epoch from next_try_at - now.at) / 60)::int as again_in
         from private.outbox, private.clock() as now
        order by place`,
    ),
  ];
}

/** The one message there is. */
export async function theMessage(sql: Sql): Promise<Message> {
  const [message, ...more] = await messages(sql);
  if (message === undefined || more.length > 0) throw new Error("there is not one message");
  return message;
}

/** Makes all that waits due now, as if time had passed. */
export async function letTimePass(sql: Sql): Promise<void> {
  await sql.unsafe(
    "update private.outbox set next_try_at = (private.clock()).at where next_try_at is not null",
  );
}

/** Makes what is being sent look as if its sender had gone away six minutes ago. */
export async function letSendersGo(sql: Sql): Promise<void> {
  await sql.unsafe(
    "update private.outbox set sending_at = sending_at - interval '6 minutes' where status = 'sending'",
  );
}

/** Makes what is being printed look as if its printer had gone away six minutes ago. */
export async function letPrintersGo(sql: Sql): Promise<void> {
  await sql.unsafe(
    "update private.outbox set composing_at = composing_at - interval '6 minutes' where composing_at is not null",
  );
}

/** A provider of mail that says in advance what comes of each try, and remembers what it was given. */
export interface ToldMailer extends Mailer {
  readonly given: (Pick<Mail, "to" | "subject" | "replyTo"> & { readonly key: string })[];
}

/** A provider of a test that is about states alone: of each try comes what is said, at the end `sent`. */
export function toldMailer(provider: Mailer["provider"], outcomes: Outcome[]): ToldMailer {
  const given: ToldMailer["given"] = [];
  return {
    provider,
    given,
    send: ({ to, subject, replyTo }, key) => {
      given.push({ to, key, subject, replyTo });
      return Promise.resolve(outcomes.shift() ?? { kind: "sent", providerId: `id-${key}` });
    },
    close: () => {},
  };
}

/** Means by which deliver sends, of a test that has some of it. */
export function deliveryWith(parts: Partial<Delivery> & { mailer?: Mailer }): Delivery {
  const { mailer, ...rest } = parts;
  return {
    mailers: mailer === undefined ? {} : { [mailer.provider]: mailer },
    callWebhook: () => Promise.resolve({ kind: "refused", error: "This test calls no webhooks." }),
    print: () => Promise.reject(new Error("this test prints nothing")),
    ...rest,
  };
}
