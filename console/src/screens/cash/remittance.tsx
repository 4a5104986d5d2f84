import { Alert, Typography } from "@mui/material";
import { required, SelectInput } from "react-admin";
import { useParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import { Refusal } from "../../api/refusal.ts";
import { allRows, rows, type Selected } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, decimal, money } from "../../ui/format.ts";
import { FacilityInput, MoneyInput, ReasonInput } from "../../ui/inputs.tsx";
import { FacilityLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { Proposal } from "./proposal.tsx";

const say = words.cash.remittances;
const LINE =
  "id,invoice_number,amount,deduction,deduction_reason,invoice_id,number,balance,short_by,settled_as";
type Outcome = "dispute" | "write_off" | "owed";
type Line = Selected<"remittance_line_states", typeof LINE>;

/** One payment that the bank reported: whose it is, what the payer said, and what it is proposed to pay. */
export function Remittance() {
  const { id = "" } = useParams();
  const me = useMe();
  const remittance = useAsk(["remittance", id], async (signal) => {
    const [[found], lines] = await Promise.all([
      rows("remittance_states", { select: "*", id: `eq.${id}` }, signal),
      allRows("remittance_line_states", {
        select: LINE,
        remittance_id: `eq.${id}`,
        order: "remittance_id,id",
      }),
    ]);
    if (!found) throw new Refusal(404, say.notFound);
    const [[check], [reconciliation]] = found.check_id === null ? [[], []] : await Promise.all([
      rows("checks", { select: "id,amount,facility_id", id: `eq.${found.check_id}` }, signal),
      rows("check_reconciliations", {
        select: "id,status,confirmed_at",
        check_id: `eq.${found.check_id}`,
        status: "neq.returned",
      }, signal),
    ]);
    return { found, lines, check, reconciliation };
  });
  const mayBill = isOneOf(me, "billing");
  return (
    <Loaded query={remittance}>
      {({ found, lines, check, reconciliation }) => {
        return (
          <Page
            title={say.one(words.cash.methods[found.method] ?? "", money(found.amount))}
            about={
              <>
                <State of={found.state} />{" "}
                {found.facility_id !== null && (
                  <FacilityLink id={found.facility_id}>{found.facility_name}</FacilityLink>
                )}
              </>
            }
            actions={mayBill && found.check_id === null && (
              <>
                <FormDialog
                  button={say.assign}
                  title={say.assignTitle}
                  text={say.assignAbout}
                  submit={say.assignSubmit}
                  done={say.assigned}
                  buttonProps={{ variant: "contained" }}
                  act={({ facility_id }) =>
                    call("assign_remittance", {
                      remittance_id: id,
                      facility_id: String(facility_id),
                    })}
                >
                  <FacilityInput active={false} autoFocus />
                </FormDialog>
                {found.state !== "set_aside" && (
                  <FormDialog
                    button={say.setAside}
                    title={say.setAsideTitle}
                    text={say.setAsideAbout}
                    submit={say.setAsideSubmit}
                    done={say.wasSetAside}
                    act={({ reason }) =>
                      call("set_aside_remittance", { remittance_id: id, reason: String(reason) })}
                  >
                    <ReasonInput />
                  </FormDialog>
                )}
              </>
            )}
          >
            <Facts
              facts={[
                [words.cash.checks.received, day(found.received_on)],
                [say.payer, found.payer],
                [say.numberOfPayer, found.facility_number],
                [words.cash.checks.number, found.check_number],
                [say.matched, say.matches[found.matched_by ?? ""]],
                [say.reference, found.bank_reference],
              ]}
            />
            {found.remark && <Typography>{say.remark}: {found.remark}</Typography>}
            {found.set_aside_reason && (
              <Alert severity="info">{say.because(found.set_aside_reason)}</Alert>
            )}
            {found.check_id !== null && (
              <Typography>
                <TextLink to={`/cash/checks/${found.check_id}`}>{say.check}</TextLink>
              </Typography>
            )}
            <Lines lines={lines} mayBill={mayBill} />
            {found.state === "not_matched" && <Alert severity="info">{say.unmatched}</Alert>}
            {check && reconciliation && (
              <Proposal
                reconciliation={reconciliation}
                facilityId={check.facility_id}
                amount={check.amount}
                mayEdit={mayBill && reconciliation.status === "proposed"}
              />
            )}
          </Page>
        );
      }}
    </Loaded>
  );
}

function Lines({ lines, mayBill }: { lines: readonly Line[]; mayBill: boolean }) {
  return (
    <Part title={say.lines}>
      <Rows
        label={say.lines}
        rows={lines}
        rowKey={({ id }) => id}
        empty={say.noLines}
        columns={[
          { label: say.asWritten, value: (one) => one.invoice_number },
          {
            label: say.invoice,
            value: (one) =>
              one.invoice_id === null
                ? say.unknown
                : <TextLink to={`/billing/invoices/${one.invoice_id}`}>{one.number}</TextLink>,
          },
          {
            label: say.paid,
            value: (one) => one.amount === null ? "" : money(one.amount),
            isNumber: true,
          },
          {
            label: say.keptBack,
            value: (one) => one.deduction === null ? "" : money(one.deduction),
            isNumber: true,
          },
          { label: say.reason, value: (one) => one.deduction_reason },
          {
            label: say.shortBy,
            value: (one) => decimal(one.short_by).isZero() ? "" : money(one.short_by),
            isNumber: true,
          },
          {
            label: say.decide,
            heading: "",
            value: (one) =>
              one.settled_as !== null
                ? say.outcomes[one.settled_as]
                : mayBill && !decimal(one.short_by).isZero() && <Decision line={one} />,
          },
        ]}
      />
    </Part>
  );
}

/** Decides what becomes of what the payer kept back. */
function Decision({ line }: { line: Line }) {
  return (
    <FormDialog
      button={say.decide}
      title={say.decideTitle(line.number ?? "", money(line.short_by))}
      text={say.decideAbout(money(line.balance ?? 0))}
      submit={say.decideSubmit}
      done={say.decided}
      defaultValues={() => ({
        outcome: "dispute",
        amount: decimal(line.short_by).toFixed(2),
        reason: line.deduction_reason ?? "",
      })}
      act={({ outcome, amount, reason }) =>
        call("settle_short_payment", {
          remittance_line_id: line.id,
          outcome: outcome as Outcome,
          ...(outcome === "owed" ? {} : { amount: String(amount) }),
          ...(reason ? { reason: String(reason) } : {}),
        })}
    >
      <SelectInput
        source="outcome"
        label={say.outcome}
        choices={choicesOf(["dispute", "write_off", "owed"], say.outcomes)}
        validate={required()}
      />
      <MoneyInput source="amount" label={say.amountDecided} />
      <ReasonInput />
    </FormDialog>
  );
}
