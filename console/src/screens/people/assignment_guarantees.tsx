import { Box, Typography } from "@mui/material";
import { DateInput, required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { insert, remove, rows, type Selected, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { HOUR, REGULAR } from "../../ui/codes.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { day, hours, money, today } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { guaranteeWeek, HOURLY, type Missing } from "./guarantee_week.ts";

const say = words.guarantees;
const SELECT = "id,code,pay_hours,bill_hours,effective_from,effective_to,time_codes!code(title)";
type Guarantee = Selected<"guarantees", typeof SELECT>;
/** The choice of a guarantee that is of the week: a list has no empty choice that is required. */
const WEEK = "week";
const MOST_OF_A_WEEK = 168;

/** Hours that an assignment promises: a week, or for each entry of a code. */
export function AssignmentGuarantees({ assignmentId }: { assignmentId: string }) {
  const me = useMe();
  const mayWrite = isOneOf(me, "billing", "payroll");
  const guarantees = useAsk(["guarantees", assignmentId], (signal) =>
    rows("guarantees", {
      select: SELECT,
      assignment_id: `eq.${assignmentId}`,
      order: "code,effective_from.desc,id",
    }, signal));
  return (
    <Part
      title={say.title}
      about={say.about}
      actions={mayWrite && (
        <FormDialog
          button={say.add}
          title={say.add}
          text={say.addAbout}
          submit={say.add}
          done={say.added}
          defaultValues={() => ({ code: WEEK, effective_from: today(me.timezone) })}
          act={(values) =>
            insert("guarantees", [{ ...rowOf(values), assignment_id: assignmentId }])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Loaded query={guarantees}>
        {(found) => (
          <Rows
            label={say.title}
            rows={found.toSorted((a, b) => Number(a.code !== null) - Number(b.code !== null))}
            rowKey={({ id }) => id}
            empty={say.none}
            columns={[
              { label: say.of, value: whatOf },
              { label: say.payHours, value: (one) => hours(one.pay_hours), isNumber: true },
              { label: say.billHours, value: (one) => hours(one.bill_hours), isNumber: true },
              { label: words.common.firstDay, value: (one) => day(one.effective_from) },
              { label: words.common.lastDay, value: (one) => day(one.effective_to) },
              ...mayWrite
                ? [{
                  label: words.common.actions,
                  heading: "",
                  value: (one: Guarantee) => <GuaranteeActions guarantee={one} />,
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

const whatOf = ({ time_codes: code }: Guarantee) =>
  code === null ? say.ofWeek : say.ofCode(code.title);

/** Also of a guarantee that is used: its last day may change, and the rest is refused in words. */
function GuaranteeActions({ guarantee }: { guarantee: Guarantee }) {
  const [what, from] = [whatOf(guarantee), day(guarantee.effective_from)];
  return (
    <Box sx={{ display: "flex", justifyContent: "flex-end", whiteSpace: "nowrap" }}>
      <FormDialog
        button={say.change}
        title={say.changeTitle(what, from)}
        text={say.changeAbout}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${what}, ${from}` }}
        defaultValues={{
          code: guarantee.code ?? WEEK,
          pay_hours: guarantee.pay_hours?.toFixed(2),
          bill_hours: guarantee.bill_hours?.toFixed(2),
          effective_from: guarantee.effective_from,
          effective_to: guarantee.effective_to,
        }}
        act={(values) => update("guarantees", { id: `eq.${guarantee.id}` }, rowOf(values))}
      >
        <Fields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(what, from)}
        submit={say.removeNow}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${what}, ${from}` }}
        act={() => remove("guarantees", { id: `eq.${guarantee.id}` })}
      />
    </Box>
  );
}

/** A row from what was typed: one of the week has no code. */
const rowOf = ({ code, ...rest }: Values): Values => ({
  ...rest,
  code: code === WEEK ? null : code,
});

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
const areHours = (value: unknown) =>
  isEmpty(value) ||
    (/^\d{1,3}(\.\d{1,2})?$/.test(String(value)) && Number(value) > 0 &&
      Number(value) <= MOST_OF_A_WEEK)
    ? undefined
    : say.notHours;
const someHours = (value: unknown, { bill_hours: billed }: Values) =>
  isEmpty(value) && isEmpty(billed) ? say.noHours : undefined;
const isNotBefore = (value: unknown, { effective_from: from }: Values) =>
  !isEmpty(value) && String(value) < String(from) ? words.premiums.endsBefore : undefined;

function Fields() {
  const codes = useAsk(["time_codes", "hours"], (signal) =>
    rows("time_codes", {
      select: "name,title",
      unit: `eq.${HOUR}`,
      name: `neq.${REGULAR}`,
      order: "title,name",
    }, signal));
  return (
    <>
      <SelectInput
        source="code"
        label={say.of}
        choices={[
          { id: WEEK, name: say.week },
          ...(codes.data ?? []).map(({ name, title }) => ({ id: name, name: say.ofCode(title) })),
        ]}
        translateChoice={false}
        validate={required()}
      />
      <HoursInput
        source="pay_hours"
        label={say.payHours}
        helperText={say.payAbout}
        validate={[areHours, someHours]}
      />
      <HoursInput
        source="bill_hours"
        label={say.billHours}
        helperText={say.billAbout}
        validate={[areHours]}
      />
      <DayInput source="effective_from" label={words.common.firstDay} />
      <DateInput
        source="effective_to"
        label={words.common.lastDay}
        helperText={say.lastAbout}
        validate={isNotBefore}
        fullWidth
      />
      <Example />
    </>
  );
}

/** Example of a week with the guarantee in the form, as it is typed. */
function Example() {
  const values = useWatch<Values>();
  const text = (name: string) => String(values[name] ?? "").trim();
  const isOfWeek = text("code") === WEEK;
  const week = guaranteeWeek(isOfWeek, { pay: text("pay_hours"), bill: text("bill_hours") });
  const told = (missing: Missing | null, said: typeof say.example.pays) =>
    missing === null ? "" : said(hours(missing.hours.toNumber()), money(missing.amount));
  return (
    <Box aria-live="polite" sx={{ mt: 1 }}>
      <Typography variant="subtitle2" component="h3">{say.example.title}</Typography>
      <Typography variant="body2">
        {week === null ? say.example.incomplete : [
          (isOfWeek ? say.example.week : say.example.entry)(hours(week.had)),
          told(week.pay, say.example.pays),
          told(week.bill, say.example.bills),
          say.example.rates(money(HOURLY.pay), money(HOURLY.bill)),
        ].join(" ")}
      </Typography>
    </Box>
  );
}

function HoursInput({ source, label, helperText, validate }: {
  source: string;
  label: string;
  helperText: string;
  validate: ((value: unknown, values: Values) => string | undefined)[];
}) {
  return (
    <TextInput
      source={source}
      label={label}
      helperText={helperText}
      validate={validate}
      slotProps={{ htmlInput: { inputMode: "decimal", autoComplete: "off" } }}
    />
  );
}
