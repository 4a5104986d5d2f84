import { Navigate, Route, Routes } from "react-router-dom";
import { Subpages } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { Aging } from "./aging.tsx";
import { Check } from "./check.tsx";
import { Checks } from "./checks.tsx";
import { CreditProposal, Credits } from "./credits.tsx";
import { Overdue } from "./overdue.tsx";
import { Remittance } from "./remittance.tsx";
import { Remittances } from "./remittances.tsx";
import { Statement } from "./statement.tsx";

const PAGES = [
  { path: "checks", label: words.cash.checks.menu },
  { path: "remittances", label: words.cash.remittances.menu },
  { path: "overdue", label: words.cash.overdue.menu },
  { path: "aging", label: words.cash.aging.menu },
  { path: "credits", label: words.cash.credits.menu },
];

/** From money received to what is owed. */
export default function Cash() {
  return (
    <>
      <Subpages base="/cash" pages={PAGES} />
      <Routes>
        <Route path="checks" element={<Checks />} />
        <Route path="checks/:id" element={<Check />} />
        <Route path="remittances" element={<Remittances />} />
        <Route path="remittances/:id" element={<Remittance />} />
        <Route path="overdue" element={<Overdue />} />
        <Route path="aging" element={<Aging />} />
        <Route path="aging/:facilityId" element={<Statement />} />
        <Route path="credits" element={<Credits />} />
        <Route path="credits/:id" element={<CreditProposal />} />
        <Route path="*" element={<Navigate to="/cash/checks" replace />} />
      </Routes>
    </>
  );
}
