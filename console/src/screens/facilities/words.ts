import { counted } from "../../ui/counted.ts";
import { fees } from "./fee_words.ts";

/** Texts of facilities: their list, their page, and what holds for their invoices. */
export const facilities = {
  menu: "Facilities",
  fees,
  notFound: "There is no such facility.",
  account: "Account",
  statement: "Statement",
  collector: "Collector",
  noCollector: "nobody",
  choose: "Choose …",
  chooseTitle: "Who collects what the facility owes?",
  chooseAbout: "Left empty, nobody does.",
  save: "Save",
  saved: "Saved",
  billTo: {
    label: "Billed to",
    itself: "itself",
    choose: "Choose …",
    title: "Whom is it billed to?",
    about:
      "A program, such as an MSP, gets and pays the invoices of its facilities; nobody works there. Invoices that are sent from now on go to it, and what was sent stays owed by whom it was sent to. Left empty, the facility is billed itself.",
    billed: "Facilities that are billed to it",
    billedAbout: "It gets their invoices, and its checks pay them.",
  },
  customers: {
    menu: "Customers",
    title: "Customers",
    about:
      "Who is billed: programs, with the facilities that are billed to them, and facilities that are billed themselves.",
    none: "There are no facilities yet.",
    facilities: "Facilities",
    itself: "itself",
    overdue: "Overdue",
  },
  people: "People there now",
  peopleNone: "Nobody works there now.",
  before: "People there before",
  beforeAbout: (shown: string) => `The ${shown} who ended last.`,
  open: "Open invoices",
  openNone: "It owes nothing.",
  openAbout: (owed: string, late: string) => `${owed} in all, ${late} of it late.`,
  openMore: (shown: string, all: string) => `The ${shown} oldest of ${all}.`,
  all: "All its invoices",
  late: "Days late",
  orders: "Purchase orders",
  ordersNone: "It has no orders.",
  basics: {
    menu: "Facilities",
    title: "Facilities",
    about:
      "Where contractors work. Open one for who works there, what it owes and how it is billed.",
    none: "There are no facilities yet. Add the first one.",
    name: "Name",
    email: "Billing e-mail",
    terms: "Days to pay",
    active: "Active",
    add: "Add",
    addTitle: "Add a facility",
    added: "The facility is added",
    edit: "Change …",
    save: "Save",
    saved: "Saved",
  },
  paper: {
    title: "On its invoices",
    about: "Left empty, invoices are made out to the facility by its name.",
    change: "Change what its invoices say …",
    changeAbout: "Invoices that were sent keep what they said.",
    save: "Save",
    saved: "Saved",
    name: "Made out to",
    address: "Address",
    addressAbout: "As it stands on paper, in several lines.",
    phone: "Phone",
    phoneAbout: "Below the address. Some states ask for it on pay statements.",
    purchaseOrder: "Purchase order",
    purchaseOrderAbout: "On invoices whose time names no order of its own.",
  },
  invoicing: {
    title: "How it is invoiced",
    about: "What an invoice bills, how often there is one, when it is due and reminded of.",
    change: "Change how it is invoiced …",
    changeAbout: "Invoices from the next run on follow. What was sent stays.",
    save: "Save",
    saved: "Saved",
    by: "An invoice for",
    bys: {
      one: "all of its time",
      department: "each department",
      order: "each purchase order",
      assignment: "each assignment",
    } as Readonly<Record<string, string>>,
    cycle: "Billing cycle",
    cycles: {
      week: "each workweek",
      two_weeks: "every two workweeks",
      month: "each calendar month",
    } as Readonly<Record<string, string>>,
    cycleAbout: "The weekly run bills the cycles that end in its week.",
    twoWeeksFrom: "A day of a first week",
    twoWeeksFromAbout: "From which its two weeks count. Left empty: from January 3, 2000.",
    dueDates: "Due on a weekend or holiday",
    dueDateRules: {
      none: "stays on that day",
      next_business_day: "moves to the next business day",
    } as Readonly<Record<string, string>>,
    discount: "Discount for paying early",
    discountText: (percent: string, days: number) => `${percent} within ${days} days of the issue`,
    noDiscount: "none",
    discountPercent: "Discount for paying early, in percent",
    discountPercentAbout: "Of invoices that are sent from now on. Empty: none.",
    discountDays: "Within so many days of the issue",
    reminders: "Reminded of so many days late",
    noReminders: "never",
    remindersAbout:
      "Such as 3, 15, 30. Left empty: never. Only where overdue reminders are switched on.",
    notReminders: "At most ten numbers of days from 1 to 365, with commas between them.",
    orders: "Its purchase orders",
  },
  defaults: {
    title: "Days and billing",
    about: "Where its days end, and how the overtime of new assignments is billed.",
    change: "Change days and billing …",
    changeAbout:
      "Assignments that are there keep their own terms. Shifts that were entered keep their days.",
    save: "Save",
    saved: "Saved",
    timezone: "Time zone",
    timezoneAbout: (firms: string) =>
      `Type a part of its name, such as Denver. Left empty: the firm's, ${firms}.`,
    firms: (name: string) => `the firm's, ${name}`,
    workState: "Work state",
    workStateAbout:
      "Overtime, minimum wages, breaks and leave go by its rules, and payroll files give it.",
    noWorkState: "not known",
    wages: "Minimum wages that hold there",
    wagesAbout:
      "The federal one always does. Left empty: the state's. With a city, choose the state too; the highest counts.",
    wagesOfState: "the state's, or the federal one",
    rule: "Billed by",
    asPaid: "As the contractor is paid",
    notice: "Notice for canceling a shift, in hours",
    noticeAbout:
      "Whoever is canceled later is paid what a guarantee of canceled shifts promises. Left empty: no notice is agreed.",
  },
  contacts: {
    title: "Contacts",
    about: "Who sees the facility's invoices and time, and approves the time.",
    add: "Add a contact",
    addTitle: "Add a contact",
    addAbout: "They are on the list then. Invite them afterwards, so that they can sign in.",
    addSubmit: "Add them",
    added: "Added: invite them now",
    edit: "Change …",
    save: "Save",
    saved: "Saved",
    none: "Nobody speaks for this facility yet.",
  },
  interest: {
    title: "Interest terms",
    inForce: "By today's terms",
    about: "Dated: the terms of a day are the newest that began by then.",
    back: "All facilities",
    from: "From",
    rate: "A year",
    dayCount: "Day count",
    startedMonths: "per month or part of a month",
    startedMonthsAbout:
      "A twelfth of the rate as each month begins, on what is unpaid then. Nothing compounds.",
    compounding: "Compounding",
    compoundings: { none: "none", every_30_days: "every 30 days", annual: "yearly" } as Readonly<
      Record<string, string>
    >,
    grace: "Grace days",
    fee: "Fixed fee",
    waive: "Waived below",
    disputed: "What is disputed bears interest",
    disputedAbout:
      "Off: it bears none while the dispute stands. Once that is settled, all days count.",
    disputedLabel: "Disputed",
    disputedYes: "bears interest",
    disputedNo: "bears none",
    none: "This facility owes no interest.",
    add: "Add terms",
    addAbout:
      "From their first day on they are in force; what was computed is computed again at the next run.",
    added: "The terms are added",
    ratePercent: "Rate a year, in percent",
    basis: "Rate",
    bases: {
      floating: "of each day",
      fixed_at_start: "of the first day of interest",
    } as Readonly<
      Record<string, string>
    >,
    accrueFrom: "After the grace days interest counts",
    accrueFroms: {
      due_date: "from the due date",
      grace_end: "from the end of grace",
    } as Readonly<
      Record<string, string>
    >,
    days: "Most days",
    noLimit: "Left empty: no limit",
    fraction: "Most interest, in percent of the invoice",
    limits: "At most",
    limitDays: (days: string) => counted(days, "day"),
    limitShare: (share: string) => `${share} of the invoice`,
    example: {
      title: "An example",
      together: "This day count and this compounding do not go together.",
      incomplete: "Fill in the rate, and see here what a late invoice comes to.",
      sentence: (amount: string, due: string, days: number, total: string) =>
        `An invoice of ${amount}, due on ${due} and ${
          counted(days, "day")
        } late, comes to ${total} of interest.`,
      nothingYet: (amount: string, due: string, days: number) =>
        `An invoice of ${amount}, due on ${due} and ${
          counted(days, "day")
        } late, owes no interest yet.`,
      waived: (amount: string, due: string, days: number) =>
        `An invoice of ${amount}, due on ${due} and ${
          counted(days, "day")
        } late, owes none: what it comes to is waived.`,
      stretch: (sentence: string, interest: string) => `${sentence}: ${interest}`,
      fee: (fee: string) => `a fixed fee: ${fee}`,
      limited: (interest: string) => `limited, or rounded, to ${interest}`,
    },
    notPercent: "A percentage has digits and at most four decimals.",
  },
};
