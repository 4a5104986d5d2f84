import { BooleanInput, DateInput, required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { insert, remove, rows, type Selected, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { day, decimal, money, today } from "../../ui/format.ts";
import { DayInput, MoneyInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { RowActions } from "../../ui/row_actions.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { isPercent } from "./terms_fields.tsx";

const say = words.facilities.fees;
const SELECT =
  "id,kind,name,base,rate,amount,volume_from,volume_counts,lessens_orders,account,effective_from,effective_to";
type Fee = Selected<"facility_fees", typeof SELECT>;
const VOLUME = "volume";

/** Fees and rebates of a facility, dated. */
export function FacilityFees({ facilityId }: { facilityId: string }) {
  const me = useMe();
  const mayWrite = isOneOf(me, "billing");
  const fees = useAsk(["facility_fees", facilityId], (signal) =>
    rows("facility_fees", {
      select: SELECT,
      facility_id: `eq.${facilityId}`,
      order: "kind,name,volume_from,effective_from.desc,id",
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
          defaultValues={() => ({
            kind: "msp",
            way: "percent",
            base: "all",
            volume_counts: "whole",
            lessens_orders: false,
            effective_from: today(me.timezone),
          })}
          act={(values) => insert("facility_fees", [{ ...rowOf(values), facility_id: facilityId }])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Loaded query={fees}>
        {(found) => (
          <Rows
            label={say.title}
            rows={found}
            rowKey={({ id }) => id}
            empty={say.none}
            columns={[
              { label: say.name, value: ({ name }) => name },
              { label: say.kind, value: ({ kind }) => say.kinds[kind] },
              { label: say.what, value: whatOf },
              { label: words.common.firstDay, value: (fee) => day(fee.effective_from) },
              { label: words.common.lastDay, value: (fee) => day(fee.effective_to) },
              ...mayWrite
                ? [{
                  label: words.common.actions,
                  heading: "",
                  value: (fee: Fee) => <FeeActions fee={fee} />,
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

/** A share as percent, as it is typed: 0.03 is 3. */
const percentOf = (share: number | null) =>
  share === null ? null : decimal(share).times(100).toString();

/** `3 % of all that is billed, from $100,000.00 in the year` */
function whatOf(fee: Fee): string {
  return [
    fee.rate === null
      ? say.ofEach(money(fee.amount))
      : `${say.percentOf(percentOf(fee.rate) ?? "")} ${say.base.toLowerCase()} ${
        say.bases[fee.base]
      }`,
    ...fee.volume_from === null ? [] : [say.fromVolume(money(fee.volume_from))],
    ...fee.volume_counts === null ? [] : [say.countsFor[fee.volume_counts]],
    ...fee.lessens_orders ? [say.net] : [],
  ].join(", ");
}

/** The name, of a tier with where it begins. */
const nameOf = ({ name, volume_from: from }: Fee) =>
  from === null ? name : `${name}, ${say.fromVolume(money(from))}`;

function FeeActions({ fee }: { fee: Fee }) {
  const name = `${nameOf(fee)}, ${day(fee.effective_from)}`;
  const seen = { id: `eq.${fee.id}` };
  const { id: _, rate, amount, volume_from: from, ...rest } = fee;
  return (
    <RowActions
      say={say}
      name={name}
      values={{
        ...rest,
        volume_counts: fee.volume_counts ?? "whole",
        way: rate === null ? "amount" : "percent",
        percent: percentOf(rate),
        amount: amount?.toFixed(2),
        volume_from: from?.toFixed(2),
      }}
      change={(values) => update("facility_fees", seen, rowOf(values))}
      remove={() => remove("facility_fees", seen)}
    >
      <Fields />
    </RowActions>
  );
}

/** A row from what was typed: a percentage becomes a share, and only a rebate by volume has a tier. */
function rowOf(
  { way, percent, amount, volume_from: from, volume_counts: counts, ...rest }: Values,
): Values {
  const isVolume = rest["kind"] === VOLUME;
  const isShare = isVolume || way === "percent";
  return {
    ...rest,
    rate: isShare ? decimal(String(percent)).dividedBy(100).toFixed(6) : null,
    amount: isShare ? null : amount,
    volume_from: isVolume ? from : null,
    volume_counts: isVolume ? counts : null,
  };
}

function Fields() {
  const isVolume = useWatch({ name: "kind" }) === VOLUME;
  const way: unknown = useWatch({ name: "way" });
  return (
    <>
      <SelectInput
        source="kind"
        label={say.kind}
        choices={choicesOf(Object.keys(say.kinds), say.kinds)}
        validate={required()}
      />
      <TextInput source="name" label={say.name} validate={required()} fullWidth />
      {isVolume
        ? (
          <>
            <MoneyInput
              source="volume_from"
              label={say.volumeFrom}
              helperText={say.volumeFromAbout}
            />
            <SelectInput
              source="volume_counts"
              label={say.counts}
              choices={choicesOf(Object.keys(say.countsFor), say.countsFor)}
              validate={required()}
            />
          </>
        )
        : (
          <SelectInput
            source="way"
            label={say.way}
            choices={choicesOf(Object.keys(say.ways), say.ways)}
            validate={required()}
          />
        )}
      {isVolume || way === "percent"
        ? <TextInput source="percent" label={say.percent} validate={[required(), isPercent]} />
        : <MoneyInput source="amount" label={say.amount} />}
      <SelectInput
        source="base"
        label={say.base}
        choices={choicesOf(Object.keys(say.bases), say.bases)}
        validate={required()}
      />
      <DayInput source="effective_from" label={words.common.firstDay} />
      <DateInput source="effective_to" label={words.common.lastDay} fullWidth />
      <BooleanInput
        source="lessens_orders"
        label={say.lessensOrders}
        helperText={say.lessensOrdersAbout}
      />
      <AccountInput />
    </>
  );
}

/** One of the firm's accounts of fees. */
function AccountInput() {
  const accounts = useAsk(["fee_accounts"], (signal) =>
    rows("journal_accounts", {
      select: "account,name",
      account: "like.fees_*",
      order: "name,account",
    }, signal));
  return (
    <SelectInput
      source="account"
      label={say.account}
      helperText={say.accountAbout}
      choices={(accounts.data ?? []).map(({ account, name }) => ({ id: account, name }))}
      isPending={accounts.isPending}
      translateChoice={false}
    />
  );
}
