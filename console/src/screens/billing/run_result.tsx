import { Alert } from "@mui/material";
import { type Row, rows } from "../../api/rows.ts";
import { count, daysAfter, decimal, instant, money, period, sum } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import type { Run } from "./weekly_run.tsx";

const say = words.billing.run;
type Billed = Pick<Row<"invoices">, "facility_id" | "total">;

/** What a run did for each facility, beside what the week before was billed. */
export function RunResult({ run }: { run: Run }) {
  const me = useMe();
  const before = useAsk(["week_billed", run.week_start], (signal) =>
    rows<Billed>("invoices", {
      select: "facility_id,total",
      kind: "eq.weekly",
      status: "neq.void",
      period_start: `eq.${daysAfter(run.week_start, -7)}`,
    }, signal));
  const week = period(run.week_start, run.week_end);
  return (
    <Part
      title={run.dry_run ? say.dryResult(week) : say.result(week)}
      about={`${instant(run.created_at, me.timezone)}. ${run.dry_run ? say.dryAbout : ""}`}
    >
      <Facts
        facts={[
          [say.created, count(run.invoices_created)],
          [say.existing, count(run.invoices_existing)],
          [say.skipped, count(run.facilities_skipped)],
          [say.entries, count(run.entries_billed)],
          [words.common.amount, money(run.amount)],
        ]}
      />
      {run.unapproved_entries > 0 && (
        <Alert severity="warning" sx={{ my: 1 }}>
          {say.unapproved(count(run.unapproved_entries))}{" "}
          <TextLink to="/time/approve">{say.toTime}</TextLink>
        </Alert>
      )}
      {run.late_entries > 0 && (
        <Alert severity="info" sx={{ my: 1 }}>
          {say.late(count(run.late_entries))}{" "}
          <TextLink to="/billing/unbilled">{say.toUnbilled}</TextLink>
        </Alert>
      )}
      <Loaded query={before}>
        {(billed) => {
          const totalBefore = (facilityId: string) =>
            sum(billed.filter((one) => one.facility_id === facilityId).map((one) => one.total));
          return (
            <Rows
              label={say.title}
              rows={[...run.details].sort((a, b) =>
                Number(b.outcome === "skipped") - Number(a.outcome === "skipped") ||
                a.facility.localeCompare(b.facility)
              )}
              rowKey={(one) => one.facility_id}
              to={(one) => one.invoice_id ? `/billing/invoices/${one.invoice_id}` : null}
              empty={say.nothing}
              columns={[
                {
                  label: words.common.facility,
                  value: (one) => one.facility,
                  total: words.common.total,
                },
                { label: say.outcome, value: (one) => one.reason ?? say.outcomes[one.outcome] },
                {
                  label: say.entries,
                  value: (one) => count(one.entries),
                  isNumber: true,
                  total: count(run.entries_billed),
                },
                {
                  label: words.common.amount,
                  value: (one) => money(one.amount),
                  isNumber: true,
                  total: money(run.amount),
                },
                {
                  label: say.weekBefore,
                  value: (one) => money(totalBefore(one.facility_id)),
                  isNumber: true,
                },
                {
                  label: say.change,
                  value: (one) => money(decimal(one.amount).minus(totalBefore(one.facility_id))),
                  isNumber: true,
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Part>
  );
}
