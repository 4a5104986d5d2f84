import { Box } from "@mui/material";
import { call } from "../../api/call.ts";
import { allRows, insert } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, daysAfter, money, period } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import {
  type PayGroup,
  PayGroupInput,
  usePayGroups,
  useSeveralPayGroups,
} from "../../ui/pay_groups.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { words } from "../../words.ts";
import { useSearchParams } from "react-router-dom";
import { PayPicture } from "./pay_picture.tsx";
import { ClosePeriod, isOpen, isOpenRegular, PrepareBatch } from "./period_actions.tsx";
import { BATCH_OF_PERIOD, PERIOD, type Period } from "./period_row.ts";

const say = words.payroll.periods;

/** The periods, newest first, and what is done about each. */
export function Periods() {
  const [asked] = useSearchParams();
  const isOnlyOpen = asked.get("only") === "open";
  const groups = useSeveralPayGroups();
  const periods = useAsk(["payroll_periods"], async () => {
    const [found, batches] = await Promise.all([
      allRows("payroll_periods", {
        select: PERIOD,
        order: "period_start.desc,id",
      }),
      allRows("payroll_batches", {
        select: BATCH_OF_PERIOD,
        order: "created_at,id",
      }),
    ]);
    const byPeriod = Map.groupBy(batches, (batch) => batch.payroll_period_id);
    return found.map((one): Period => ({ ...one, payroll_batches: byPeriod.get(one.id) ?? [] }));
  });

  return (
    <Loaded query={periods}>
      {(found) => (
        <Page
          title={say.title}
          about={say.about}
          actions={
            <>
              <MakeAhead />
              <NewPeriod periods={found} groups={groups} />
            </>
          }
        >
          <Part
            title={isOnlyOpen ? say.waiting : say.title}
            actions={isOnlyOpen && <TextLink to="/payroll/periods">{say.showAll}</TextLink>}
          >
            <Rows
              label={say.title}
              rows={isOnlyOpen ? waitingOf(found) : found}
              rowKey={({ id }) => id}
              to={({ id }) => `/payroll/periods/${id}`}
              empty={say.none}
              columns={[
                {
                  label: words.common.period,
                  value: (one) => period(one.period_start, one.period_end),
                },
                ...groups.length > 0
                  ? [{
                    label: words.payroll.group,
                    value: (one: Period) => groups.find(({ id }) => id === one.pay_group_id)?.name,
                  }]
                  : [],
                { label: say.payDate, value: (one) => day(one.pay_date) },
                { label: words.common.state, value: (one) => <State of={one.status} /> },
                { label: say.batches, value: (one) => <Batches of={one} /> },
                {
                  label: words.common.actions,
                  heading: "",
                  value: (one) =>
                    one.status === "open" && (
                      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
                        {!one.payroll_batches.some(isOpenRegular) && <PrepareBatch period={one} />}
                        <ClosePeriod period={one} />
                      </Box>
                    ),
                },
              ]}
            />
          </Part>
          {!isOnlyOpen && (
            <Part title={say.pictureTitle}>
              <PayPicture periods={found} />
            </Part>
          )}
        </Page>
      )}
    </Loaded>
  );
}

/** Periods with the batches that are neither closed nor discarded. */
function waitingOf(periods: readonly Period[]): Period[] {
  return periods.map((one) => ({
    ...one,
    payroll_batches: one.payroll_batches.filter(({ status }) => isOpen(status)),
  })).filter(({ payroll_batches: batches }) => batches.length > 0);
}

function Batches({ of: { payroll_batches: batches } }: { of: Period }) {
  if (batches.length === 0) return say.noBatch;
  return (
    <Box sx={{ display: "flex", flexDirection: "column", gap: 0.5 }}>
      {batches.map((batch) => (
        <span key={batch.id}>
          <TextLink to={`/payroll/batches/${batch.id}`}>{money(batch.gross_total)}</TextLink>{" "}
          <State of={batch.status} />{" "}
          {batch.kind === "off_cycle" && words.payroll.offCycle.kinds.off_cycle}
        </span>
      ))}
    </Box>
  );
}

/** Makes the periods of all groups with a calendar, where there are any. */
function MakeAhead() {
  const ahead = (usePayGroups().data ?? []).filter(({ weeks }) => weeks !== null);
  if (ahead.length === 0) return null;
  return (
    <ActButton
      label={say.makeAhead}
      done={say.madeAhead}
      act={async () => {
        for (const { id } of ahead) await call("make_payroll_periods", { pay_group_id: id });
      }}
    />
  );
}

/** Enters a period by hand. */
function NewPeriod({ periods, groups }: {
  periods: readonly Period[];
  groups: readonly PayGroup[];
}) {
  return (
    <FormDialog
      button={say.new}
      title={say.new}
      text={say.newAbout}
      submit={say.newSubmit}
      done={say.made}
      defaultValues={() => nextPeriod(periods, groups)}
      act={(values) => insert("payroll_periods", [values])}
    >
      {groups.length > 0 && <PayGroupInput groups={groups} />}
      <DayInput source="period_start" label={words.common.firstDay} />
      <DayInput source="period_end" label={words.common.lastDay} />
      <DayInput source="pay_date" label={say.payDate} />
    </FormDialog>
  );
}

/** The period after the newest one, of those who are in no other group: as long, paid as many days after its end. */
function nextPeriod(
  periods: readonly Period[],
  groups: readonly PayGroup[],
): Record<string, unknown> {
  const group = groups.find((one) => one.is_default);
  const of = group === undefined ? {} : { pay_group_id: group.id };
  const last = periods.find((one) => group === undefined || one.pay_group_id === group.id);
  if (last === undefined) return of;
  const length =
    Math.round((Date.parse(last.period_end) - Date.parse(last.period_start)) / 86_400_000) + 1;
  return {
    ...of,
    period_start: daysAfter(last.period_start, length),
    period_end: daysAfter(last.period_end, length),
    pay_date: daysAfter(last.pay_date, length),
  };
}
