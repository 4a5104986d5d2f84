import { Navigate, Route, Routes } from "react-router-dom";
import { Subpages } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { Adjustments } from "./adjustments.tsx";
import { BreakPremiums } from "./break_premiums.tsx";
import { Batch } from "./batch.tsx";
import { EarningCodes } from "./earning_codes.tsx";
import { Item } from "./item.tsx";
import { OverpaymentList } from "./overpayment_list.tsx";
import { Period } from "./period.tsx";
import { Periods } from "./periods.tsx";
import { Profiles } from "./profiles.tsx";
import { Year } from "./year.tsx";

const PAGES = [
  { path: "periods", label: words.payroll.periods.menu },
  { path: "adjustments", label: words.payroll.adjustments.menu },
  { path: "overpayments", label: words.payroll.overpayments.menu },
  { path: "breaks", label: words.payroll.breaks.menu },
  { path: "year", label: words.payroll.year.menu },
  { path: "codes", label: words.payroll.codes.menu },
  { path: "profiles", label: words.payroll.profiles.menu },
];

/** From approved time to pay. */
export default function Payroll() {
  return (
    <>
      <Subpages base="/payroll" pages={PAGES} />
      <Routes>
        <Route path="periods" element={<Periods />} />
        <Route path="periods/:id" element={<Period />} />
        <Route path="batches/:id" element={<Batch />} />
        <Route path="batches/:id/:itemId" element={<Item />} />
        <Route path="adjustments" element={<Adjustments />} />
        <Route path="overpayments" element={<OverpaymentList />} />
        <Route path="breaks" element={<BreakPremiums />} />
        <Route path="year" element={<Year />} />
        <Route path="codes" element={<EarningCodes />} />
        <Route path="profiles" element={<Profiles />} />
        <Route path="*" element={<Navigate to="/payroll/periods" replace />} />
      </Routes>
    </>
  );
}
