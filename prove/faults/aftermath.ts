/** Findings after a fault: what is left, and what the same act does then. */
import type postgres from "postgres";
import { until } from "../../stack/processes.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import type { HttpProvider } from "../../tests/support/delivery/http_provider.ts";
import { letSendersGo, letTimePass } from "../../tests/support/outbox/messages.ts";
import type { Act } from "./acts.ts";
import { callerOf, type Told } from "./caller.ts";
import { MAILS } from "./firm.ts";
import { differences, readDigests } from "./table_digests.ts";
import { brokenInvariants, letRunsAge, liesAboutJob, noticesStaleness } from "./truth.ts";
import type { Undisturbed } from "./undisturbed.ts";

const QUIET_MS = 15_000;

/** Act, its subject, and the answer of the call. */
interface Aftermath {
  readonly act: Act;
  readonly args: Readonly<Record<string, unknown>>;
  readonly url: string;
  readonly provider: HttpProvider;
  readonly normal: Undisturbed;
  readonly told: Told;
  /** True if nobody was left who could say that a run failed. */
  readonly isUnsaid: boolean;
}

/** Findings after a fault, a sentence each. */
export async function aftermath(
  { act, args, url, provider, normal, told, isUnsaid }: Aftermath,
): Promise<string[]> {
  const wrong: string[] = [];
  const again = await callerOf(act, args, url, provider);
  try {
    return await withConnection(url, async (sql) => {
      if (!await isQuiet(sql)) wrong.push("a session of the call still works");
      const left = await readDigests(sql);
      if (told.isDone) wrong.push(...lines("after the answer", differences(normal.after, left)));
      else if ("procedure" in act && differences(normal.before, left).length > 0) {
        wrong.push(...lines("half done", differences(normal.after, left)));
      }
      // A mail that was being sent is given up first, and is due again a little later.
      if (act.name === "deliver") {
        await letSendersGo(sql);
        await again.call();
        await letTimePass(sql);
      }
      for (const which of ["next", "last"]) {
        const { isDone, said } = await again.call();
        if (!isDone) wrong.push(`the ${which} call: ${said}`);
        wrong.push(
          ...lines(`after the ${which} call`, differences(normal.after, await readDigests(sql))),
        );
        if (which === "next" && isUnsaid) await letRunsAge(sql);
      }
      wrong.push(...await brokenInvariants(sql));
      if ("job" in act) {
        wrong.push(...await liesAboutJob(sql, act.job));
        if (!await noticesStaleness(sql, act.job)) wrong.push("health says yes of an old success");
        if (act.job === "deliver" && provider.received().length !== MAILS) {
          wrong.push(`${provider.received().length} mails in place of ${MAILS}`);
        }
      }
      return wrong;
    });
  } finally {
    await again.end();
  }
}

function lines(when: string, differences: readonly string[]): string[] {
  return differences.map((difference) => `${when}, ${difference}`);
}

/** True if nobody works for a call any more that nobody waits for. */
async function isQuiet(sql: postgres.Sql): Promise<boolean> {
  const nobodyWorks = async () => {
    const busy = await sql`
      select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
         and state in ('active', 'idle in transaction')`;
    return busy.length === 0;
  };
  return await until(nobodyWorks, QUIET_MS);
}
