import { Navigate, Route, Routes } from "react-router-dom";
import { isOneOf } from "../../me.ts";
import { Subpages } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { Burden } from "./burden.tsx";
import { CashAhead } from "./cash_ahead.tsx";
import { Commissions } from "./commissions.tsx";
import { GrossProfit } from "./gross_profit.tsx";
import { Week } from "./week.tsx";

const say = words.profit;
const READ_BY_ALL = [
  { path: "gross", label: say.gross.menu },
  { path: "burden", label: say.burden.menu },
];
const OF_THE_BOOKS = [
  { path: "week", label: say.week.menu },
  { path: "cash-ahead", label: say.ahead.menu },
];

/** Profit of the work: all staff read it; who reads the books the week and the cash ahead too, and admins commissions. */
export default function Profit() {
  const me = useMe();
  const readsBooks = isOneOf(me, "billing") && isOneOf(me, "payroll");
  const isAdmin = isOneOf(me);
  return (
    <>
      <Subpages
        base="/profit"
        pages={[
          ...READ_BY_ALL,
          ...readsBooks ? OF_THE_BOOKS : [],
          ...isAdmin ? [{ path: "commissions", label: say.commissions.menu }] : [],
        ]}
      />
      <Routes>
        <Route path="gross" element={<GrossProfit />} />
        <Route path="burden" element={<Burden />} />
        {readsBooks && (
          <>
            <Route path="week" element={<Week />} />
            <Route path="cash-ahead" element={<CashAhead />} />
          </>
        )}
        {isAdmin && <Route path="commissions" element={<Commissions />} />}
        <Route path="*" element={<Navigate to="/profit/gross" replace />} />
      </Routes>
    </>
  );
}
