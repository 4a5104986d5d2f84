import { Box, Typography } from "@mui/material";
import { BooleanInput, required, SelectInput } from "react-admin";
import { call } from "../../api/call.ts";
import { type Row, rows } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count, instant, money, sum } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { NextButton, Part } from "../../ui/page.tsx";
import { type PayGroup, useSeveralPayGroups } from "../../ui/pay_groups.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import type { Paid } from "./batch_people.tsx";
import { fileNameOf, type NamedBatch } from "./file_name.ts";
import { type Employment, useProfiles } from "./use_profiles.ts";

const say = words.payroll.files;
/** The choice of our own columns, in place of a profile. */
export const OWN = " ";
type Handover = Row<"payroll_handovers"> & { handed_over_by_name: string | null };

/** One of the two files of a batch. */
interface File {
  readonly employment: Employment;
  /** As it is called where it is saved. */
  readonly saveAs: string;
  readonly people: number;
  readonly gross: string;
  /** False where nobody in it is paid: then there is nothing to hand over. */
  readonly pays: boolean;
}
/** A file, and when it was handed over, the last time first. */
type HandedFile = File & { readonly handovers: readonly Handover[] };

/** Files that a batch has: of W-2 people, and of the others. The groups are those where there are several. */
export function filesOf(
  batch: NamedBatch,
  people: readonly Paid[],
  groups: readonly PayGroup[],
): readonly File[] {
  return (["w2", "1099"] as const).map((employment): File => {
    const paid = people.filter(({ item }) =>
      item !== undefined && (item.employment_type === "w2") === (employment === "w2")
    );
    return {
      employment,
      saveAs: fileNameOf(batch, employment, groups),
      people: paid.length,
      gross: money(sum(paid.map(({ review }) => review.gross_pay))),
      pays: paid.some(({ review }) => Number(review.gross_pay) !== 0),
    };
  }).filter((file) => file.pays);
}

/** Files of a closed batch for the payroll provider, and who handed them over. */
export function PayrollFiles({ batch, people }: {
  batch: NamedBatch & Pick<Row<"payroll_batches">, "payroll_period_id"> & {
    payroll_periods: Pick<Row<"payroll_periods">, "status">;
  };
  people: readonly Paid[];
}) {
  const { id: batchId, payroll_period_id: periodId, payroll_periods: paid } = batch;
  const asked = useAsk(
    ["payroll_handovers", batchId],
    (signal) =>
      rows("payroll_handovers", {
        select: "*,handed_over_by_name",
        payroll_batch_id: `eq.${batchId}`,
        order: "employment,nth.desc",
      }, signal),
  );
  const files = filesOf(batch, people, useSeveralPayGroups());
  const handedOf = (handovers: readonly Handover[]) =>
    files.map((file): HandedFile => ({
      ...file,
      handovers: handovers.filter((one) => one.employment === file.employment),
    }));
  const isDone = asked.data !== undefined &&
    handedOf(asked.data).every(({ handovers }) => handovers.length > 0);
  return (
    <Part
      title={say.title}
      about={<About />}
      actions={isDone && paid.status === "open" && (
        <NextButton
          to={`/payroll/periods/${periodId}`}
          label={words.payroll.batch.toPeriod}
        />
      )}
    >
      <Loaded query={asked}>
        {(handovers) => (
          <Rows
            label={say.title}
            rows={handedOf(handovers)}
            rowKey={({ employment }) => employment}
            empty={words.payroll.batch.none}
            columns={[
              { label: say.file, value: ({ employment }) => say.names[employment] },
              { label: say.people, value: (file) => count(file.people), isNumber: true },
              { label: say.gross, value: ({ gross }) => gross, isNumber: true },
              { label: say.handedOver, value: (file) => <HandedOver file={file} /> },
              {
                label: words.common.actions,
                heading: "",
                value: (file) => <FileActions batchId={batchId} file={file} />,
              },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function About() {
  return (
    <>
      {say.about} {say.needs} <TextLink to="/payroll/codes">{say.codes}</TextLink>,{" "}
      <TextLink to="/people/contractors">{say.numbers}</TextLink>, {say.states}.
    </>
  );
}

function HandedOver({ file: { handovers } }: { file: HandedFile }) {
  const me = useMe();
  if (handovers.length === 0) return say.not;
  return (
    <>
      {handovers.map((one, index) => {
        const before = handovers[index + 1];
        const isOther = before !== undefined && before.digest !== one.digest;
        return (
          <Typography key={one.id} variant="body2" sx={{ whiteSpace: "nowrap" }}>
            {words.common.by(instant(one.handed_over_at, me.timezone), one.handed_over_by_name)}
            {one.profile !== null && say.byProfile(one.profile)}
            {isOther && ` (${say.other})`}
          </Typography>
        );
      })}
    </>
  );
}

function FileActions({ batchId, file }: { batchId: string; file: HandedFile }) {
  const me = useMe();
  const { employment, saveAs, gross, handovers: [last] } = file;
  const name = say.names[employment] ?? employment;
  const which = { payroll_batch_id: batchId, employment };
  const profiles = useProfiles().data ?? [];
  const known = profiles.find((one) => one.name === last?.profile);
  const usual = (last === undefined ? profiles[0]?.name : known?.name) ?? OWN;
  const by = (profile: unknown) =>
    profile === undefined || profile === OWN ? {} : { profile: String(profile) };
  const nameOfFile = (profile: unknown) =>
    profiles.find((one) => one.name === profile)?.file_name ?? saveAs;
  const choice = profiles.length > 0 && (
    <SelectInput
      source="profile"
      label={say.profile}
      choices={[...profiles.map((one) => ({ id: one.name, name: one.name })), {
        id: OWN,
        name: say.own,
      }]}
      validate={required()}
      fullWidth
    />
  );
  return (
    <Box sx={{ display: "flex", gap: 1, justifyContent: "flex-end", whiteSpace: "nowrap" }}>
      <ActButton
        label={say.look}
        variant="text"
        aria-label={`${say.look}: ${name}`}
        act={async () =>
          download(
            await call("payroll_earnings_file", { ...which, ...by(usual) }),
            nameOfFile(usual),
          )}
      />
      {last === undefined
        ? (
          <FormDialog
            button={say.handOver}
            title={say.ask(name, gross)}
            text={say.text}
            submit={say.submit}
            done={say.done}
            buttonProps={{ variant: "contained", "aria-label": `${say.handOver}: ${name}` }}
            defaultValues={{ profile: usual }}
            act={async ({ profile }) =>
              download(
                await call("hand_over_payroll", { ...which, ...by(profile) }),
                nameOfFile(profile),
              )}
          >
            {choice}
          </FormDialog>
        )
        : (
          <FormDialog
            button={say.again}
            title={say.askAgain(name)}
            text={say.againText(
              words.common.by(instant(last.handed_over_at, me.timezone), last.handed_over_by_name),
            )}
            submit={say.againSubmit}
            done={say.done}
            buttonProps={{ "aria-label": `${say.again}: ${name}` }}
            defaultValues={{ corrected: false, profile: usual }}
            act={async ({ corrected, profile }) =>
              download(
                await call("hand_over_payroll", {
                  ...which,
                  ...by(profile),
                  again: true,
                  corrected: corrected === true,
                }),
                nameOfFile(profile),
              )}
          >
            {choice}
            <BooleanInput
              source="corrected"
              label={say.corrected}
              helperText={say.correctedAbout}
            />
          </FormDialog>
        )}
    </Box>
  );
}
