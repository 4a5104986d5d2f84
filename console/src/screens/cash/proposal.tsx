import { Alert, Box, TextField, Typography } from "@mui/material";
import { useStore } from "react-admin";
import { call } from "../../api/call.ts";
import { allRows, type Row, rows } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { type Amount, day, decimal, money, sum } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { type Discounted, discountLeft } from "../billing/discount_left.ts";
import { type Line, saveLines } from "./save_lines.ts";

const say = words.cash.proposal;
/** Lines of a check or a credit, as the screens show them. */
export type Reconciliation = Pick<Row<"check_reconciliations">, "id" | "status" | "confirmed_at">;
type Component = "principal" | "interest" | "write_off" | "discount";
interface Open extends
  Pick<
    Row<"invoices">,
    | "id"
    | "number"
    | "facility_id"
    | "due_date"
    | "balance"
    | "interest_balance"
    | "discount_until"
  >,
  Discounted {
  readonly facilities: { readonly name: string };
  /** Written off and not recovered: it may be paid after all. */
  readonly writtenOff: Amount;
}
const PAYS: Readonly<Record<Component, string>> = {
  principal: say.paysPrincipal,
  interest: say.paysInterest,
  write_off: say.paysWriteOff,
  discount: say.discount,
};
/** Amounts that were typed over lines, and over which lines. */
interface Typed {
  readonly on: string;
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Form of what a check or a credit pays. Proposed, it is edited with the rest shown at every
 * keystroke; confirmed, it stays. Where a credit is left over it asks before it posts: what fits to the cent is posted at
 * once.
 */
export function Proposal({ reconciliation, facilityId, amount, mayEdit }: {
  reconciliation: Reconciliation;
  facilityId: string;
  amount: number;
  mayEdit: boolean;
}) {
  const isOpen = reconciliation.status === "proposed";
  const spread = useAsk(["reconciliation", reconciliation.id, isOpen], async (signal) => {
    const { customerId, billed } = await billedWith(facilityId, signal);
    const mayPay = (one: { facility_id: string; bill_to_facility_id: string | null }) =>
      one.facility_id === facilityId || one.bill_to_facility_id === customerId ||
      one.bill_to_facility_id === null && billed.has(one.facility_id);
    const facilityIds = [...billed.add(facilityId)].join();
    const lines = await allRows("check_reconciliation_lines", {
      select:
        "id,invoice_id,component,amount,invoices(id,number,facility_id,due_date,balance,interest_balance,total,discount,discount_until,credit_notes(amount),facilities(name))",
      check_reconciliation_id: `eq.${reconciliation.id}`,
      order: "id",
    });
    const open = !isOpen ? [] : await allRows("invoices", {
      select:
        "id,number,facility_id,bill_to_facility_id,due_date,balance,interest_balance,total,discount,discount_until,credit_notes(amount),facilities(name)",
      status: "in.(sent,partially_paid,paid)",
      and:
        `(or(facility_id.in.(${facilityIds}),bill_to_facility_id.eq.${customerId}),or(balance.gt.0,interest_balance.gt.0))`,
      order: "due_date,id",
    });
    const given = !isOpen ? [] : await allRows("payments", {
      select:
        "id,invoice_id,component,amount,invoices!inner(id,number,facility_id,bill_to_facility_id,due_date,balance,interest_balance,total,discount,discount_until,credit_notes(amount),facilities(name))",
      "invoices.facility_id": `in.(${facilityIds})`,
      or: "(source.eq.write_off,component.eq.write_off)",
      reversed_at: "is.null",
      order: "id",
    });
    const writtenOff = Map.groupBy(given, ({ invoice_id }) => invoice_id);
    const restOf = (id: string) =>
      sum(
        (writtenOff.get(id) ?? []).map(({ component, amount }) =>
          component === "write_off" ? -amount : amount
        ),
      );
    const known = new Map(
      [
        ...open.filter(mayPay),
        ...lines.map(({ invoices }) => invoices),
        ...given.map(({ invoices }) => invoices).filter((one) =>
          mayPay(one) && !restOf(one.id).isZero()
        ),
      ].map((one) => [one.id, { ...one, writtenOff: restOf(one.id) }]),
    );
    return { lines, invoices: [...known.values()] };
  });
  return (
    <Loaded query={spread}>
      {({ lines, invoices }) => (
        <Editor
          reconciliation={reconciliation}
          lines={lines}
          invoices={invoices}
          facilityId={facilityId}
          amount={amount}
          mayEdit={mayEdit && isOpen}
        />
      )}
    </Loaded>
  );
}

/** The facility that is billed for another one, and all that are billed with it. */
async function billedWith(facilityId: string, signal: AbortSignal) {
  const [own] = await rows("facilities", {
    select: "bill_to_facility_id",
    id: `eq.${facilityId}`,
  }, signal);
  const customerId = own?.bill_to_facility_id ?? facilityId;
  const facilities = await allRows("facilities", {
    select: "id",
    bill_to_facility_id: `eq.${customerId}`,
    order: "id",
  });
  return { customerId, billed: new Set([customerId, ...facilities.map(({ id }) => id)]) };
}

function Editor({ reconciliation, lines, invoices, facilityId, amount, mayEdit }: {
  reconciliation: Reconciliation;
  lines: readonly Line[];
  invoices: readonly Open[];
  /** The one that paid. */
  facilityId: string;
  amount: number;
  mayEdit: boolean;
}) {
  // What is typed is kept until it is saved, on whichever page one looks meanwhile. It begins anew when somebody else
  // changed the lines.
  const state = lines.map((line) => `${line.id}${line.component}${line.amount}`).join();
  const [kept, keep] = useStore<Typed | null>(`cash.proposal.${reconciliation.id}`, null);
  const isTouched = mayEdit && kept?.on === state;
  const typed = isTouched ? kept.texts : textsOf(lines);
  const textOf = (invoice: Open, component: Component) => typed[`${invoice.id} ${component}`] ?? "";
  const isAmount = (text: string) => text === "" || /^\d{1,10}(\.\d{1,2})?$/.test(text);
  const isSound = Object.values(typed).every(isAmount);
  // A discount spends nothing of the check.
  const onInvoices = sum(
    Object.entries(typed).filter(([name, text]) => !name.endsWith(" discount") && isAmount(text))
      .map(([, text]) => text),
  );
  const rest = decimal(amount).minus(onInvoices);
  const save = () => saveLines(reconciliation.id, lines, typed);
  const confirm = async () => {
    if (isTouched) await save();
    keep(null);
    await call("confirm_check_reconciliation", { check_reconciliation_id: reconciliation.id });
  };

  function input(invoice: Open, component: Component, owed: Amount) {
    const text = textOf(invoice, component);
    if (!mayEdit) return text === "" ? "" : money(text);
    const isWrong = !isAmount(text) || decimal(text).greaterThan(decimal(owed));
    return (
      <TextField
        size="small"
        variant="outlined"
        margin="none"
        fullWidth={false}
        value={text}
        error={isWrong}
        onChange={({ target }) => {
          const typedNow = target.value.replaceAll(",", "").trim();
          keep({ on: state, texts: { ...typed, [`${invoice.id} ${component}`]: typedNow } });
        }}
        slotProps={{
          htmlInput: {
            "aria-label": `${PAYS[component]} ${invoice.number ?? ""}`,
            inputMode: "decimal",
            style: { textAlign: "right", width: 110, padding: "4px 8px" },
          },
        }}
      />
    );
  }

  const shown = mayEdit
    ? invoices
    : invoices.filter((one) =>
      textOf(one, "principal") || textOf(one, "interest") || textOf(one, "write_off") ||
      textOf(one, "discount")
    );
  const isOfSeveral = shown.some((one) => one.facility_id !== facilityId);
  const hasDiscounts = shown.some((one) =>
    mayEdit && one.discount !== null || textOf(one, "discount") !== ""
  );
  const hasWriteOffs = shown.some((one) =>
    !decimal(one.writtenOff).isZero() || textOf(one, "write_off") !== ""
  );
  return (
    <Part
      title={mayEdit || reconciliation.status === "proposed" ? say.title : say.titleConfirmed}
      about={mayEdit ? say.about : undefined}
      actions={mayEdit && (
        <>
          <ActButton
            label={say.save}
            done={say.saved}
            disabled={!isTouched || !isSound || rest.isNegative()}
            act={async () => {
              await save();
              keep(null);
            }}
          />
          {rest.isZero()
            ? (
              <ActButton
                label={say.confirm}
                variant="contained"
                done={say.confirmed}
                disabled={!isSound}
                act={confirm}
              />
            )
            : (
              <FormDialog
                button={say.confirm}
                title={say.confirmTitle(money(onInvoices), money(rest))}
                text={say.confirmAbout}
                submit={say.confirm}
                done={say.confirmed}
                buttonProps={{ variant: "contained", disabled: !isSound || rest.isNegative() }}
                act={confirm}
              />
            )}
        </>
      )}
    >
      <Box sx={{ display: "flex", gap: 4, my: 1 }} aria-live="polite">
        <Typography>
          {say.spread}: <b>{money(onInvoices)}</b>
        </Typography>
        <Typography>
          {say.rest}: <b>{money(rest)}</b> {rest.isPositive() && !rest.isZero() && say.restAbout}
        </Typography>
      </Box>
      {rest.isNegative() && <Alert severity="error">{say.over}</Alert>}
      {!isSound && <Alert severity="error">{say.sentence}</Alert>}
      <Rows
        label={say.title}
        rows={shown}
        rowKey={({ id }) => id}
        to={({ id }) => `/billing/invoices/${id}`}
        empty={mayEdit ? say.none : say.nothing}
        columns={[
          { label: say.invoice, value: (one) => one.number },
          ...isOfSeveral
            ? [{ label: words.common.facility, value: (one: Open) => one.facilities.name }]
            : [],
          { label: say.due, value: (one) => day(one.due_date) },
          { label: say.balance, value: (one) => money(one.balance), isNumber: true },
          { label: say.interestOwed, value: (one) => money(one.interest_balance), isNumber: true },
          {
            label: say.paysPrincipal,
            value: (one) => input(one, "principal", one.balance),
            isNumber: true,
          },
          {
            label: say.paysInterest,
            value: (one) => input(one, "interest", one.interest_balance),
            isNumber: true,
          },
          ...hasDiscounts
            ? [{
              label: say.discount,
              value: (one: Open) =>
                one.discount === null && textOf(one, "discount") === ""
                  ? ""
                  : input(one, "discount", discountLeft(one) ?? 0),
              isNumber: true,
            }, { label: say.discountUntil, value: (one: Open) => day(one.discount_until) }]
            : [],
          ...hasWriteOffs
            ? [{
              label: say.paysWriteOff,
              value: (one: Open) =>
                decimal(one.writtenOff).isZero() && textOf(one, "write_off") === ""
                  ? ""
                  : input(one, "write_off", one.writtenOff),
              isNumber: true,
            }]
            : [],
        ]}
      />
    </Part>
  );
}

function textsOf(lines: readonly Line[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => [`${line.invoice_id} ${line.component}`, decimal(line.amount).toFixed(2)]),
  );
}
