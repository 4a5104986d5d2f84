import { Navigate, Route, Routes, useParams } from "react-router-dom";
import { isOneOf } from "../../me.ts";
import { pathOf } from "../../ui/links.tsx";
import { Subpages } from "../../ui/page.tsx";
import { useSeveralPayGroups } from "../../ui/pay_groups.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { AuditLog } from "./audit_log.tsx";
import { Codes } from "./codes.tsx";
import { CredentialKinds } from "./credentials.tsx";
import { Firm } from "./firm.tsx";
import { Holidays } from "./holidays.tsx";
import { Leave } from "./leave.tsx";
import { JobRuns } from "./job_runs.tsx";
import { MovingIn } from "./moving_in.tsx";
import { MinimumWages } from "./minimum_wages.tsx";
import { OvertimeRules } from "./overtime_rules.tsx";
import { PayGroups } from "./pay_groups.tsx";
import { Premiums } from "./premiums.tsx";
import { Retention } from "./retention.tsx";
import { Security } from "./security.tsx";
import { Staff } from "./staff.tsx";
import { Taxes } from "./taxes.tsx";

const ADMINS_PAGES = [
  { path: "firm", label: words.settings.firm.menu },
  { path: "staff", label: words.settings.staff.menu },
  { path: "security", label: words.settings.security.menu },
  { path: "moving-in", label: words.settings.movingIn.menu },
];
/** Path of the page of pay groups, of which nobody but payroll sees while there is one group: it makes the second there. */
const PAY_GROUPS = "pay-groups";
const READ_BY_ALL = [
  { path: "rules", label: words.settings.rules.menu },
  { path: "minimum-wages", label: words.settings.wages.menu },
  { path: "codes", label: words.settings.codes.menu },
  { path: "leave", label: words.settings.leave.menu },
  { path: "premiums", label: words.premiums.menu },
  { path: PAY_GROUPS, label: words.settings.payGroups.menu },
  { path: "holidays", label: words.settings.holidays.menu },
  { path: "taxes", label: words.settings.taxes.menu },
  { path: "credentials", label: words.credentials.menu },
];
const LOGS = [
  { path: "log", label: words.settings.log.menu },
  { path: "retention", label: words.settings.retention.menu },
  { path: "jobs", label: words.settings.jobs.menu },
];

/** Settings of admins, and the log; all read the rules, the minimum wages, the codes, the premiums, the leave, the pay groups, the holidays, the taxes and the kinds of credentials. */
export default function Settings() {
  const me = useMe();
  const isAdmin = isOneOf(me);
  const makesGroups = isOneOf(me, "payroll");
  const hasGroups = useSeveralPayGroups(!makesGroups).length > 0;
  const pages = [
    ...isAdmin ? ADMINS_PAGES : [],
    ...READ_BY_ALL.filter(({ path }) => path !== PAY_GROUPS || makesGroups || hasGroups),
    ...isAdmin ? LOGS : [],
  ];
  return (
    <>
      <Subpages base="/settings" pages={pages} />
      <Routes>
        <Route path="rules" element={<OvertimeRules />} />
        <Route path="minimum-wages" element={<MinimumWages />} />
        <Route path="codes" element={<Codes />} />
        <Route path="leave/*" element={<Leave />} />
        <Route path="premiums" element={<Premiums />} />
        <Route path={PAY_GROUPS} element={<PayGroups />} />
        <Route path="holidays" element={<Holidays />} />
        <Route path="taxes" element={<Taxes />} />
        <Route path="credentials" element={<CredentialKinds />} />
        <Route path="facilities" element={<Navigate to="/people/facilities" replace />} />
        <Route path="facilities/:id" element={<FormerFacility />} />
        {isAdmin && (
          <>
            <Route path="firm" element={<Firm />} />
            <Route path="staff" element={<Staff />} />
            <Route path="security" element={<Security />} />
            <Route path="moving-in" element={<MovingIn />} />
            <Route path="log" element={<AuditLog />} />
            <Route path="retention" element={<Retention />} />
            <Route path="jobs" element={<JobRuns />} />
          </>
        )}
        <Route path="*" element={<Navigate to={`/settings/${pages[0]?.path}`} replace />} />
      </Routes>
    </>
  );
}

/** Links and bookmarks from when facilities were settings. */
function FormerFacility() {
  const { id = "" } = useParams();
  return <Navigate to={pathOf.facility(id)} replace />;
}
