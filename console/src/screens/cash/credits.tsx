import { useNavigate, useParams } from "react-router-dom";
import { Refusal } from "../../api/refusal.ts";
import { allRows, insert, rows, type Selected } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { day, money, sum } from "../../ui/format.ts";
import { FacilityLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { Proposal } from "./proposal.tsx";
import { RefundForm, Refunds } from "./refunds.tsx";

const say = words.cash.credits;
type Credit = Selected<"facility_credits", typeof SELECT>;
const SELECT =
  "id,facility_id,amount,remaining,reversed_at,facilities(name),checks(id,check_number,received_on),credit_notes(number,invoice_id,counts_on),check_reconciliations(id,status,confirmed_at),refunds(amount)";

/** Credits that checks and credit notes left over. */
export function Credits() {
  const me = useMe();
  const navigate = useNavigate();
  const credits = useAsk(
    ["credits"],
    () => allRows("facility_credits", { select: SELECT, order: "remaining.desc,id" }),
  );

  async function spend({ id }: Credit): Promise<void> {
    await propose(id);
    navigate(`/cash/credits/${id}`);
  }

  return (
    <Page title={say.title} about={say.about}>
      <Part title={say.title}>
        <Loaded query={credits}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={({ id }) => id}
              empty={say.none}
              columns={[
                {
                  label: words.common.facility,
                  value: (one) => (
                    <FacilityLink id={one.facility_id}>{one.facilities.name}</FacilityLink>
                  ),
                  total: words.common.total,
                },
                {
                  label: say.check,
                  value: sourceOf,
                },
                { label: say.of, value: (one) => money(one.amount), isNumber: true },
                {
                  label: say.remaining,
                  value: (one) => one.reversed_at ? say.reversed : money(one.remaining),
                  isNumber: true,
                  total: money(
                    sum(found.filter((one) => !one.reversed_at).map(({ remaining }) => remaining)),
                  ),
                },
                {
                  label: say.refunds,
                  value: (one) =>
                    one.refunds.length > 0 && money(sum(one.refunds.map(({ amount }) => amount))),
                  isNumber: true,
                },
                {
                  label: say.spend,
                  heading: "",
                  value: (one) => {
                    if (
                      one.reversed_at || one.remaining === 0 || !isOneOf(me, "billing")
                    ) return null;
                    return one.check_reconciliations.some(({ status }) => status === "proposed")
                      ? <TextLink to={`/cash/credits/${one.id}`}>{say.open}</TextLink>
                      : (
                        <>
                          <ActButton label={say.spend} done={say.spent} act={() => spend(one)} />
                          <RefundForm credit={one} />
                        </>
                      );
                  },
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}

async function propose(creditId: string): Promise<void> {
  await insert("check_reconciliations", [{ facility_credit_id: creditId }]);
}

/** Invoices that a credit is going to pay. */
export function CreditProposal() {
  const { id = "" } = useParams();
  const me = useMe();
  const credit = useAsk(["credit", id], async (signal) => {
    const [found] = await rows(
      "facility_credits",
      { select: SELECT, id: `eq.${id}` },
      signal,
    );
    if (!found) throw new Refusal(404, say.none);
    return found;
  });
  return (
    <Loaded query={credit}>
      {(found) => (
        <Page
          title={`${say.title}: ${found.facilities.name}`}
          about={
            <>
              <FacilityLink id={found.facility_id}>{found.facilities.name}</FacilityLink>,{" "}
              {say.remaining}: {money(found.remaining)}
            </>
          }
          actions={found.remaining > 0 && isOneOf(me, "billing") && <RefundForm credit={found} />}
        >
          {found.refunds.length > 0 && <Refunds creditId={found.id} />}
          {found.check_reconciliations.length === 0 && (
            <Part title={say.unspent}>
              {found.remaining > 0 && isOneOf(me, "billing") && (
                <ActButton
                  label={say.spend}
                  done={say.spent}
                  act={() => propose(found.id)}
                />
              )}
            </Part>
          )}
          {found.check_reconciliations.map((reconciliation) => (
            <Proposal
              key={reconciliation.id}
              reconciliation={reconciliation}
              facilityId={found.facility_id}
              amount={found.remaining}
              mayEdit={isOneOf(me, "billing")}
            />
          ))}
        </Page>
      )}
    </Loaded>
  );
}

/** The check or the credit note that left it. */
function sourceOf({ checks: check, credit_notes: note }: Credit) {
  if (note !== null) {
    return (
      <TextLink to={`/billing/invoices/${note.invoice_id}`}>
        {say.ofNote(note.number, day(note.counts_on))}
      </TextLink>
    );
  }
  return check !== null && (
    <TextLink to={`/cash/checks/${check.id}`}>
      {check.check_number ?? words.cash.checks.none}, {day(check.received_on)}
    </TextLink>
  );
}
