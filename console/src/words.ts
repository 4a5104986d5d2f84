import { entrance, forgotten, link, setPassword, signIn, signUp } from "./auth/words.ts";
import { billing, dispute } from "./screens/billing/words.ts";
import { approvals, board, controls } from "./screens/board/words.ts";
import { books } from "./screens/books/words.ts";
import { cash } from "./screens/cash/words.ts";
import { contact } from "./screens/contact/words.ts";
import { facilities } from "./screens/facilities/words.ts";
import { mail } from "./screens/mail/words.ts";
import { own } from "./screens/own/words.ts";
import { payroll, stipends } from "./screens/payroll/words.ts";
import { people } from "./screens/people/words.ts";
import { plan } from "./screens/plan/words.ts";
import { profit } from "./screens/profit/words.ts";
import { settings } from "./screens/settings/words.ts";
import { time } from "./screens/time/words.ts";
import { counted } from "./ui/counted.ts";
import { credentials } from "./ui/credential_words.ts";
import { calendars, guarantees, premiums } from "./ui/premium_words.ts";

/** Texts of the console but react-admin's own. Those of a group of screens stand beside its pages. */
export const words = {
  product: entrance.product,
  menu: {
    board: "Board",
    time: "Time",
    billing: "Billing",
    cash: "Cash",
    payroll: "Payroll",
    books: "Books",
    profit: "Profit",
    people: "People",
    mail: "Mail and events",
    settings: "Settings and log",
    myTime: "My time",
    myPay: "My pay",
    myDetails: "My details",
    facilityTime: "Our time",
    facilityInvoices: "Our invoices",
    facilityAccount: "Our account",
  },
  search: {
    title: "Search",
    hint: "Search (Ctrl K or /)",
    help: "A name or part of one, several words in any order, or a number",
    nothing: "Nothing is called that.",
    kinds: {
      contractor: "Contractor",
      candidate: "Candidate",
      facility: "Facility",
      assignment: "Assignment",
      invoice: "Invoice",
      credit_note: "Credit note",
      check: "Check",
      order: "Order",
    },
  },
  leave: {
    plan: "Plan",
    available: "Available",
    balance: "Balance",
    pending: "Pending",
    accrued: "Accrued this year",
    used: "Used this year",
    usableFrom: "First day of use",
    belowZero: "Hours by which some of it accrued were corrected since.",
    ofPlan: (plan: string, hours: string) => `${plan}: ${hours} hours are available.`,
  },
  common: {
    late: "It is late: the books have it on the first open day",
    version: (version: string) => `Version ${version}`,
    cancel: entrance.cancel,
    yes: "Yes, do it",
    running: entrance.running,
    loading: entrance.loading,
    tryAgain: "Try again",
    reason: "Why, in a few words",
    facility: "Facility",
    contractor: "Contractor",
    person: "Who",
    by: (at: string, name: string | null) => name === null ? at : `${at}, ${name}`,
    notMoney: "An amount has digits and at most two decimals.",
    notPerUnit: "Money a unit has digits and at most four decimals; an hour has two.",
    list: "List",
    age: "Age",
    weeksOld: (weeks: number) => `${counted(weeks, "week")} and older`,
    nothingYet: "There is nothing here yet.",
    nothingMatches: "Nothing is as the filter asks. Change it, or empty it.",
    csv: "CSV",
    csvCut: (rows: string) =>
      `The file has the first ${rows} rows, and there are more. Narrow the filter, and export again.`,
    pagesOfGroup: "Pages of this group",
    signOut: entrance.signOut,
    you: "You",
    pageError: {
      title: "This page failed",
      message: "Something on this page failed. What you saved is saved.",
      hint: "Load the page anew. If it fails again, tell whoever runs the console.",
    },
    more: "More",
    copy: "Copy",
    copied: "Copied",
    choose: "Choose",
    chooseAll: "Choose all",
    amount: "Amount",
    total: "Total",
    hours: "Hours",
    actions: "Actions",
    day: "Day",
    kind: "Kind",
    state: "State",
    period: "Period",
    firstDay: "First day",
    lastDay: "Last day",
  },
  notes: {
    title: "Notes",
    none: "Nobody noted anything yet.",
    write: "Add a note …",
    writeTitle: "Add a note",
    writeAbout: (subject: string) => `Note about ${subject}`,
    keptAbout: "For staff alone. A note stays as it is written.",
    text: "Note",
    promisedOn: "Payment promised for",
    promisedAmount: "Amount promised",
    promised: (amount: string, day: string) =>
      amount === "" ? `Promised for ${day}` : `Promised: ${amount} on ${day}`,
    save: "Add the note",
    saved: "The note is kept",
  },
  timeline: {
    title: "What happened",
    none: "Nothing is kept of what happened before.",
    earlier: "Show earlier",
  },
  leaving: {
    question: "Discard what you typed?",
    discard: "Discard it",
    stay: "Go on typing",
    back: "What you typed here before is back. Look whether it still holds.",
  },
  nothingHere: {
    title: "Nothing here for you yet",
    text:
      "You are signed in, but nobody here yet. Were you given an invitation code? Enter it once, and you are in. " +
      "Otherwise ask whoever you work with at the firm for one.",
    code: "Invitation code or link",
    accept: "Accept the invitation",
    accepted: "Welcome",
    another: "Enter an invitation code …",
    anotherTitle: "Enter an invitation code",
    anotherText: "Were you invited once more, at another facility or as somebody else? " +
      "With the code it is yours beside what you have.",
    anotherAccepted: "Accepted: what is new is in the menu and on your pages",
  },
  invitations: {
    menu: "Invitations",
    title: "Invitations",
    about:
      "Who was asked to sign in, as what, and what became of it. People are invited where they are listed.",
    none:
      "Nobody was invited yet. Invite staff in the settings, contractors where they are listed, " +
      "contacts at their facility.",
    name: "Name",
    as: "As",
    kinds: {
      staff_member: "staff",
      contractor: "contractor",
      facility_contact: "facility contact",
    },
    invitedAt: "Invited",
    by: "By",
    goodUntil: "Good until",
    column: "Sign-in",
    signsIn: "signs in",
    notInvited: "not invited",
    openUntil: (until: string) => `invited, good until ${until}`,
    expired: "the invitation expired",
    invite: "Invite …",
    inviteTitle: (name: string) => `Invite ${name}`,
    inviteAbout:
      "Makes a link with which they say, once, who they are. It is e-mailed to them where that is switched on. " +
      "A link that was made before is void then.",
    make: "Make the link",
    link: "Link, shown this once",
    linkAbout: (name: string, until: string) =>
      `Send it to ${name} alone, by a way that you trust. They open it, sign in and accept, until ${until}. ` +
      `It is not shown again: if it gets lost, invite again.`,
    mailedTo: (name: string, email: string, until: string) =>
      `It is on its way to ${email}. ${name} opens it, signs in and accepts, until ${until}. ` +
      `Send it yourself only where no mail arrives: it is not shown again.`,
    send: "Send by e-mail",
    mailSubject: "Your invitation to sign in",
    mailText: (link: string, until: string) =>
      `Open this link, and sign in or choose a password there. Then accept the invitation:\n\n${link}\n\n` +
      `It is good once, until ${until}. Give it to nobody.`,
    handed: "I have the link",
    withdraw: "Withdraw",
    withdrawTitle: (name: string) => `Withdraw the invitation of ${name}?`,
    withdrawAbout: "The code is good for nothing then. You may invite again.",
    withdrawn: "The invitation is withdrawn",
    unlink: "Unlink",
    unlinkTitle: (name: string) => `Take the sign-in from ${name}?`,
    unlinkAbout:
      "Their access ends at once. What they did keeps their name, and they may be invited again.",
    unlinked: "Unlinked",
    signOut: "Sign out everywhere",
    signOutOwn: "Sign out on all your devices?",
    signOutTitle: (name: string) => `Sign ${name} out everywhere?`,
    signOutAbout:
      "On all devices, at once. Whoever knows the password signs in again: have it changed if it may be known.",
    signedOut: "Signed out everywhere",
  },
  /** Telling what is kept of somebody, and erasing it. */
  erasures: {
    title: "What is kept of them",
    about: "For whoever asks what the firm has of them, or asks to be forgotten.",
    button: "What is kept …",
    of: (name: string) => `What is kept of ${name}`,
    close: "Close",
    export: "Download all of it",
    erase: "Erase …",
    confirm: "Confirm the erasure …",
    eraseTitle: (name: string) => `Erase ${name}?`,
    eraseAbout:
      "A second admin has to confirm it. Then sign-in, mail, phone and notes go at once, and cannot be brought back. " +
      "Of who was paid, name and address stay as long as the law asks for records of pay.",
    confirmAbout:
      "Sign-in, mail, phone and notes go at once, and cannot be brought back. Of who was paid, name and address stay as " +
      "long as the law asks for records of pay.",
    reasonAbout: "Such as the day and the way of the request. Do not write the name: this is kept.",
    confirmed: "Confirmed.",
    eraseNow: "Ask for the erasure",
    confirmNow: "Erase",
    done: "Done",
    waits: (by: string) => `Their erasure was asked for ${by}. Another admin confirms it.`,
    due: (on: string) =>
      `Erased but for name and address, which stay for the records of pay until ${on}.`,
    erased: (at: string) => `Erased ${at}.`,
  },
  signIn,
  signUp,
  forgotten,
  setPassword,
  link,
  states: {
    draft: "draft",
    submitted: "submitted",
    pending_approval: "taken over, to approve",
    approved: "approved",
    locked: "locked",
    sent: "sent",
    partially_paid: "partly paid",
    paid: "paid",
    void: "void",
    received: "received",
    reconciled: "reconciled",
    returned: "returned",
    proposed: "proposed",
    confirmed: "confirmed",
    without_facility: "nobody knows who paid",
    not_matched: "nothing proposed",
    set_aside: "set aside",
    in_review: "in review",
    closed: "closed",
    discarded: "discarded",
    open: "open",
    applied: "applied",
    screening: "screening",
    offered: "offered",
    hired: "hired",
    withdrawn: "withdrawn",
    rejected: "rejected",
    pending: "pending",
    cancelled: "cancelled",
    running: "running",
    succeeded: "succeeded",
    failed: "failed",
    upcoming: "upcoming",
    renewed: "renewed",
    declined: "let go",
    lapsed: "lapsed",
    accepted: "accepted",
    expired: "expired",
    replaced: "replaced by another",
    changed: "void: they were changed",
    waiting: "waiting",
    sending: "being sent",
    dropped: "dropped",
  } as Readonly<Record<string, string>>,
  /** Unique indexes that people meet in forms, by their names. Checks are told in words by the database. */
  constraints: {
    assignment_bill_terms_pkey: {
      message: "There are bill terms from this week on already.",
      hint: "Change those, or choose another week.",
    },
    assignment_code_rates_pkey: {
      message: "The code has a rate from this day on already.",
      hint: "Change that one, or choose another day.",
    },
    assignment_comes_up_once_a_day: {
      message: "The assignment comes up for renewal on this day already.",
      hint: "Decide that renewal, or choose another day.",
    },
    guarantees_never_overlap: {
      message: "The assignment has such a guarantee on some of these days.",
      hint: "End that one the day before, or choose other days.",
    },
    check_has_one_live_reconciliation: {
      message: "The check has a reconciliation already.",
      hint: "Confirm that one, or delete it first.",
    },
    credential_is_entered_once: {
      message: "They have this credential already, with the same number and last day.",
      hint: "Change that one, or give the number or the last day of another.",
    },
    credential_kind_is_named_once: {
      message: "Another kind of credential has this name.",
      hint: "Choose another name.",
    },
    credentials_credential_kind_id_fkey: {
      message: "Somebody has a credential of this kind.",
      hint: "Remove those first, or keep the kind.",
    },
    requirements_credential_kind_id_fkey: {
      message: "This kind of credential is required somewhere, or was.",
      hint: "Remove those requirements first, or keep the kind.",
    },
    requirements_never_overlap: {
      message: "The same is required there on some of these days already.",
      hint: "End that requirement the day before, or choose other days.",
    },
    contractor_details_pkey: {
      message: "Somebody else entered the phone or the address a moment ago.",
      hint: "Open the page anew, and correct what is there.",
    },
    contractor_external_number_is_unique: {
      message: "Somebody else has this number of the former books.",
      hint: "Look it up there: two people never share one.",
    },
    leave_plan_name_is_unique: {
      message: "Another leave plan has this name.",
      hint: "Choose another name.",
    },
    leave_plan_terms_pkey: {
      message: "The plan has terms from this day on already.",
      hint: "Change those, or choose another day.",
    },
    state_has_one_leave_plan_of_a_code_in_use: {
      message: "Another leave plan of this state and code is in use.",
      hint: "End its use first, or choose another code.",
    },
    payroll_profile_name_is_unique: {
      message: "Another payroll profile has this name.",
      hint: "Change that one, or choose another name.",
    },
    contractor_payroll_number_is_unique: {
      message: "Somebody else has this payroll number.",
      hint: "Look it up with the payroll provider: two people never share one.",
    },
    facility_code_rates_pkey: {
      message: "The code has a rate from this day on already.",
      hint: "Change that one, or choose another day.",
    },
    facility_external_number_is_unique: {
      message: "Another facility has this number of the former books.",
      hint: "Look it up there: two facilities never share one.",
    },
    facility_is_taxed_one_way: {
      message: "The facility has its places and its exemption already.",
      hint: "Change those.",
    },
    facility_is_reminded_one_way: {
      message: "The facility has its days of reminders already.",
      hint: "Change those.",
    },
    fees_of_a_name_never_overlap: {
      message: "The facility has this fee, or this tier, on some of these days.",
      hint: "End that one the day before, or give another name.",
    },
    taxes_of_a_name_never_overlap: {
      message: "There is this tax on some of these days.",
      hint: "End that one the day before, or give another name.",
    },
    import_mappings_pkey: {
      message: "Another mapping has this name.",
      hint: "Change that one, or choose another name.",
    },
    facility_staff_pkey: {
      message: "Somebody else chose who collects a moment ago.",
      hint: "Open the page anew, and choose again.",
    },
    holiday_calendar_days_calendar_id_fkey: {
      message: "The calendar has days.",
      hint: "Remove its days first.",
    },
    premium_rules_holiday_calendar_id_fkey: {
      message: "A premium names this calendar.",
      hint: "Remove that premium first, or end it and leave the calendar.",
    },
    holiday_calendar_days_pkey: {
      message: "The calendar has this day already.",
      hint: "Change that one, or choose another day.",
    },
    holidays_pkey: {
      message: "There is a holiday on this day already.",
      hint: "Change that one, or choose another day.",
    },
    interest_terms_of_a_day_are_one: {
      message: "There are terms of interest from this day on already.",
      hint: "Change those, or choose another day.",
    },
    journal_accounts_pkey: {
      message: "There is an account of this short name already.",
      hint: "Use that one, or give another short name.",
    },
    assignment_recruiters_pkey: {
      message: "The recruiter has a share from this day on already.",
      hint: "Change that one, or choose another day.",
    },
    recruiter_commissions_pkey: {
      message: "The recruiter has a commission already.",
      hint: "Change that one.",
    },
    assignment_recruiters_staff_member_id_fkey: {
      message: "Somebody is the recruiter of an assignment.",
      hint: "Deactivate them: what they brought stays theirs.",
    },
    burden_rate_of_a_day_is_one: {
      message: "There is a burden of this employment and state from this day on already.",
      hint: "Change that one, or choose another day.",
    },
    mileage_rates_pkey: {
      message: "There is a mile's rate of that day already.",
      hint: "Change that one, or choose another day.",
    },
    minimum_wages_pkey: {
      message: "There is a minimum wage of that day already.",
      hint: "Change that one, or choose another day.",
    },
    overtime_rules_pkey: {
      message: "There is an overtime rule of this name already.",
      hint: "Choose another name.",
    },
    pay_group_name_is_unique: {
      message: "Another pay group has this name.",
      hint: "Choose another name.",
    },
    contractors_pay_group_id_fkey: {
      message: "Somebody is of this pay group.",
      hint: "Move them to another group first.",
    },
    payroll_periods_pay_group_id_fkey: {
      message: "The pay group has periods.",
      hint: "Leave it: they tell who was paid when.",
    },
    payroll_periods_never_overlap: {
      message: "Another payroll period has some of these days.",
      hint: "Choose days beside it.",
    },
    purchase_order_number_is_the_facilitys_own: {
      message: "The facility has an order of this number already.",
      hint: "Change that one, or look the number up.",
    },
    reconciliation_names_an_invoice_once: {
      message: "The reconciliation names this invoice twice.",
      hint: "Give the invoice once, with the whole amount.",
    },
    time_codes_pkey: {
      message: "There is a code of this name already.",
      hint: "Choose another name.",
    },
    webhook_url_is_unique: {
      message: "There is a webhook with this address already.",
      hint: "Change that one, or enter another address.",
    },
  } as Readonly<Record<string, { message: string; hint: string }>>,
  approvals,
  board,
  controls,
  time,
  own,
  contact,
  paper: {
    pdf: "PDF",
    download: "Download",
    downloadOf: (what: string) => `Download ${what}`,
    pdfOf: (what: string) => `PDF of ${what}`,
    payYear: (year: string) => `Pay of ${year} (PDF)`,
    timesheet: "Time sheet (PDF)",
    lines: "Lines (CSV)",
  },
  credentials,
  billing,
  dispute,
  payroll,
  stipends,
  mailOf: {
    noProvider: "mail is not set up",
    isOff: {
      invoice: "mail of invoices is switched off",
      overdue_reminder: "reminders are switched off",
    },
  },
  overtime: {
    rule: "Overtime rule",
    counts: "What it counts",
    source: "Source",
    reason: "Reason for the rule",
    belowWage: "Reason for pay below the minimum wage",
    belowWageAbout: "Only where pay is below it",
    notOf: (state: string) => `why it is not the rule of ${state}`,
    asksFor: (what: string) => `The rule asks for this: ${what}`,
    nothing: "No hour is overtime.",
    overtime: (when: readonly string[]) => `Overtime: ${when.join(", ")}.`,
    doubletime: (when: readonly string[]) => `Doubletime: ${when.join(", ")}.`,
    aDay: (hours: number) => `over ${hours} h a day`,
    aWeek: (hours: number) => `over ${hours} h a week`,
    inARow: (hours: number) => `over ${hours} h in a row`,
    seventhDayUpTo: (hours: number) => `up to ${hours} h on the seventh day of a week`,
    wholeSeventhDay: (hours: number) => `all of the seventh day of a week of more than ${hours} h`,
    seventhDayBeyond: (hours: number) => `over ${hours} h on the seventh day`,
    scope: "Counted together",
    scopes: {
      facility: "Hours at this facility alone",
      assignment: "Hours of this assignment alone",
      contractor: "All of the contractor's hours, wherever",
    } as Readonly<Record<string, string>>,
    overtimeMultiplier: "Overtime multiplier",
    doubletimeMultiplier: "Doubletime multiplier",
  },
  codes: {
    hours: (hours: string) => `${hours} hours`,
    much: (title: string, much: string) => `${title} ${much}`,
    code: "Code",
    ofUnit: (title: string, unit: string) => `${title}, by the ${unit}`,
    rates: {
      ofAssignment: "Rates of codes",
      aboutAssignment:
        "What on call, charge, a mile and the like bill and pay here. Codes that follow the rate of an hour need none.",
      ofFacility: "Price list of codes",
      aboutFacility:
        "What codes bill and pay at this facility, where an assignment has no rate of its own for them.",
      none: "There are no rates of codes.",
      from: "From",
      bill: "Bill rate",
      pay: "Pay rate",
      aUnit: (rate: string, unit: string) => `${rate} / ${unit}`,
      add: "Add a rate of a code",
      addAbout:
        "A unit of the code bills and pays this, from that day on. What was sent or closed keeps its amounts.",
      addSubmit: "Add it",
      added: "The rate is added",
      leftOut: "Left empty: as the price list or the code has it",
      reason: "Reason of a mile above the IRS's rate",
      reasonAbout:
        "With one, what is beyond that rate is in no overtime. It is a wage all the same.",
      change: "Change …",
      changeTitle: (code: string, day: string) => `Change the rate of ${code} from ${day} on`,
      save: "Save",
      saved: "Saved",
      remove: "Remove …",
      removeTitle: (code: string, day: string) => `Remove the rate of ${code} from ${day} on?`,
      removeNow: "Remove",
      removed: "The rate is removed",
    },
    enter: {
      open: "Enter other time …",
      title: (name: string, facility: string) => `Enter other time of ${name} at ${facility}`,
      about:
        "Time of a code, or units such as miles. It is a draft until it is submitted, and replaces the draft that the code has on the day.",
      none: "No code that you may enter has a rate here. Billing and payroll add one on this page.",
      quantity: (unit: string) => `How many ${unit}s`,
      notQuantity: "A number, as 40 or 12.5",
      submit: "Enter it",
      done: "Entered",
    },
  },
  plan,
  premiums,
  calendars,
  guarantees,
  people,
  profit,
  facilities,
  settings,
  mail,
  cash,
  books,
};

/** States, or other words of the API, as choices of an input. */
export function choicesOf(
  ids: readonly string[],
  names: Readonly<Record<string, string>> = words.states,
): { id: string; name: string }[] {
  return ids.map((id) => ({ id, name: names[id] ?? id }));
}
