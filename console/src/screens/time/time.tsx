import { Navigate, Route, Routes } from "react-router-dom";
import { Subpages } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { AllTime } from "./all_time.tsx";
import { Approve } from "./approve.tsx";
import { ClientTime } from "./client_time.tsx";
import { LockedTime } from "./locked_time.tsx";
import { Plan, useHasPlan } from "../plan/plan.tsx";
import { MissingTime } from "./missing_time.tsx";

const PAGES = [
  { path: "approve", label: words.time.approve.menu },
  { path: "missing", label: words.time.missing.menu },
  { path: "locked", label: words.time.locked.menu },
  { path: "client", label: words.time.client.menu },
  { path: "all", label: words.time.all.menu },
];

/** The firm's time, as its staff see it. */
export default function Time() {
  const hasPlan = useHasPlan();
  const pages = hasPlan ? [...PAGES, { path: "plan", label: words.plan.menu }] : PAGES;
  return (
    <>
      <Subpages base="/time" pages={pages} />
      <Routes>
        <Route path="approve" element={<Approve />} />
        <Route path="missing" element={<MissingTime />} />
        <Route path="locked" element={<LockedTime />} />
        <Route path="client" element={<ClientTime />} />
        <Route path="all" element={<AllTime />} />
        <Route path="plan" element={<Plan />} />
        <Route path="*" element={<Navigate to="/time/approve" replace />} />
      </Routes>
    </>
  );
}
