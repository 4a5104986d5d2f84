import postgres from "postgres";
import { openDatabases } from "./databases.ts";
import { addStipends, FORTNIGHT } from "./load_payroll.ts";
import { lastWeeks, loadWork } from "./load_work.ts";
import { startBenchServer } from "./server.ts";
await using parts = new AsyncDisposableStack();
const server = await startBenchServer(parts);
const databases = await openDatabases(server.url);
const contractors = Number(Deno.args[0] ?? 5000);
for (const hasCodes of [false, true]) {
  await using db = await databases.fresh(async (sql) => {
    await loadWork(sql, { facilities: 100, contractors, ...lastWeeks(2), days: 7, hasCodes });
    await addStipends(sql);
    await sql.unsafe(await Deno.readTextFile("/tmp/old_fn.sql"));
    await sql`analyze`;
  });
  const sql = postgres(db.url, { max: 1, onnotice: () => {} });
  const run = async (fn: string) => {
    const t = performance.now();
    const [r] = await sql.unsafe(`
      select count(*)::int as n, sum(amount)::text as s
        from (select w.monday, array_agg(c.id) as ids, array_agg(w.monday) as mondays from contractors c cross join (values ('${FORTNIGHT}'::date), ('${FORTNIGHT}'::date + 7)) as w (monday) group by w.monday) as part
       cross join lateral private.${fn}(part.ids, part.mondays) as line`);
    return [performance.now() - t, r?.n, r?.s] as const;
  };
  for (let i = 0; i < Number(Deno.args[1] ?? 4); i++) {
    const a = await run("pay_of_weeks_old"), b = await run("pay_of_weeks");
    console.log(
      hasCodes,
      "old",
      Math.round(a[0]),
      "new",
      Math.round(b[0]),
      "ratio",
      (b[0] / a[0]).toFixed(3),
      a[1] === b[1] && a[2] === b[2],
    );
  }
  if (Deno.args[2]) {
    for (const fn of ["classified_time", "sums_of_weeks"]) {
      const t = performance.now();
      await sql.unsafe(
        `select count(*) from (select array_agg(c.id) as ids, array_agg(w.monday) as mondays from contractors c cross join (values ('${FORTNIGHT}'::date), ('${FORTNIGHT}'::date + 7)) as w (monday) group by w.monday) as part cross join lateral private.${fn}(part.ids, part.mondays) as line`,
      );
      console.log(fn, Math.round(performance.now() - t));
    }
  }
  await sql.end();
}
