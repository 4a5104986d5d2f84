import type postgres from "postgres";
import type { Delivery } from "../delivery/delivery.ts";
import type { Outcome } from "../delivery/message.ts";
import { claimCall } from "./claim_call.ts";
import { type ClaimedMail, claimMail, type MailQueue, type PrintBudget } from "./claim_mail.ts";
import type { Claim } from "./claims.ts";
import { type JobOptions, recordRun } from "./job_run.ts";
import { inTransaction, withSession } from "./transaction.ts";
import { written } from "./written.ts";

/** Options of {@link deliver}. */
export interface DeliverOptions extends JobOptions {
  /** Means of sending; left out: nothing that could send. */
  readonly delivery?: Delivery | undefined;
  /**
   * No further message is taken up after so many milliseconds. Default 25,000: a try takes two minutes at
   * the most, and a function has 150 s.
   */
  readonly timeBudget?: number | undefined;
  /**
   * No further PDF is printed after so many milliseconds of printing, which is all computing. Default
   * without end; a function may use 2 s of CPU.
   */
  readonly printBudget?: number | undefined;
  /**
   * Mails that are under way at the same time: while a provider takes one, another is read and composed.
   * Default 2.
   */
  readonly mailsAtOnce?: number | undefined;
}

/** Result of a run of deliver. A type, not an interface, so that it is also a plain JSON record. */
export type DeliverCounts = {
  /** Messages that were due by their day and came into the outbox. */
  written: number;
  sent: number;
  /** Messages that were no longer true. */
  dropped: number;
  /** Messages that somebody has to decide about. */
  failed: number;
  /** Messages that are tried again later. */
  postponed: number;
  /** Messages that are due now: time or printing was used up, or others hold them. */
  remaining: number;
};

/**
 * Sends what is in the outbox, after it has written into it what is due by its day. Each message is
 * claimed and committed as being sent before it is handed over, and settled after it: so that of any
 * number of runs one sends it, and a run that is killed leaves behind that it may have been sent.
 *
 * Source of the rule: docs/architecture.md, "Mail and webhooks".
 *
 * @param sql a connection as the owner of the tables
 * @param options what to send with, and how much a run does
 * @throws {InvalidJobOptionError} today is malformed
 * @throws {JobFailedError} the run failed, or the provider of mail can't be asked; what was sent stays sent
 */
export async function deliver(
  sql: postgres.Sql,
  options: DeliverOptions = {},
): Promise<DeliverCounts> {
  return await recordRun(sql, "deliver", options, async () => {
    if (options.dryRun) return await rehearse(sql, options.today);
    await forgetOldRuns(sql);
    await sql`select private.sweep_outbox()`;
    const round = new Round(options);
    round.counts.written = await writeDue(sql, options.today);
    if (await countDue(sql) === 0) return round.counts; // no session is opened for nothing, minute by minute
    // An address that answers late does not hold up mail, nor the other way round; nor does the failure of one.
    await allOf([
      round.sendMail(sql),
      withSession(sql, (session) => round.callWebhooks(sql, session)),
    ]);
    await withSession(sql, (session) => round.sendLostPrint(sql, session));
    round.counts.remaining = await countDue(sql);
    if (round.obstacle !== null) throw new Error(round.obstacle);
    return round.counts;
  });
}

/** One run's sending. */
class Round {
  readonly counts: DeliverCounts = {
    written: 0,
    sent: 0,
    dropped: 0,
    failed: 0,
    postponed: 0,
    remaining: 0,
  };
  /** Reason why mail cannot be sent now; for people. */
  obstacle: string | null = null;
  readonly #deadline: number;
  readonly #printing: PrintBudget;

  constructor(private readonly options: DeliverOptions) {
    this.#deadline = performance.now() + (options.timeBudget ?? 25_000);
    this.#printing = { used: 0, limit: options.printBudget ?? Infinity };
  }

  /**
   * Sends mail until none is due; first what needs no printing, which may end the process. Prints are made
   * one after the other.
   */
  async sendMail(sql: postgres.Sql): Promise<void> {
    const sender = () =>
      withSession(
        sql,
        (session) => this.#sendQueue(sql, session, "ready", () => this.#goesOn()),
      );
    await allOf(Array.from({ length: this.options.mailsAtOnce ?? 2 }, sender));
    await withSession(
      sql,
      (session) =>
        this.#sendQueue(sql, session, "to_print", () => this.#goesOn() && this.#mayPrint()),
    );
  }

