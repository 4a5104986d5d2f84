import { Navigate, Route, Routes } from "react-router-dom";
import { Subpages } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { Bundle } from "./bundle.tsx";
import { Drafts } from "./drafts.tsx";
import { Invoice } from "./invoice.tsx";
import { Invoices } from "./invoices.tsx";
import { Orders } from "./orders.tsx";
import { Unbilled } from "./unbilled.tsx";
import { WeeklyRun } from "./weekly_run.tsx";

const PAGES = [
  { path: "run", label: words.billing.run.menu },
  { path: "drafts", label: words.billing.drafts.menu },
  { path: "invoices", label: words.billing.invoices.menu },
  { path: "unbilled", label: words.billing.unbilled.menu },
  { path: "orders", label: words.billing.orders.menu },
];

/** From approved time to a sent invoice. */
export default function Billing() {
  return (
    <>
      <Subpages base="/billing" pages={PAGES} />
      <Routes>
        <Route path="run" element={<WeeklyRun />} />
        <Route path="drafts" element={<Drafts />} />
        <Route path="invoices" element={<Invoices />} />
        <Route path="invoices/:id" element={<Invoice />} />
        <Route path="bundles/:id" element={<Bundle />} />
        <Route path="unbilled" element={<Unbilled />} />
        <Route path="orders" element={<Orders />} />
        <Route path="*" element={<Navigate to="/billing/run" replace />} />
      </Routes>
    </>
  );
}
