import { Navigate, Route, Routes } from "react-router-dom";
import { Subpages } from "../../ui/page.tsx";
import { useCredentialKinds } from "../../ui/credential_kinds.ts";
import { words } from "../../words.ts";
import { Assignment } from "./assignment.tsx";
import { Assignments } from "./assignments.tsx";
import { Customers } from "../facilities/customers.tsx";
import { Facilities } from "../facilities/facilities.tsx";
import { Facility } from "../facilities/facility.tsx";
import { CandidatePage } from "./candidate_page.tsx";
import { BelowMinimumWage } from "./below_minimum_wage.tsx";
import { Candidates } from "./candidates.tsx";
import { ContractorPage } from "./contractor.tsx";
import { Contractors } from "./contractors.tsx";
import { Credentials } from "./credentials.tsx";
import { Invitations } from "./invitations.tsx";
import { Renewals } from "./renewals.tsx";

const PAGES = [
  { path: "candidates", label: words.people.candidates.menu },
  { path: "contractors", label: words.people.contractors.menu },
  { path: "facilities", label: words.facilities.menu },
  { path: "customers", label: words.facilities.customers.menu },
  { path: "assignments", label: words.people.assignments.menu },
  { path: "renewals", label: words.people.renewals.menu },
  { path: "below-minimum-wage", label: words.people.belowWage.menu },
  { path: "invitations", label: words.invitations.menu },
];
const CREDENTIALS = { path: "credentials", label: words.credentials.menu };

/** People, the facilities where they work, and what leads from one to the other: assignments, rates and renewals. */
export default function People() {
  const kinds = useCredentialKinds();
  // A firm that has no kinds of credentials does not see their page.
  const pages = (kinds.data ?? []).length === 0 ? PAGES : [...PAGES, CREDENTIALS];
  return (
    <>
      <Subpages base="/people" pages={pages} />
      <Routes>
        <Route path="candidates" element={<Candidates />} />
        <Route path="candidates/:id" element={<CandidatePage />} />
        <Route path="contractors" element={<Contractors />} />
        <Route path="contractors/:id" element={<ContractorPage />} />
        <Route path="facilities" element={<Facilities />} />
        <Route path="facilities/:id" element={<Facility />} />
        <Route path="customers" element={<Customers />} />
        <Route path="assignments" element={<Assignments />} />
        <Route path="assignments/:id" element={<Assignment />} />
        <Route path="renewals" element={<Renewals />} />
        <Route path="below-minimum-wage" element={<BelowMinimumWage />} />
        <Route path="invitations" element={<Invitations />} />
        <Route path="credentials" element={<Credentials />} />
        <Route path="*" element={<Navigate to="/people/candidates" replace />} />
      </Routes>
    </>
  );
}
