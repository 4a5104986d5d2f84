import { Box } from "@mui/material";
import { required, SelectInput, TextInput } from "react-admin";
import { insert, type Query, remove, rows, type Selected, update } from "../api/rows.ts";
import { isOneOf } from "../me.ts";
import { words } from "../words.ts";
import { HOUR, REGULAR, unitWord } from "./codes.ts";
import { FormDialog } from "./form_dialog.tsx";
import { day, perUnit, today, typedRate } from "./format.ts";
import { DayInput, MoneyInput, oneLine } from "./inputs.tsx";
import { Loaded, useAsk } from "./loaded.tsx";
import { Part } from "./page.tsx";
import { Rows } from "./rows.tsx";
import { useMe } from "./use_me.ts";

const say = words.codes.rates;
const SELECT = "code,effective_from,bill_rate,pay_rate,reason,time_codes(title,unit)";
type Rate =
  | Selected<"assignment_code_rates", typeof SELECT>
  | Selected<"facility_code_rates", typeof SELECT>;
/** An assignment, or a facility with its price list. */
type Owner = { readonly assignment_id: string } | { readonly facility_id: string };

/** Rates of codes, dated: an assignment's own, or a facility's price list. */
export function CodeRates({ of: owner }: { of: Owner }) {
  const me = useMe();
  const mayWrite = isOneOf(me, "billing", "payroll");
  const isOwn = "assignment_id" in owner;
  const title = isOwn ? say.ofAssignment : say.ofFacility;
  const rates = useAsk(["code_rates", owner], (signal) => ratesOf(owner, signal));
  return (
    <Part
      title={title}
      about={isOwn ? say.aboutAssignment : say.aboutFacility}
      actions={mayWrite && (
        <FormDialog
          button={say.add}
          title={say.add}
          text={say.addAbout}
          submit={say.addSubmit}
          done={say.added}
          defaultValues={() => ({ effective_from: today(me.timezone) })}
          act={(values) =>
            isOwn
              ? insert("assignment_code_rates", [{ ...values, ...owner }])
              : insert("facility_code_rates", [{ ...values, ...owner }])}
        >
          <CodeInput />
          <Fields />
        </FormDialog>
      )}
    >
      <Loaded query={rates}>
        {(found) => (
          <Rows
            label={title}
            rows={found}
            rowKey={(rate) => `${rate.code} ${rate.effective_from}`}
            empty={say.none}
            columns={[
              { label: words.codes.code, value: ({ time_codes: { title: name } }) => name },
              { label: say.from, value: (rate) => day(rate.effective_from) },
              { label: say.bill, value: (rate) => aUnit(rate.bill_rate, rate), isNumber: true },
              { label: say.pay, value: (rate) => aUnit(rate.pay_rate, rate), isNumber: true },
              ...mayWrite
                ? [{
                  label: words.common.actions,
                  heading: "",
                  value: (rate: Rate) => <RateActions rate={rate} owner={owner} />,
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function ratesOf(owner: Owner, signal: AbortSignal): Promise<Rate[]> {
  const asked = { select: SELECT, order: "code,effective_from.desc" } as const;
  return "assignment_id" in owner
    ? rows("assignment_code_rates", {
      ...asked,
      assignment_id: `eq.${owner.assignment_id}`,
    }, signal)
    : rows("facility_code_rates", { ...asked, facility_id: `eq.${owner.facility_id}` }, signal);
}

/** `$8.00 / hour` */
function aUnit(rate: number | null, { time_codes: { unit } }: Rate): string {
  return rate === null ? "" : say.aUnit(perUnit(rate), unitWord(unit));
}

function RateActions({ rate, owner }: { rate: Rate; owner: Owner }) {
  const { code, effective_from, bill_rate, pay_rate, reason, time_codes: { title } } = rate;
  const from = day(effective_from);
  const seen: Query = {
    ...Object.fromEntries(Object.entries(owner).map(([name, id]) => [name, `eq.${id}`])),
    code: `eq.${code}`,
    effective_from: `eq.${effective_from}`,
  };
  const table = "assignment_id" in owner ? "assignment_code_rates" : "facility_code_rates";
  return (
    <Box sx={{ display: "flex", whiteSpace: "nowrap", justifyContent: "flex-end" }}>
      <FormDialog
        button={say.change}
        title={say.changeTitle(title, from)}
        text={say.addAbout}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${title}, ${from}` }}
        defaultValues={{
          effective_from,
          bill_rate: typedRate(bill_rate),
          pay_rate: typedRate(pay_rate),
          reason,
        }}
        act={(values) => update(table, seen, values)}
      >
        <Fields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(title, from)}
        submit={say.removeNow}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${title}, ${from}` }}
        act={() => remove(table, seen)}
      />
    </Box>
  );
}

/** One of the codes but regular, with its unit where that is not the hour. */
function CodeInput() {
  const codes = useAsk(["time_codes"], (signal) =>
    rows("time_codes", {
      select: "name,title,unit",
      name: `neq.${REGULAR}`,
      order: "title,name",
    }, signal));
  return (
    <SelectInput
      source="code"
      label={words.codes.code}
      choices={(codes.data ?? []).map(({ name, title, unit }) => ({
        id: name,
        name: unit === HOUR ? title : words.codes.ofUnit(title, unitWord(unit)),
      }))}
      isPending={codes.isPending}
      translateChoice={false}
      validate={required()}
    />
  );
}

function Fields() {
  return (
    <>
      <DayInput source="effective_from" label={say.from} />
      <MoneyInput source="bill_rate" label={say.bill} helperText={say.leftOut} optional perUnit />
      <MoneyInput source="pay_rate" label={say.pay} helperText={say.leftOut} optional perUnit />
      <TextInput
        source="reason"
        label={say.reason}
        helperText={say.reasonAbout}
        parse={oneLine}
        multiline
        fullWidth
      />
    </>
  );
}
