import { type ComponentType, lazy } from "react";
import type { SvgIconComponent } from "@mui/icons-material";
import BoardIcon from "@mui/icons-material/SpaceDashboard";
import TimeIcon from "@mui/icons-material/Schedule";
import BillingIcon from "@mui/icons-material/ReceiptLong";
import CashIcon from "@mui/icons-material/AccountBalance";
import PayrollIcon from "@mui/icons-material/Payments";
import BooksIcon from "@mui/icons-material/MenuBook";
import ProfitIcon from "@mui/icons-material/TrendingUp";
import PeopleIcon from "@mui/icons-material/Groups";
import AccountIcon from "@mui/icons-material/AccountBalanceWallet";
import MailIcon from "@mui/icons-material/Outbox";
import SettingsIcon from "@mui/icons-material/Settings";
import { isContact, isContractor, isOneOf, isStaff, type Me } from "../me.ts";
import { words } from "../words.ts";

/** A group of screens: its place in the menu, who finds it there, and its code, which comes when it is opened. */
export interface ScreenGroup {
  readonly path: string;
  readonly label: string;
  readonly Icon: SvgIconComponent;
  readonly isFor: (me: Me) => boolean;
  readonly Screens: ComponentType;
}

/** All groups, as the menu lists them. What is asked and written there, the API allows or not. */
export const SCREENS: readonly ScreenGroup[] = [
  {
    path: "board",
    label: words.menu.board,
    Icon: BoardIcon,
    isFor: isStaff,
    Screens: lazy(() => import("./board/board.tsx")),
  },
  {
    path: "time",
    label: words.menu.time,
    Icon: TimeIcon,
    isFor: isStaff,
    Screens: lazy(() => import("./time/time.tsx")),
  },
  {
    path: "billing",
    label: words.menu.billing,
    Icon: BillingIcon,
    isFor: isStaff,
    Screens: lazy(() => import("./billing/billing.tsx")),
  },
  {
    path: "cash",
    label: words.menu.cash,
    Icon: CashIcon,
    isFor: isStaff,
    Screens: lazy(() => import("./cash/cash.tsx")),
  },
  {
    path: "payroll",
    label: words.menu.payroll,
    Icon: PayrollIcon,
    isFor: (me) => isOneOf(me, "payroll"),
    Screens: lazy(() => import("./payroll/payroll.tsx")),
  },
  {
    path: "books",
    label: words.menu.books,
    Icon: BooksIcon,
    // Its page says which role is missing.
    isFor: (me) => isOneOf(me, "billing", "payroll"),
    Screens: lazy(() => import("./books/books.tsx")),
  },
  {
    path: "profit",
    label: words.menu.profit,
    Icon: ProfitIcon,
    isFor: isStaff,
    Screens: lazy(() => import("./profit/profit.tsx")),
  },
  {
    path: "people",
    label: words.menu.people,
    Icon: PeopleIcon,
    isFor: isStaff,
    Screens: lazy(() => import("./people/people.tsx")),
  },
  {
    path: "mail",
    label: words.menu.mail,
    Icon: MailIcon,
    isFor: isStaff,
    Screens: lazy(() => import("./mail/mail.tsx")),
  },
  {
    path: "settings",
    label: words.menu.settings,
    Icon: SettingsIcon,
    isFor: isStaff,
    Screens: lazy(() => import("./settings/settings.tsx")),
  },
  {
    path: "my-time",
    label: words.menu.myTime,
    Icon: TimeIcon,
    isFor: isContractor,
    Screens: lazy(() => import("./own/own_time.tsx")),
  },
  {
    path: "my-pay",
    label: words.menu.myPay,
    Icon: PayrollIcon,
    isFor: isContractor,
    Screens: lazy(() => import("./own/own_pay.tsx")),
  },
  {
    path: "my-details",
    label: words.menu.myDetails,
    Icon: AccountIcon,
    isFor: isContractor,
    Screens: lazy(() => import("./own/own_details.tsx")),
  },
  {
    path: "facility-time",
    label: words.menu.facilityTime,
    Icon: TimeIcon,
    isFor: isContact,
    Screens: lazy(() => import("./contact/contact_time.tsx")),
  },
  {
    path: "facility-invoices",
    label: words.menu.facilityInvoices,
    Icon: BillingIcon,
    isFor: isContact,
    Screens: lazy(() => import("./contact/contact_invoices.tsx")),
  },
  {
    path: "facility-account",
    label: words.menu.facilityAccount,
    Icon: AccountIcon,
    isFor: isContact,
    Screens: lazy(() => import("./contact/contact_account.tsx")),
  },
];
