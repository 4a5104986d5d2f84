import { useParams } from "react-router-dom";
import { Refusal } from "../../api/refusal.ts";
import { rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { CredentialsOfPerson } from "../../ui/credentials_of_person.tsx";
import { instant } from "../../ui/format.ts";
import { SignIn, useOpenInvitations } from "../../ui/invitations.tsx";
import { KeptOfPerson } from "../../ui/kept_of_person.tsx";
import { CandidateLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Notes } from "../../ui/notes.tsx";
import { Facts, Page } from "../../ui/page.tsx";
import { useSeveralPayGroups } from "../../ui/pay_groups.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { nameOf } from "./candidate.ts";
import { ContractorDetails } from "../../ui/contractor_details.tsx";
import { ContractorHours } from "./contractor_hours.tsx";
import { ContractorPay } from "./contractor_pay.tsx";
import { Leave } from "./leave.tsx";
import { Overpayments } from "./overpayments.tsx";
import { ContractorPlaces } from "./contractor_places.tsx";
import { CorrectContractor } from "./correct_contractor.tsx";

const say = words.people.contractor;

/** One contractor: who they are, where they work and worked, at which rates, their hours and their pay. */
export function ContractorPage() {
  const { id = "" } = useParams();
  const me = useMe();
  const pays = isOneOf(me, "payroll");
  const invitations = useOpenInvitations("contractor");
  const groups = useSeveralPayGroups(pays);
  const contractor = useAsk(["contractor", id, pays], async (signal) => {
    const [found] = await rows("contractors", {
      select:
        "id,first_name,last_name,email,employment_type,external_number,user_id,is_active,candidate_id,candidates(specialty,hired_at,hired_by_name)",
      id: `eq.${id}`,
    }, signal);
    if (!found) throw new Refusal(404, say.notFound);
    const [ofPayroll] = pays
      ? await rows("contractors", { select: "payroll_number,pay_group_id", id: `eq.${id}` }, signal)
      : [];
    return {
      ...found,
      payroll_number: ofPayroll?.payroll_number ?? null,
      pay_group_id: ofPayroll?.pay_group_id,
    };
  });
  return (
    <Loaded query={contractor}>
      {(found) => (
        <Page
          title={nameOf(found)}
          about={[words.people.hire.employments[found.employment_type], found.candidates?.specialty]
            .filter(Boolean).join(" · ")}
          actions={<CorrectContractor contractor={found} />}
        >
          <Facts
            facts={[
              [words.people.candidates.email, found.email],
              [
                words.settings.staff.active,
                found.is_active ? words.settings.firm.yes : words.settings.firm.no,
              ],
              [words.people.contractors.payrollNumber, found.payroll_number],
              [words.payroll.group, groups.find((one) => one.id === found.pay_group_id)?.name],
              [say.formerNumber, found.external_number],
              [
                words.people.assignment.hired,
                found.candidates?.hired_at && (
                  <CandidateLink key="hired" id={found.candidate_id}>
                    {words.common.by(
                      instant(found.candidates.hired_at, me.timezone),
                      found.candidates.hired_by_name,
                    )}
                  </CandidateLink>
                ),
              ],
              [
                words.invitations.column,
                <SignIn
                  key="sign-in"
                  of={{
                    kind: "contractor",
                    id: found.id,
                    name: nameOf(found),
                    userId: found.user_id,
                    isActive: found.is_active,
                  }}
                  invitation={invitations.data?.get(found.id)}
                />,
              ],
            ]}
          />
          <ContractorDetails
            contractorId={id}
            mayWrite={isOneOf(me, "recruiting", "payroll")}
          />
          <CredentialsOfPerson of={{ contractor_id: id }} />
          <ContractorPlaces contractorId={id} />
          <ContractorHours contractorId={id} />
          {pays && <Leave contractorId={id} />}
          {pays && <Overpayments contractorId={id} />}
          {pays && <ContractorPay contractorId={id} />}
          <Notes about="contractor" aboutId={id} />
          <Timeline kind="contractor" id={id} />
          <KeptOfPerson kind="contractor" id={id} name={nameOf(found)} />
        </Page>
      )}
    </Loaded>
  );
}
