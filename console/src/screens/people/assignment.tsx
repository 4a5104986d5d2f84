import { useParams } from "react-router-dom";
import { Refusal } from "../../api/refusal.ts";
import { rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { CodeRates } from "../../ui/code_rates.tsx";
import { day, decimal, instant, money, share } from "../../ui/format.ts";
import { FacilityLink, PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Notes } from "../../ui/notes.tsx";
import { RULE } from "../../ui/overtime.tsx";
import { Facts, Page } from "../../ui/page.tsx";
import { PremiumRules } from "../../ui/premium_rules.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { useMe } from "../../ui/use_me.ts";
import { useZones } from "../../ui/use_zones.ts";
import { words } from "../../words.ts";
import { EnterCode } from "../time/enter_code.tsx";
import { EnterShift } from "../time/enter_shift.tsx";
import { AssignmentCredentials } from "./assignment_credentials.tsx";
import { AssignmentBillTerms } from "./assignment_bill_terms.tsx";
import { AssignmentGuarantees } from "./assignment_guarantees.tsx";
import { AssignmentOrder } from "./assignment_order.tsx";
import { AssignmentPay } from "./assignment_pay.tsx";
import { AssignmentRates } from "./assignment_rates.tsx";
import { AssignmentRecruiters } from "./assignment_recruiters.tsx";
import { AssignmentStipends } from "./assignment_stipends.tsx";
import { EndAssignment } from "./end_assignment.tsx";
import { GuaranteeExceptions } from "./guarantee_exceptions.tsx";
import { RateHits } from "./rate_hits.tsx";

const say = words.people.assignment;

/** One assignment: its days, its rates on a line, its raises, and how it is paid and billed. */
export function Assignment() {
  const { id = "" } = useParams();
  const me = useMe();
  const zoneOf = useZones();
  const assignment = useAsk(["assignment", id], async (signal) => {
    const [[found], [margin], rates] = await Promise.all([
      rows("assignments", {
        select:
          `*,contractors(first_name,last_name,employment_type,candidate_id),facilities(name),purchase_orders(number),overtime_rules(${RULE})`,
        id: `eq.${id}`,
      }, signal),
      rows("assignment_margin", {
        select: "*",
        assignment_id: `eq.${id}`,
      }, signal),
      rows("assignment_rates", {
        select: "*",
        assignment_id: `eq.${id}`,
        order: "effective_from",
      }, signal),
    ]);
    if (!found) throw new Refusal(404, say.notFound);
    const candidate = found.contractors.candidate_id;
    const [hired] = candidate === null ? [] : await rows(
      "candidates",
      { select: "hired_at,hired_by_name", id: `eq.${candidate}` },
      signal,
    );
    return { found, margin, rates, hired };
  });
  return (
    <Loaded query={assignment}>
      {({ found, margin, rates, hired }) => (
        <Page
          title={say.title(
            `${found.contractors.first_name} ${found.contractors.last_name}`,
            found.facilities.name,
          )}
          actions={
            <>
              {isOneOf(me, "billing", "payroll", "recruiting") && (
                <>
                  <EnterCode
                    assignmentId={id}
                    contractorId={found.contractor_id}
                    facilityId={found.facility_id}
                    title={words.codes.enter.title(
                      `${found.contractors.first_name} ${found.contractors.last_name}`,
                      found.facilities.name,
                    )}
                    day={[me.businessDate, found.end_date ?? me.businessDate].sort()[0] ?? ""}
                  />
                  <EnterShift
                    assignmentId={id}
                    codes={{ facilityId: found.facility_id }}
                    title={words.time.shift.titleOf(
                      `${found.contractors.first_name} ${found.contractors.last_name}`,
                      found.facilities.name,
                    )}
                    day={[me.businessDate, found.end_date ?? me.businessDate].sort()[0] ?? ""}
                    zone={zoneOf(found.facility_id)}
                    variant="text"
                  />
                </>
              )}
              {isOneOf(me, "recruiting") && <EndAssignment id={id} endDate={found.end_date} />}
            </>
          }
        >
          <Facts
            facts={[
              [
                words.common.contractor,
                <PersonLink key="contractor" id={found.contractor_id}>
                  {`${found.contractors.first_name} ${found.contractors.last_name}`}
                </PersonLink>,
              ],
              [
                words.common.facility,
                <FacilityLink key="facility" id={found.facility_id}>
                  {found.facilities.name}
                </FacilityLink>,
              ],
              [words.people.assignments.start, day(found.start_date)],
              [
                words.people.assignments.end,
                found.end_date ? day(found.end_date) : words.people.assignments.openEnded,
              ],
              [
                say.hired,
                hired?.hired_at &&
                words.common.by(instant(hired.hired_at, me.timezone), hired.hired_by_name),
              ],
              [
                words.people.assignments.margin,
                margin && `${money(margin.margin_per_hour)} (${share(margin.margin_share)})`,
              ],
              [words.people.assignments.billed, margin && money(decimal(margin.billed_margin))],
              [
                words.people.assignments.paid,
                margin?.paid_margin_share &&
                `${money(margin.paid_margin)} (${share(margin.paid_margin_share)})`,
              ],
              [
                words.people.assignments.profit,
                // The same as what was paid where there is neither a fee nor a burden.
                margin && (margin.fees !== 0 || margin.burden !== 0) && money(margin.profit),
              ],
              [words.credentials.needed.reason, found.missing_credentials_reason],
            ]}
          />
          <AssignmentRates rates={rates} through={found.end_date} />
          <RateHits assignmentId={id} />
          <CodeRates of={{ assignment_id: id }} />
          <PremiumRules
            place={{ of: "assignment", facilityId: found.facility_id, assignmentId: id }}
          />
          <AssignmentGuarantees assignmentId={id} />
          <AssignmentCredentials assignmentId={id} />
          <AssignmentRecruiters assignmentId={id} />
          <GuaranteeExceptions assignmentId={id} />
          <AssignmentPay assignment={found} />
          <AssignmentStipends assignmentId={id} />
          <AssignmentBillTerms assignmentId={id} />
          <AssignmentOrder assignment={found} />
          <Notes about="assignment" aboutId={id} />
          <Timeline kind="assignment" id={id} />
        </Page>
      )}
    </Loaded>
  );
}
