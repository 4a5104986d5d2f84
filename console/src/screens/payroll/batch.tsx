import { Alert, Step, StepLabel, Stepper, Typography } from "@mui/material";
import { BooleanInput, required, SelectInput } from "react-admin";
import { useParams } from "react-router-dom";
import { call, callAll } from "../../api/call.ts";
import { Refusal } from "../../api/refusal.ts";
import { rows, type Selected } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count, day, hours, instant, money, period, sum } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { PeriodLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { More } from "../../ui/more.tsx";
import { Notes } from "../../ui/notes.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { useSeveralPayGroups } from "../../ui/pay_groups.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { BatchStatements } from "./batch_statements.tsx";
import { BatchPeople, type Paid, peopleOf } from "./batch_people.tsx";
import { fileNameOf } from "./file_name.ts";
import { isComplete, MissingNote, useMissing } from "./missing.tsx";
import { ObstacleNote, useObstacles } from "./obstacles.tsx";
import { filesOf, OWN, PayrollFiles } from "./payroll_files.tsx";
import { useProfiles } from "./use_profiles.ts";

const say = words.payroll.batch;
const SELECT =
  "*,prepared_by_name,in_review_by_name,approved_by_name,closed_by_name,discarded_by_name,payroll_periods(*)";
type BatchRow = Selected<"payroll_batches", typeof SELECT>;
const STEPS = ["draft", "in_review", "approved", "closed"];
const OPEN_STATES = STEPS.slice(0, 3);

/** One batch: what it pays beside the batch before, and its way to being closed. */
export function Batch() {
  const { id = "" } = useParams();
  const asked = useAsk(["payroll_batch", id], async (signal) => {
    const [[batch], people] = await Promise.all([
      rows("payroll_batches", {
        select: SELECT,
        id: `eq.${id}`,
      }, signal),
      peopleOf(id, signal),
    ]);
    if (!batch) throw new Refusal(404, say.notFound);
    return { batch, people };
  });
  const missing = useMissing(id);
  const profiles = useProfiles().data ?? [];
  const obstacles = useObstacles(id, profiles.map(({ name }) => name), [
    "w2",
    "1099",
  ]);
  /** Ways in which the files can be handed over as they are. */
  const ready = [
    ...profiles.filter(({ name }) =>
      obstacles !== undefined &&
      obstacles.every(({ profile }) => profile !== name)
    ).map(({ name, file_name }) => ({ id: name, name, fileName: file_name })),
    ...(isComplete(missing) ? [{ id: OWN, name: words.payroll.files.own, fileName: null }] : []),
  ];
  return (
    <Loaded query={asked}>
      {({ batch, people }) => {
        const { payroll_periods: { period_start: from, period_end: to } } = batch;
        const isOffCycle = batch.kind === "off_cycle";
        return (
          <Page
            title={(isOffCycle ? words.payroll.offCycle.batchTitle : say.title)(
              period(from, to),
            )}
            about={
              <>
                {batch.status === "discarded" && <State of={batch.status} />}{" "}
                <TextLink to={`/payroll/periods/${batch.payroll_period_id}`}>
                  {say.ofPeriod(period(from, to))}
                </TextLink>
              </>
            }
            actions={<BatchActions batch={batch} people={people} ready={ready} />}
          >
            {batch.status !== "discarded" && (
              <Stepper
                activeStep={STEPS.indexOf(batch.status) +
                  (batch.status === "closed" ? 1 : 0)}
                sx={{ my: 2, flexWrap: "wrap", rowGap: 1 }}
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
            {isOffCycle && (
              <Typography>
                {words.payroll.offCycle.reason}: {batch.reason}
              </Typography>
            )}
            <Facts
              facts={[
                [say.gross, money(batch.gross_total)],
                [
                  say.before,
                  money(
                    sum(people.map(({ review }) => review.gross_pay_before)),
                  ),
                ],
                [
                  say.change,
                  money(
                    sum(people.map(({ review }) => review.gross_pay_change)),
                  ),
                ],
                [
                  say.people,
                  count(people.filter(({ item }) => item !== undefined).length),
                ],
                [
                  say.payDate,
                  <PeriodLink key="period" id={batch.payroll_period_id}>
                    {day(batch.pay_date ?? batch.payroll_periods.pay_date)}
                  </PeriodLink>,
                ],
              ]}
            />
            <History batch={batch} />
            {OPEN_STATES.includes(batch.status) && profiles.length === 0 &&
              missing && <MissingNote of={missing} />}
            {OPEN_STATES.includes(batch.status) && obstacles && <ObstacleNote of={obstacles} />}
            {OPEN_STATES.includes(batch.status) && <Waiting batch={batch} />}
            {batch.status === "closed" && <PayrollFiles batch={batch} people={people} />}
            {batch.status !== "discarded" && (
              <BatchStatements
                batchId={id}
                people={people.filter(({ item }) => item !== undefined).length}
              />
            )}
            <Part title={say.items} about={say.itemsAbout}>
              <BatchPeople batchId={id} people={people} />
            </Part>
            <Notes about="payroll_batch" aboutId={id} />
            <Timeline kind="payroll_batch" id={id} />
          </Page>
        );
      }}
    </Loaded>
  );
}

/** Says what the batch leaves out because nobody approved it yet. */
function Waiting({ batch }: { batch: BatchRow }) {
  const { payroll_period_id: periodId, contractor_ids: people } = batch;
  const obstacles = useAsk(
    ["payroll_period_obstacles", periodId],
    (signal) =>
      callAll(
        "payroll_period_obstacles",
        { payroll_period_id: periodId },
        "kind,payroll_batch_id,contractor_id,week_start,time_entry_id",
        signal,
      ),
  );
  return (
    <Loaded query={obstacles}>
      {(found) => {
        const waiting = found.filter((one) =>
          one.time_entry_id !== null &&
          (people === null || people.includes(one.contractor_id ?? ""))
        );
        return waiting.length > 0 && (
          <Alert severity="warning" sx={{ my: 1 }}>
            {say.waiting(
              count(waiting.length),
              hours(sum(waiting.map((one) => one.hours)).toNumber()),
            )}{" "}
            <TextLink to={`/payroll/periods/${periodId}`}>
              {say.seeWaiting}
            </TextLink>
          </Alert>
        );
      }}
    </Loaded>
  );
}

/** History of a batch: who did what, and when. */
function History({ batch }: { batch: BatchRow }) {
  const me = useMe();
  const facts = [
    [say.preparedAt, batch.prepared_at, batch.prepared_by_name],
    [say.reviewedAt, batch.in_review_at, batch.in_review_by_name],
    [say.approvedAt, batch.approved_at, batch.approved_by_name],
    [say.closedAt, batch.closed_at, batch.closed_by_name],
    [say.discardedAt, batch.discarded_at, batch.discarded_by_name],
  ] as const;
  return (
    <Facts
      facts={facts.map(([label, at, name]) => [
        label,
        at && words.common.by(instant(at, me.timezone), name),
      ])}
    />
  );
}

/** Builds a draft anew, by what it was prepared with. */
async function rebuild(
  {
    payroll_period_id: periodId,
    contractor_ids: people,
    pay_date: payDate,
    reason,
  }: BatchRow,
): Promise<unknown> {
  return people === null || payDate === null || reason === null
    ? await call("prepare_payroll_draft", { payroll_period_id: periodId })
    : await call("prepare_off_cycle", {
      payroll_period_id: periodId,
      contractor_ids: people,
      pay_date: payDate,
      reason,
    });
}

/** A way to hand files over: by a profile, or with our own columns. */
interface Way {
  readonly id: string;
  readonly name: string;
  readonly fileName: string | null;
}

function BatchActions({ batch, people, ready }: {
  batch: BatchRow;
  people: readonly Paid[];
  ready: readonly Way[];
}) {
  const id = { payroll_batch_id: batch.id };
  const { businessDate } = useMe();
  const groups = useSeveralPayGroups();
  const files = filesOf(batch, people, groups);
  const mayHandOver = ready.length > 0 && files.length > 0;
  return (
    <>
      {batch.status === "draft" && (
        <ActButton
          label={say.review}
          variant="contained"
          done={say.reviewed}
          act={() =>
            call("advance_payroll_batch_status", {
              ...id,
              expected_status: "draft",
            })}
        />
      )}
      {batch.status === "in_review" && (
        <ActButton
          label={say.approve}
          variant="contained"
          done={say.approved}
          act={() =>
            call("advance_payroll_batch_status", {
              ...id,
              expected_status: "in_review",
            })}
        />
      )}
      {batch.status === "approved" && (
        <FormDialog
          button={say.close}
          title={say.closeTitle(money(batch.gross_total))}
          text={
            <>
              {say.closeAbout}
              {batch.payroll_periods.period_end >= businessDate && (
                <Alert severity="warning" sx={{ my: 1 }}>
                  {say.isRunning(day(batch.payroll_periods.period_end))}
                </Alert>
              )}
              <Waiting batch={batch} />
            </>
          }
          submit={say.close}
          done={say.closed}
          buttonProps={{ variant: "contained" }}
          defaultValues={{
            hand_over: mayHandOver,
            profile: ready[0]?.id ?? OWN,
          }}
          act={async ({ hand_over: handsOver, profile }) => {
            await call("close_and_lock_payroll_batch", id);
            if (handsOver !== true) return;
            for (const { employment, saveAs } of files) {
              const way = ready.find((one) => one.id === profile);
              const by = way === undefined || way.id === OWN ? {} : { profile: way.id };
              download(
                await call("hand_over_payroll", { ...id, employment, ...by }),
                way?.fileName ?? saveAs,
              );
            }
          }}
        >
          {mayHandOver && (
            <BooleanInput
              source="hand_over"
              label={say.handOver}
              helperText={say.handOverAbout}
            />
          )}
          {mayHandOver && ready.some(({ id }) => id !== OWN) && (
            <SelectInput
              source="profile"
              label={words.payroll.files.profile}
              choices={[...ready]}
              validate={required()}
              fullWidth
            />
          )}
        </FormDialog>
      )}
      {batch.status === "closed" && (
        <ActButton
          label={say.file}
          act={async () =>
            download(await call("payroll_file", id), fileNameOf(batch, null, groups))}
        />
      )}
      {OPEN_STATES.includes(batch.status) && (
        <More>
          {batch.status === "draft" && (
            <ActButton
              label={say.rebuild}
              done={say.rebuilt}
              act={() => rebuild(batch)}
            />
          )}
          <FormDialog
            button={say.discard}
            title={say.discardTitle}
            text={say.discardAbout}
            submit={words.common.yes}
            done={say.discardDone}
            buttonProps={{ color: "error" }}
            act={({ reason }) =>
              call("discard_payroll_batch", {
                ...id,
                ...(reason ? { reason: String(reason) } : {}),
              })}
          >
            <ReasonInput optional />
          </FormDialog>
        </More>
      )}
    </>
  );
}
