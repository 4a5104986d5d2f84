import { useParams } from "react-router-dom";
import { callAll, type RowOf } from "../../api/call.ts";
import { Refusal } from "../../api/refusal.ts";
import { type Row, rows } from "../../api/rows.ts";
import { count, day, hours, instant, money, period, shortDay, weekday } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.payroll.period;
type Obstacle = RowOf<"payroll_period_obstacles">;
const SHOWN = 200;

/** One period: what keeps it from closing, each with where that is done. */
export function Period() {
  const { id = "" } = useParams();
  const me = useMe();
  const asked = useAsk(["payroll_period", id], async (signal) => {
    const [[found], obstacles] = await Promise.all([
      rows<Row<"payroll_periods">>("payroll_periods", {
        select: "*,closed_by_name",
        id: `eq.${id}`,
      }, signal),
      callAll(
        "payroll_period_obstacles",
        { payroll_period_id: id },
        "kind,payroll_batch_id,contractor_id,week_start,time_entry_id",
        signal,
      ),
    ]);
    if (!found) throw new Refusal(404, say.notFound);
    return { found, obstacles };
  });
  return (
    <Loaded query={asked}>
      {({ found, obstacles }) => (
        <Page
          title={say.title(period(found.period_start, found.period_end))}
          about={
            <>
              <State of={found.status} /> <TextLink to="/payroll/periods">{say.back}</TextLink>
            </>
          }
        >
          <Facts
            facts={[
              [words.payroll.periods.payDate, day(found.pay_date)],
              [
                words.payroll.batch.closedAt,
                found.closed_at &&
                words.common.by(instant(found.closed_at, me.timezone), found.closed_by_name),
              ],
            ]}
          />
          <Part title={say.obstacles} about={say.obstaclesAbout}>
            <Obstacles of={obstacles} isOpen={found.status === "open"} />
          </Part>
        </Page>
      )}
    </Loaded>
  );
}

function Obstacles({ of: obstacles, isOpen }: { of: readonly Obstacle[]; isOpen: boolean }) {
  return (
    <>
      {obstacles.length > SHOWN && say.more(count(SHOWN), count(obstacles.length))}
      <Rows
        label={say.obstacles}
        rows={obstacles.slice(0, SHOWN)}
        rowKey={keyOf}
        to={listOf}
        empty={isOpen ? say.none : say.isClosed}
        columns={[
          { label: say.what, value: (one) => say.kinds[one.kind] },
          { label: words.common.contractor, value: (one) => one.contractor_name },
          {
            label: say.when,
            value: (one) =>
              one.work_date !== null
                ? weekday(one.work_date)
                : one.week_start !== null && say.weekOf(shortDay(one.week_start)),
          },
          { label: words.common.state, value: (one) => <State of={one.status} /> },
          { label: words.common.hours, value: (one) => hours(one.hours), isNumber: true },
          { label: words.common.amount, value: (one) => money(one.amount), isNumber: true },
          { label: say.next, value: (one) => say.steps[one.next_step] },
        ]}
      />
    </>
  );
}

function keyOf(one: Obstacle): string {
  return [one.kind, one.payroll_batch_id, one.contractor_id, one.week_start, one.time_entry_id]
    .join();
}

/** Where it is done. */
function listOf(one: Obstacle): string {
  switch (one.next_step) {
    case "close_or_discard":
      return `/payroll/batches/${one.payroll_batch_id}`;
    case "prepare":
      return "/payroll/periods";
    case "approve":
      return "/time/approve";
    case "take_up_or_set_aside":
      return "/time/locked";
  }
}
