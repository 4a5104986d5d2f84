import { Navigate, Route, Routes } from "react-router-dom";
import { Subpages } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { AuditLog } from "./audit_log.tsx";
import { Facilities } from "./facilities.tsx";
import { Firm } from "./firm.tsx";
import { InterestTerms } from "./interest_terms.tsx";
import { JobRuns } from "./job_runs.tsx";
import { Staff } from "./staff.tsx";

const PAGES = [
  { path: "firm", label: words.settings.firm.menu },
  { path: "staff", label: words.settings.staff.menu },
  { path: "facilities", label: words.settings.facilities.menu },
  { path: "log", label: words.settings.log.menu },
  { path: "jobs", label: words.settings.jobs.menu },
];

/** What admins set, and what everybody did. */
export default function Settings() {
  return (
    <>
      <Subpages base="/settings" pages={PAGES} />
      <Routes>
        <Route path="firm" element={<Firm />} />
        <Route path="staff" element={<Staff />} />
        <Route path="facilities" element={<Facilities />} />
        <Route path="facilities/:id" element={<InterestTerms />} />
        <Route path="log" element={<AuditLog />} />
        <Route path="jobs" element={<JobRuns />} />
        <Route path="*" element={<Navigate to="/settings/firm" replace />} />
      </Routes>
    </>
  );
}
