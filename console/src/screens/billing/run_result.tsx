import { Alert } from "@mui/material";
import type { BillingRunDetail } from "../../../../supabase/functions/_shared/database.types.ts";
import { type Row, rows } from "../../api/rows.ts";
import { count, decimal, hours, instant, money, period, sum } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, NextButton, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.billing.run;
/** A run of billing, as the screens show it. */
export type Run = Omit<Row<"billing_runs">, "details" | "run_by"> & { run_by_name: string | null };

/** Rise over the week before; null if the run did not say. */
function changeOf({ amount, last_week_amount: before }: BillingRunDetail) {
  return before === undefined ? null : decimal(amount).minus(before);
}

/** The facility, its group, and the days where they are others than the run's week. */
function nameOf(one: BillingRunDetail, run: Run): string {
  const name = words.billing.group.of(one.facility, one.group_name ?? null);
  // Runs before 0.13.0 billed their week alone.
  const isWeek = one.period_start === undefined ||
    (one.period_start === run.week_start && one.period_end === run.week_end);
  return isWeek ? name : `${name}: ${period(one.period_start, one.period_end)}`;
}

/** Outcome of a run for each facility, beside what the week before was billed; `isNext` offers what follows. */
export function RunResult({ run, isNext = false }: { run: Run; isNext?: boolean }) {
  const me = useMe();
  const details = useAsk(["billing_run", run.id], async (signal) => {
    const [found] = await rows(
      "billing_runs",
      { select: "details", id: `eq.${run.id}` },
      signal,
    );
    return found?.details ?? [];
  });
  const week = period(run.week_start, run.week_end);
  return (
    <Part
      title={run.dry_run ? say.dryResult(week) : say.result(week)}
      about={`${words.common.by(instant(run.created_at, me.timezone), run.run_by_name)}. ${
        run.dry_run ? say.dryAbout : ""
      }`}
      actions={isNext && <NextButton to="/billing/drafts" label={say.next} />}
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
      <Loaded query={details}>
        {(found) => <Details run={run} details={found} />}
      </Loaded>
    </Part>
  );
}

function Details({ run, details }: { run: Run; details: readonly BillingRunDetail[] }) {
  // Runs before 0.11.0 say less.
  const knows = details.every((one) => one.last_week_amount !== undefined);
  return (
    <Rows
      label={say.title}
      rows={[...details].sort((a, b) =>
        Number(b.outcome === "skipped") - Number(a.outcome === "skipped") ||
        nameOf(a, run).localeCompare(nameOf(b, run))
      )}
      rowKey={(one) => `${one.facility_id} ${one.group_key ?? ""} ${one.period_start ?? ""}`}
      to={(one) => one.invoice_id ? `/billing/invoices/${one.invoice_id}` : null}
      empty={say.nothing}
      columns={[
        {
          label: words.common.facility,
          value: (one) => nameOf(one, run),
          total: words.common.total,
        },
        { label: say.outcome, value: (one) => one.reason ?? say.outcomes[one.outcome] },
        {
          label: say.entries,
          value: (one) => count(one.entries),
          isNumber: true,
          total: count(run.entries_billed),
        },
        ...(["regular_hours", "overtime_hours", "doubletime_hours", "late_hours"] as const).map((
          name,
        ) => ({
          label: say.hours[name],
          value: (one: BillingRunDetail) => hours(one[name]),
          isNumber: true,
          ...(knows && { total: hours(sum(details.map((one) => one[name])).toNumber()) }),
        })),
        {
          label: words.common.amount,
          value: (one) => money(one.amount),
          isNumber: true,
          total: money(run.amount),
        },
        {
          label: say.weekBefore,
          value: (one) => money(one.last_week_amount),
          isNumber: true,
          ...(knows &&
            { total: money(sum(details.map((one) => one.last_week_amount)).toNumber()) }),
        },
        {
          label: say.change,
          value: (one) => money(changeOf(one)),
          isNumber: true,
          ...(knows && { total: money(sum(details.map(changeOf)).toNumber()) }),
        },
      ]}
    />
  );
}
