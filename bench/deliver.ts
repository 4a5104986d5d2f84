import type postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { Delivery } from "../supabase/functions/_shared/delivery/delivery.ts";
import { httpMailer } from "../supabase/functions/_shared/delivery/http_mailer.ts";
import type { Mail } from "../supabase/functions/_shared/delivery/message.ts";
import { deliver as run } from "../supabase/functions/_shared/jobs/deliver.ts";
import type { BenchContext, Benchmark } from "./benchmark.ts";
import { againstFloor, count, duration, inTurns, median, spread, timed } from "./measure.ts";

const MESSAGES = 10_000;
const SETTLED = 1_000_000;
const ROUNDS = 3;
const IDLE_RUNS = 21;
const BARE: Mail = {
  from: "office@mesa.example",
  to: "somebody@example.org",
  replyTo: null,
  subject: "Bare",
  text: "Bare",
  html: "<p>Bare</p>",
  attachment: null,
};

/** Cost of sending 10,000 messages once each, and of asking each minute whether there is anything to say. */
export const deliver: Benchmark = {
  name: "deliver",
  aim:
    "10,000 mails by HTTP: at most 2 × the same calls one after the other, each between two bare commits; nothing due: 50 ms",
  run: async (context) => {
    const messages = context.size(MESSAGES);
    const settled = context.size(SETTLED);
    const server = await startProvider();
    const mailer = httpMailer({ url: server.url, key: "any" });
    try {
      const measured = againstFloor(
        await inTurns(
          ROUNDS,
          () => withMessages(context, messages, (sql) => sendAll(sql, messages, { http: mailer })),
          () => withMessages(context, messages, (sql) => callBetweenCommits(sql, mailer)),
        ),
      );
      context.report(`deliver: ${duration(measured.time ?? NaN)}`);
      const idle = await idleRuns(context, settled);
      return [
        {
          name:
            "deliver, against the same calls one after the other, each between two bare commits",
          size: `${count(messages)} mails`,
          mostRatio: 2,
          ...measured,
        },
        {
          name: "deliver with nothing due",
          size: `${count(settled)} settled messages`,
          time: median(idle),
          mostTime: 50,
          note: `median of ${IDLE_RUNS} runs, ${spread(idle)}`,
        },
      ];
    } finally {
      mailer.close();
      await server.close();
    }
  },
};

/** A provider that takes everything. */
async function startProvider(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      await request.arrayBuffer();
      return Response.json({ id: crypto.randomUUID() });
    },
  );
  return await Promise.resolve({
    url: `http://127.0.0.1:${server.addr.port}`,
    close: () => server.shutdown(),
  });
}

/** Measures on a firm that has invited so many people, each by a mail that waits. */
async function withMessages(
  context: BenchContext,
  messages: number,
  work: (sql: postgres.Sql) => Promise<unknown>,
): Promise<number> {
  await using database = await context.databases.clone(`invited_${messages}`, async (sql) => {
    await sql`
      insert into public.contractors (first_name, last_name, email)
      select 'Ada', 'Nurse ' || nth, nth || '@example.org' from generate_series(1, ${messages}::int) as nth`;
    await sql`update public.mail_settings set provider = 'http', from_address = 'office@mesa.example'`;
    await sql`update public.mail_kinds set is_on = true where kind = 'invitation'`;
    await sql`select public.invite('contractor', id) from public.contractors`;
    await sql`analyze`;
  });
  const sql = connect(database.url);
  try {
    await sql`select`;
    return await timed(() => work(sql));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function sendAll(
  sql: postgres.Sql,
  messages: number,
  mailers: Delivery["mailers"],
): Promise<void> {
  const delivery: Delivery = {
    mailers,
    callWebhook: () => Promise.reject(new Error("there are no webhooks")),
    print: () => Promise.reject(new Error("nothing is printed")),
  };
  const { sent } = await run(sql, { delivery, timeBudget: Infinity });
  if (sent !== messages) throw new Error(`${sent} of ${messages} mails were sent`);
}

/** Commits needed to say nothing twice: a commit before each call, and one after it. */
async function callBetweenCommits(
  sql: postgres.Sql,
  mailer: ReturnType<typeof httpMailer>,
): Promise<void> {
  await sql`
    create table public.bare as select id, 'waiting' as status from private.outbox`;
  await sql`alter table public.bare add primary key (id)`;
  for (const { id } of await sql<{ id: string }[]>`select id from public.bare`) {
    await sql`update public.bare set status = 'sending' where id = ${id}`;
    await mailer.send(BARE, id);
    await sql`update public.bare set status = 'sent' where id = ${id}`;
  }
}

/** Runs that find nothing, beside what was sent in years. Gives the milliseconds of each. */
async function idleRuns(context: BenchContext, settled: number): Promise<number[]> {
  await using database = await context.databases.clone(`settled_${settled}`, async (sql) => {
    await sql`
      insert into private.outbox (kind, subject_id, step, status, written_at, sent_at)
      select 'invoice', gen_random_uuid(), '', 'sent', now(), now() from generate_series(1, ${settled}::int)`;
    await sql`update public.mail_settings set provider = 'http', from_address = 'office@mesa.example'`;
    await sql`update public.mail_kinds set is_on = true`;
    await sql`vacuum analyze`;
  });
  const sql = connect(database.url);
  try {
    await run(sql);
    const times: number[] = [];
    for (let nth = 0; nth < IDLE_RUNS; nth++) times.push(await timed(() => run(sql)));
    return times;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
