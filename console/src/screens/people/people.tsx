import { Navigate, Route, Routes } from "react-router-dom";
import { Subpages } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { Assignment } from "./assignment.tsx";
import { Assignments } from "./assignments.tsx";
import { Candidates } from "./candidates.tsx";
import { Contractors } from "./contractors.tsx";
import { Invitations } from "./invitations.tsx";
import { Renewals } from "./renewals.tsx";

const PAGES = [
  { path: "candidates", label: words.people.candidates.menu },
  { path: "contractors", label: words.people.contractors.menu },
  { path: "assignments", label: words.people.assignments.menu },
  { path: "renewals", label: words.people.renewals.menu },
  { path: "invitations", label: words.invitations.menu },
];

/** From a candidate to an assignment, its rates and its renewal. */
export default function People() {
  return (
    <>
      <Subpages base="/people" pages={PAGES} />
      <Routes>
        <Route path="candidates" element={<Candidates />} />
        <Route path="contractors" element={<Contractors />} />
        <Route path="assignments" element={<Assignments />} />
        <Route path="assignments/:id" element={<Assignment />} />
        <Route path="renewals" element={<Renewals />} />
        <Route path="invitations" element={<Invitations />} />
        <Route path="*" element={<Navigate to="/people/candidates" replace />} />
      </Routes>
    </>
  );
}