  /**
   * Sends a mail whose printer went away before. It comes last and alone: one of them, after all else is
   * settled, and where printing is limited only if nothing else was printed.
   */
  async sendLostPrint(sql: postgres.Sql, session: postgres.ISql): Promise<void> {
    let mayOne = this.#printing.used === 0 || this.#printing.limit === Infinity;
    await this.#sendQueue(sql, session, "lost_print", () => {
      const goesOn = mayOne && this.#goesOn();
      mayOne = false;
      return goesOn;
    });
  }

  /** Calls webhooks, one after the other, until no call is due. */
  async callWebhooks(sql: postgres.Sql, session: postgres.ISql): Promise<void> {
    await this.#sendEach(
      sql,
      session,
      (settled) => claimCall(session, this.options.delivery, settled),
      () => performance.now() < this.#deadline,
    );
  }

  #goesOn(): boolean {
    return this.obstacle === null && performance.now() < this.#deadline;
  }

  #mayPrint(): boolean {
    return this.#printing.used < this.#printing.limit;
  }

  async #sendQueue(
    sql: postgres.Sql,
    session: postgres.ISql,
    queue: MailQueue,
    goesOn: () => boolean,
  ): Promise<void> {
    await this.#sendEach(
      sql,
      session,
      (settled) => claimMail(session, this.options.delivery, queue, this.#printing, settled),
      goesOn,
      ({ kind, error }) => {
        if (kind === "unusable" || kind === "unreachable") this.obstacle = error;
      },
    );
  }

  /**
   * Sends messages one after the other until none is due. What came of one is written down in one round trip
   * with the look for the next.
   */
  async #sendEach(
    sql: postgres.Sql,
    session: postgres.ISql,
    claimNext: (settled: Promise<void>) => Promise<ClaimedMail>,
    goesOn: () => boolean,
    onUnsent: (outcome: Exclude<Outcome, { kind: "sent" }>) => void = () => {},
  ): Promise<void> {
    let settled = Promise.resolve();
    try {
      while (goesOn()) {
        const claim = await claimNext(settled);
        if (claim === "none") return;
        if (claim === "later") continue;
        if ("obstacle" in claim) {
          this.obstacle = claim.obstacle;
        } else if ("settled" in claim) {
          this.counts[claim.settled] += 1;
        } else {
          const outcome = await claim.send();
          if (outcome.kind !== "sent") onUnsent(outcome);
          settled = this.#settle(sql, session, claim, outcome);
          settled.catch(() => {}); // whoever waits for it is told
        }
      }
    } finally {
      await settled;
    }
  }

  /** Writes down what came of a try, on another connection where the session was lost: sending takes its time. */
  async #settle(
    sql: postgres.Sql,
    session: postgres.ISql,
    { id, tries }: Claim,
    outcome: Outcome,
  ): Promise<void> {
    const [providerId, error] = outcome.kind === "sent"
      ? [outcome.providerId, null]
      : [null, outcome.error];
    // Executed at once, so that it goes ahead of the transaction that looks for the next.
    const settleOn = async (sql: postgres.ISql) => {
      const [row] = await sql<[{ status: "sent" | "failed" | "dropped" | "waiting" }]>`
        select private.settle_message(
                 ${written(sql, id)}::uuid, ${written(sql, String(tries))}::int,
                 ${written(sql, outcome.kind)}, ${written(sql, providerId)},
                 ${written(sql, error)}) as status`.execute();
      return row.status;
    };
    // A second time it changes nothing.
    const status = await settleOn(session).catch(() => settleOn(sql));
    this.counts[status === "waiting" ? "postponed" : status] += 1;
  }
}

/** Waits for all works; throws the first failure once none is under way. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function writeDue(sql: postgres.ISql, today: string | undefined): Promise<number> {
  const [due] = await sql<[{ written: number }]>`
    select private.write_due_mail(${today ?? null}::text::date)
           + private.write_due_events(${today ?? null}::text::date) as written`;
  return due.written;
}

async function countDue(sql: postgres.ISql): Promise<number> {
  const [due] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from private.outbox as message
     cross join private.clock() as now
     where message.status = 'waiting' and message.next_try_at <= now.at`;
  return due.count;
}

/** Rows that a run would write, and the number due then. */
async function rehearse(sql: postgres.Sql, today: string | undefined): Promise<DeliverCounts> {
  const undone = new Error("a rehearsal");
  let counts = { written: 0, remaining: 0 };
  await inTransaction(sql, async (transaction) => {
    counts = {
      written: await writeDue(transaction, today),
      remaining: await countDue(transaction),
    };
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
  return {
    written: counts.written,
    sent: 0,
    dropped: 0,
    failed: 0,
    postponed: 0,
    remaining: counts.remaining,
  };
}

/** A run a minute is half a million rows a year: successes go after a week. */
async function forgetOldRuns(sql: postgres.Sql): Promise<void> {
  await sql`
    delete from public.job_runs
     where job = 'deliver' and status = 'succeeded' and started_at < now() - interval '7 days'`;
}
