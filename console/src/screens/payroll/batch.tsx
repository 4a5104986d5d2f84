import { Box, Chip, Step, StepLabel, Stepper, Typography } from "@mui/material";
import { useParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import { ActButton } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count, day, decimal, hours, money, period, sum } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { words } from "../../words.ts";
import { type BatchRow, type Review, reviewOf } from "./batch_data.ts";

const say = words.payroll.batch;
const STEPS = ["draft", "in_review", "approved", "closed"];

/** One batch: what it pays beside the batch before, and its way to being closed. */
export function Batch() {
  const { id = "" } = useParams();
  const review = useAsk(["payroll_batch", id], (signal) => reviewOf(id, signal));
  return (
    <Loaded query={review}>
      {(found) => {
        const { batch, before, people } = found;
        const periodOf = ({ payroll_periods: one }: BatchRow) =>
          period(one.period_start, one.period_end);
        return (
          <Page
            title={say.title(periodOf(batch))}
            about={batch.status === "discarded" && <State of={batch.status} />}
            actions={<BatchActions batch={batch} />}
          >
            {batch.status !== "discarded" && (
              <Stepper
                activeStep={STEPS.indexOf(batch.status) + (batch.status === "closed" ? 1 : 0)}
                sx={{ my: 2 }}
              >
                {say.steps.map((label) => (
                  <Step key={label}>
                    <StepLabel>{label}</StepLabel>
                  </Step>
                ))}
              </Stepper>
            )}
            {batch.discard_reason && (
              <Typography>{say.discarded}: {batch.discard_reason}</Typography>
            )}
            <Facts
              facts={[
                [say.gross, money(batch.gross_total)],
                [say.before, before && money(before.gross_total)],
                [say.change, before && money(decimal(batch.gross_total).minus(before.gross_total))],
                [say.people, count(people.length)],
                [say.payDate, day(batch.payroll_periods.pay_date)],
              ]}
            />
            <Part
              title={say.items}
              about={before === null ? say.itemsAlone : say.itemsAbout(periodOf(before))}
            >
              <People review={found} />
            </Part>
          </Page>
        );
      }}
    </Loaded>
  );
}

function People({ review: { batch, people } }: { review: Review }) {
  const items = people.map(({ item }) => item);
  const totalOf = (name: "regular_hours" | "overtime_hours" | "doubletime_hours") =>
    hours(sum(items.map((item) => item[name])).toNumber());
  const extras = (item: (typeof items)[number]) =>
    decimal(item.stipend_pay).plus(item.adjustment_pay);
  return (
    <Rows
      label={say.items}
      rows={people}
      rowKey={({ item }) => item.id}
      to={({ item }) => `/payroll/batches/${batch.id}/${item.id}`}
      empty={say.none}
      columns={[
        {
          label: words.common.contractor,
          value: ({ item }) => `${item.last_name}, ${item.first_name}`,
          total: words.common.total,
        },
        {
          label: say.look,
          value: ({ flags }) => (
            <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
              {flags.map((flag) => (
                <Chip key={flag} size="small" variant="outlined" label={say.flags[flag]} />
              ))}
            </Box>
          ),
        },
        {
          label: say.regular,
          value: ({ item }) => hours(item.regular_hours),
          isNumber: true,
          total: totalOf("regular_hours"),
        },
        {
          label: say.overtime,
          value: ({ item }) => hours(item.overtime_hours),
          isNumber: true,
          total: totalOf("overtime_hours"),
        },
        {
          label: say.doubletime,
          value: ({ item }) => hours(item.doubletime_hours),
          isNumber: true,
          total: totalOf("doubletime_hours"),
        },
        {
          label: say.premium,
          value: ({ item }) => money(item.premium_pay),
          isNumber: true,
          total: money(sum(items.map((item) => item.premium_pay))),
        },
        {
          label: say.extras,
          value: ({ item }) => money(extras(item)),
          isNumber: true,
          total: money(sum(items.map(extras))),
        },
        {
          label: say.gross,
          value: ({ item }) => money(item.gross_pay),
          isNumber: true,
          total: money(batch.gross_total),
        },
        { label: say.before, value: ({ before }) => money(before), isNumber: true },
        {
          label: say.change,
          value: ({ item, before }) =>
            before === null ? "" : money(decimal(item.gross_pay).minus(before)),
          isNumber: true,
        },
      ]}
    />
  );
}

function BatchActions({ batch }: { batch: BatchRow }) {
  const id = { payroll_batch_id: batch.id };
  return (
    <>
      {batch.status === "draft" && (
        <ActButton
          label={say.rebuild}
          done={say.rebuilt}
          act={() => call("prepare_payroll_draft", { payroll_period_id: batch.payroll_period_id })}
        />
      )}
      {batch.status === "draft" && (
        <ActButton
          label={say.review}
          variant="contained"
          done={say.reviewed}
          act={() => call("advance_payroll_batch_status", { ...id, expected_status: "draft" })}
        />
      )}
      {batch.status === "in_review" && (
        <ActButton
          label={say.approve}
          variant="contained"
          done={say.approved}
          act={() => call("advance_payroll_batch_status", { ...id, expected_status: "in_review" })}
        />
      )}
      {batch.status === "approved" && (
        <FormDialog
          button={say.close}
          title={say.closeTitle(money(batch.gross_total))}
          text={say.closeAbout}
          submit={say.close}
          done={say.closed}
          buttonProps={{ variant: "contained" }}
          act={() => call("close_and_lock_payroll_batch", id)}
        />
      )}
      {batch.status === "closed" && (
        <ActButton
          label={say.file}
          variant="contained"
          act={async () => {
            const { period_start: from, period_end: to } = batch.payroll_periods;
            download(await call("payroll_file", id), `payroll-${from}-${to}.csv`);
          }}
        />
      )}
      {STEPS.slice(0, 3).includes(batch.status) && (
        <FormDialog
          button={say.discard}
          title={say.discardTitle}
          text={say.discardAbout}
          submit={words.common.yes}
          done={say.discardDone}
          buttonProps={{ color: "error" }}
          act={({ reason }) =>
            call("discard_payroll_batch", { ...id, ...(reason ? { reason: String(reason) } : {}) })}
        >
          <ReasonInput optional />
        </FormDialog>
      )}
    </>
  );
}
