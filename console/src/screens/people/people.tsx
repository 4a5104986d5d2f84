import { Navigate, Route, Routes } from "react-router-dom";
import { Subpages } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { Assignment } from "./assignment.tsx";
import { Assignments } from "./assignments.tsx";
import { Candidates } from "./candidates.tsx";
import { Renewals } from "./renewals.tsx";

const PAGES = [
  { path: "candidates", label: words.people.candidates.menu },
  { path: "assignments", label: words.people.assignments.menu },
  { path: "renewals", label: words.people.renewals.menu },
];

/** From a candidate to an assignment, its rates and its renewal. */
export default function People() {
  return (
    <>
      <Subpages base="/people" pages={PAGES} />
      <Routes>
        <Route path="candidates" element={<Candidates />} />
        <Route path="assignments" element={<Assignments />} />
        <Route path="assignments/:id" element={<Assignment />} />
        <Route path="renewals" element={<Renewals />} />
        <Route path="*" element={<Navigate to="/people/candidates" replace />} />
      </Routes>
    </>
  );
}
