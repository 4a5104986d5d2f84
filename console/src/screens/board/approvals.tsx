import { Typography } from "@mui/material";
import { call } from "../../api/call.ts";
import { headingOf } from "../../api/csv.ts";
import { rows, type Selected } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton, Actions } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { instant } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.approvals;
const SELECT =
  "id,kind,says,arguments,reason,status,requested_at,requested_by,requested_by_name,expires_at,approved_at,approved_by_name,declined_at,declined_by_name,decline_reason";
type Approval = Selected<"approvals", typeof SELECT>;

/** Requests that wait for a second person, and what became of the others. */
export function Approvals() {
  const me = useMe();
  const approvals = useAsk(
    ["approvals"],
    (signal) => rows("approvals", { select: SELECT, order: "requested_at.desc,id.desc" }, signal),
  );
  const asked = [
    { label: say.says, value: (one: Approval) => <Says of={one} /> },
    { label: say.why, value: (one: Approval) => one.reason },
    {
      label: say.by,
      value: (one: Approval) =>
        `${one.requested_by_name ?? ""} ${instant(one.requested_at, me.timezone)}`,
    },
  ];
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={isOneOf(me) && <TextLink to="/board/controls">{say.controls}</TextLink>}
    >
      <Loaded query={approvals}>
        {(all) => {
          const isWaiting = (one: Approval) =>
            one.status === "waiting" && new Date(one.expires_at) > new Date();
          return (
            <>
              <Part title={say.waiting}>
                <Rows
                  label={say.waiting}
                  rows={all.filter(isWaiting)}
                  rowKey={({ id }) => id}
                  empty={say.none}
                  columns={[
                    ...asked,
                    { label: say.until, value: (one) => instant(one.expires_at, me.timezone) },
                    {
                      label: say.decide,
                      value: (one) => <Decide of={one} isMine={one.requested_by === me.userId} />,
                    },
                  ]}
                />
              </Part>
              <Part title={say.decided}>
                <Rows
                  label={say.decided}
                  rows={all.filter((one) => !isWaiting(one))}
                  rowKey={({ id }) => id}
                  empty={say.noneDecided}
                  columns={[
                    ...asked,
                    {
                      label: say.outcome,
                      value: (one) =>
                        one.status === "approved"
                          ? say.approvedBy(
                            one.approved_by_name ?? say.program,
                            instant(one.approved_at, me.timezone),
                          )
                          : one.status === "declined"
                          ? say.declinedBy(
                            one.declined_by_name ?? say.program,
                            one.decline_reason ?? "",
                          )
                          : say.expired,
                    },
                  ]}
                />
              </Part>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** The sentence of what it does, and below it what else was asked for: whoever approves reads all of it. */
function Says({ of: { says, arguments: given } }: { of: Approval }) {
  const asked = Object.entries(given as Record<string, unknown>).filter(([name, value]) =>
    value !== null && name !== "reason" && !/_ids?$/.test(name)
  );
  return (
    <>
      {says}
      {asked.length > 0 && (
        <Typography variant="body2" color="text.secondary">
          {asked.map(([name, value]) => `${headingOf(name)}: ${String(value)}`).join("; ")}
        </Typography>
      )}
    </>
  );
}

/** Approving what somebody else asked for; who asked takes it back. */
function Decide({ of: { id, says }, isMine }: { of: Approval; isMine: boolean }) {
  return (
    <Actions>
      {!isMine && (
        <ActButton
          label={say.approve}
          aria-label={`${say.approve}: ${says}`}
          done={say.approved}
          act={() => call("approve", { id })}
        />
      )}
      <FormDialog
        button={isMine ? say.withdraw : say.decline}
        title={isMine ? say.withdrawTitle : say.declineTitle}
        text={says}
        submit={isMine ? say.withdrawSubmit : say.declineSubmit}
        done={isMine ? say.withdrawn : say.declined}
        act={({ reason }) => call("decline_approval", { id, reason: String(reason) })}
      >
        <ReasonInput />
      </FormDialog>
    </Actions>
  );
}
