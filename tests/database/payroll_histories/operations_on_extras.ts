/** What the secret key may do to what is paid beside time, and to rates, past every procedure. Some of it is refused. */
import fc from "fast-check";
import { payRate, stipend } from "../../support/payroll/extras.ts";
import { dayOfWeek } from "../../support/time/worked_time.ts";
import { day, type Deed, fixed, type History, MONDAY, onOne, rule, who } from "./operation.ts";
import { assignmentOf } from "./operations_on_time.ts";

/** Does it as the secret key, which passes by the policies. */
async function byKey<T>({ sql }: History, work: () => PromiseLike<T>): Promise<T> {
  await sql`set role service_role`;
  try {
    return await work();
  } finally {
    await sql`reset role`;
  }
}

const amount = fc.constantFrom("33.33", "0.01", "200");
const kind = fc.constantFrom("hours_driven", "reimbursement");
/** Where weeks begin and end, and any day. */
const edge = fc.oneof(
  day,
  fc.constantFrom(...[-6, 0, 1, 7, 8, 14].map((n) => dayOfWeek(MONDAY, n))),
);

const enterStipend = fc.record({ kind, amount, from: edge }).chain(({ kind, amount, from }) =>
  onOne(
    `a ${kind} stipend of ${amount} from ${from} on`,
    `assignments as assignment
      where exists (select from time_entries where assignment_id = assignment.id and approved_at is not null)
      order by id`,
    async (history, id) => {
      if (id !== null) await byKey(history, () => stipend(history.sql, id, kind, amount, { from }));
    },
  )
);

/** A change of a row of a table, by its id. */
function change(what: string, table: string, statement: string, ...values: string[]) {
  return onOne(
    what,
    `${table} order by created_at, id`,
    (history, id) => byKey(history, () => history.sql.unsafe(statement, [id, ...values])),
  );
}

/** On any day, on its first, or never. */
const endStipend = fc.oneof(edge, fc.constantFrom(dayOfWeek(MONDAY, -6), dayOfWeek(MONDAY, 400)))
  .chain((day) =>
    change(
      `a stipend ends on ${day}`,
      "assignment_stipends",
      `update assignment_stipends set effective_to = greatest(effective_from, $2::date) where id = $1`,
      day,
    )
  );
const raiseStipend = edge.chain((day) =>
  change(
    `a stipend is raised from ${day} on`,
    "assignment_stipends",
    `with ended as (
       update assignment_stipends set effective_to = $2::date - 1
        where id = $1 and effective_from < $2 and coalesce(effective_to, 'infinity') >= $2 returning *)
     insert into assignment_stipends (assignment_id, weekly_amount, kind, effective_from)
     select assignment_id, weekly_amount + 7, kind, $2 from ended`,
    day,
  )
);
const rewriteStipend = fc.constantFrom(
  "weekly_amount = weekly_amount + 1",
  "kind = case kind when 'hours_driven' then 'reimbursement' else 'hours_driven' end",
  "effective_from = effective_from - 7",
).chain((set) =>
  change(
    `a stipend gets ${set}`,
    "assignment_stipends",
    `update assignment_stipends set ${set} where id = $1`,
  )
);
const removeStipend = change(
  "a stipend is removed",
  "assignment_stipends",
  "delete from assignment_stipends where id = $1",
);

const rewriteAdjustment = change(
  "an adjustment is rewritten, and approved at once",
  "payroll_adjustments",
  "update payroll_adjustments set amount = amount + 1, approved_at = now() + interval '1 s' where id = $1",
);
const removeAdjustment = change(
  "an adjustment is removed",
  "payroll_adjustments",
  "delete from payroll_adjustments where id = $1",
);

const writeRate = fc.record({ who, rule, day, rate: fc.constantFrom("60", "58.50", "71") })
  .map(({ who, rule, day, rate }): Deed =>
    fixed(
      `a pay rate of ${rate} from ${day} on for ${who} under ${rule}`,
      (history) =>
        byKey(history, () => payRate(history.sql, assignmentOf(history, who, rule), day, rate)),
    )
  );
const removeRate = fc.record({ who, rule, day }).map(({ who, rule, day }): Deed =>
  fixed(
    `the rate of ${day} for ${who} under ${rule} is removed`,
    (history) =>
      byKey(history, () =>
        history.sql`
        delete from assignment_rates
         where assignment_id = ${assignmentOf(history, who, rule)} and effective_from = ${day}
           and rate_hit_id is null`),
  )
);

/** What changes pay behind payroll's back, the oftener the likelier it is in a firm. */
export const behindItsBack: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: enterStipend },
  { weight: 3, arbitrary: endStipend },
  { weight: 3, arbitrary: raiseStipend },
  { weight: 2, arbitrary: rewriteStipend },
  { weight: 1, arbitrary: removeStipend },
  { weight: 1, arbitrary: rewriteAdjustment },
  { weight: 1, arbitrary: removeAdjustment },
  { weight: 2, arbitrary: writeRate },
  { weight: 1, arbitrary: removeRate },
);
