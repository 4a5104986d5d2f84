import { Typography } from "@mui/material";
import { useNavigate, useParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import { Refusal } from "../../api/refusal.ts";
import { remove, rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, instant, money } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { FacilityLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { More } from "../../ui/more.tsx";
import { Notes } from "../../ui/notes.tsx";
import { Facts, Page } from "../../ui/page.tsx";
import { State } from "../../ui/state.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { Proposal } from "./proposal.tsx";
import { Refunds } from "./refunds.tsx";

const say = words.cash.check;

/** One check: what it pays, edited until it is confirmed. */
export function Check() {
  const { id = "" } = useParams();
  const me = useMe();
  const navigate = useNavigate();
  const check = useAsk(["check", id], async (signal) => {
    const [[found], [reconciliation], [refunded]] = await Promise.all([
      rows("checks", {
        select: "*,entered_by_name,returned_by_name,facilities(name)",
        id: `eq.${id}`,
      }, signal),
      rows("check_reconciliations", {
        select: "id,status,confirmed_at,confirmed_by_name",
        check_id: `eq.${id}`,
      }, signal),
      rows("refunds", {
        select: "facility_credit_id,facility_credits!inner(check_id)",
        "facility_credits.check_id": `eq.${id}`,
        limit: "1",
      }, signal),
    ]);
    if (!found) throw new Refusal(404, say.notFound);
    return { found, reconciliation, refunded };
  });
  const mayBill = isOneOf(me, "billing");
  return (
    <Loaded query={check}>
      {({ found, reconciliation, refunded }) => {
        return (
          <Page
            title={say.title(
              words.cash.methods[found.method] ?? "",
              found.check_number,
              money(found.amount),
            )}
            about={
              <>
                <State of={found.status} />{" "}
                <FacilityLink id={found.facility_id}>{found.facilities.name}</FacilityLink>
              </>
            }
            actions={mayBill && (
              <>
                {found.status === "received" && reconciliation === undefined && (
                  <ActButton
                    label={say.propose}
                    variant="contained"
                    done={say.proposed}
                    act={() => call("propose_check_reconciliation", { check_id: id })}
                  />
                )}
                {found.status !== "returned" && (
                  <More>
                    {found.status === "received" && reconciliation !== undefined && (
                      <ActButton
                        label={say.proposeAnew}
                        done={say.proposed}
                        act={async () => {
                          await remove("check_reconciliations", { id: `eq.${reconciliation.id}` });
                          await call("propose_check_reconciliation", { check_id: id });
                        }}
                      />
                    )}
                    {found.status === "received" && (
                      <FormDialog
                        button={say.remove}
                        title={say.removeTitle}
                        text={say.removeAbout}
                        submit={say.remove}
                        done={say.removed}
                        act={async () => {
                          if (reconciliation !== undefined) {
                            await remove("check_reconciliations", {
                              id: `eq.${reconciliation.id}`,
                            });
                          }
                          await remove("checks", { id: `eq.${id}` });
                          navigate("/cash/checks");
                        }}
                      />
                    )}
                    <FormDialog
                      button={say.return}
                      title={say.returnTitle}
                      text={say.returnAbout}
                      submit={words.common.yes}
                      done={say.returned}
                      buttonProps={{ color: "error" }}
                      act={({ reason }) =>
                        call("return_check", { check_id: id, reason: String(reason) })}
                    >
                      <ReasonInput />
                    </FormDialog>
                  </More>
                )}
              </>
            )}
          >
            <Facts
              facts={[
                [words.cash.checks.received, day(found.received_on)],
                [words.cash.checks.by, found.entered_by_name],
                [
                  words.states["reconciled"] ?? "",
                  found.reconciled_at && words.common.by(
                    instant(found.reconciled_at, me.timezone),
                    reconciliation?.confirmed_by_name ?? null,
                  ),
                ],
                [
                  words.states["returned"] ?? "",
                  found.returned_at &&
                  words.common.by(instant(found.returned_at, me.timezone), found.returned_by_name),
                ],
              ]}
            />
            {found.return_reason && (
              <Typography>{say.returnReason}: {found.return_reason}</Typography>
            )}
            {reconciliation && (
              <Proposal
                reconciliation={reconciliation}
                facilityId={found.facility_id}
                amount={found.amount}
                mayEdit={mayBill}
              />
            )}
            {refunded !== undefined && <Refunds creditId={refunded.facility_credit_id} />}
            <Notes about="check" aboutId={id} />
            <Timeline kind="check" id={id} />
          </Page>
        );
      }}
    </Loaded>
  );
}
