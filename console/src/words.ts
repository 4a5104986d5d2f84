import { billing, dispute } from "./screens/billing/words.ts";
import { board } from "./screens/board/words.ts";
import { books } from "./screens/books/words.ts";
import { cash } from "./screens/cash/words.ts";
import { contact } from "./screens/contact/words.ts";
import { mail } from "./screens/mail/words.ts";
import { own } from "./screens/own/words.ts";
import { payroll, stipends } from "./screens/payroll/words.ts";
import { people } from "./screens/people/words.ts";
import { settings } from "./screens/settings/words.ts";
import { time } from "./screens/time/words.ts";

/** Texts of the console but react-admin's own. Those of a group of screens stand beside its pages. */
export const words = {
  product: "Staffing back office",
  menu: {
    board: "Board",
    time: "Time",
    billing: "Billing",
    cash: "Cash",
    payroll: "Payroll",
    books: "Books",
    people: "People",
    mail: "Mail and events",
    settings: "Settings and log",
    myTime: "My time",
    myPay: "My pay",
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
  common: {
    version: (version: string) => `Version ${version}`,
    cancel: "Cancel",
    yes: "Yes, do it",
    running: "Running …",
    loading: "Loading",
    tryAgain: "Try again",
    reason: "Why, in a few words",
    facility: "Facility",
    contractor: "Contractor",
    person: "Who",
    by: (at: string, name: string | null) => name === null ? at : `${at}, ${name}`,
    notMoney: "An amount has digits and at most two decimals.",
    list: "List",
    age: "Age",
    weeksOld: (weeks: number) => weeks === 1 ? "1 week and older" : `${weeks} weeks and older`,
    nothingYet: "There is nothing here yet.",
    nothingMatches: "Nothing is as the filter asks. Change it, or empty it.",
    csv: "CSV",
    csvCut: (rows: string) =>
      `The file has the first ${rows} rows, and there are more. Narrow the filter, and export again.`,
    pagesOfGroup: "Pages of this group",
    signOut: "Sign out",
    you: "You",
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
  nothingHere: {
    title: "Nothing here for you yet",
    text:
      "You are signed in, but nobody here yet. Were you given an invitation code? Enter it once, and you are in. " +
      "Otherwise ask whoever you work with at the firm for one.",
    code: "Invitation code",
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
      "Makes a code with which they say, once, who they are. It is e-mailed to them where that is switched on. " +
      "A code that was made before is void then.",
    make: "Make the code",
    code: "Code, shown this once",
    codeAbout: (name: string, address: string, until: string) =>
      `Hand it to ${name} alone, by a way that you trust. They sign in at ${address} and enter it there, ` +
      `until ${until}. It is not shown again: if it gets lost, invite again.`,
    mailedTo: (name: string, email: string, until: string) =>
      `It is on its way to ${email}, with the steps to take. ${name} enters it until ${until}. ` +
      `Hand it over yourself only where no mail arrives: it is not shown again.`,
    handed: "I have the code",
    withdraw: "Withdraw",
    withdrawTitle: (name: string) => `Withdraw the invitation of ${name}?`,
    withdrawAbout: "The code is good for nothing then. You may invite again.",
    withdrawn: "The invitation is withdrawn",
    unlink: "Unlink",
    unlinkTitle: (name: string) => `Take the sign-in from ${name}?`,
    unlinkAbout:
      "Their access ends at once. What they did keeps their name, and they may be invited again.",
    unlinked: "Unlinked",
  },
  signIn: {
    title: "Sign in",
    email: "E-mail",
    password: "Password",
    submit: "Sign in",
    toSignUp: "Invited, and no password yet?",
    toForgotten: "Forgot your password?",
  },
  signUp: {
    title: "Choose a password",
    text:
      "You were given an invitation code? Choose the password that you sign in with from now on. " +
      "Then you are asked for the code.",
    submit: "Go on to the code",
    back: "I have a password: sign in",
    confirm: (email: string) =>
      `An e-mail is on its way to ${email}. Open the link in it, and sign in here then.`,
    askFirm: "Ask whoever invited you to have your sign-in made.",
  },
  forgotten: {
    title: "Forgot your password?",
    text: "A link to choose a new one is sent to your address, if you sign in with it.",
    submit: "Send the link",
    sent: (email: string) =>
      `If somebody signs in as ${email}, a link is on its way there. It works once, and for a short time.`,
  },
  setPassword: {
    menu: "Change the password",
    title: "Set your password",
    text: "Choose the password that you sign in with from now on.",
    password: "New password",
    again: "The same once more",
    submit: "Save the password",
    differs: "The two are not the same.",
    noSession: "This link opens nothing.",
    askAgain: "A link works once, and for a short time. Ask for a new one.",
  },
  states: {
    draft: "draft",
    submitted: "submitted",
    pending_approval: "taken up, to approve",
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
  /** Rules of the database that people meet in forms, by their names. */
  constraints: {
    address_is_short: {
      message: "The address is longer than 500 characters.",
      hint: "Shorten it.",
    },
    assignment_bill_terms_pkey: {
      message: "There are bill terms from this week on already.",
      hint: "Change those, or choose another week.",
    },
    contractor_payroll_number_is_unique: {
      message: "Somebody else has this payroll number.",
      hint: "Look it up with the payroll provider: two people never share one.",
    },
    doubletime_begins_after_overtime: {
      message: "Doubletime would begin before overtime.",
      hint: "Let it begin later, or leave the limit of overtime empty.",
    },
    earning_code_is_plain_text: {
      message: "A code begins with a letter or a digit, and has at most 40 characters.",
      hint: "Enter it as the payroll provider has it.",
    },
    earned_days_come_together: {
      message: "One of the two days between which the bonus was earned is missing.",
      hint: "Give both, or none.",
    },
    earned_days_end_after_they_start: {
      message: "The bonus would be earned to a day before it began.",
      hint: "Correct the days.",
    },
    holiday_name_is_not_blank: {
      message: "The name of the holiday is blank.",
      hint: "Give its name.",
    },
    holidays_pkey: {
      message: "There is a holiday on this day already.",
      hint: "Change that one, or choose another day.",
    },
    journal_account_name_is_not_blank: {
      message: "The name of the account is blank.",
      hint: "Give the name that it has in your accounting program.",
    },
    journal_account_number_is_not_blank: {
      message: "The number of the account is blank.",
      hint: "Give the number that it has in your accounting program, or leave the field empty.",
    },
    console_url_is_an_address: {
      message: "The address of the console is none.",
      hint: "Enter it from https:// on, without a question mark.",
    },
    from_address_is_an_address: {
      message: "What mail is from is no e-mail address.",
      hint: "Enter the address alone, such as billing@firm.example.",
    },
    legal_name_is_short: {
      message: "The legal name is longer than 200 characters.",
      hint: "Shorten it.",
    },
    mail_has_a_sender: {
      message: "There is nobody whom mail is from.",
      hint: "Enter the address under From, or choose no provider.",
    },
    overtime_rules_pkey: {
      message: "There is an overtime rule of this name already.",
      hint: "Choose another name.",
    },
    purchase_order_amount_is_positive: {
      message: "The amount of the order is 0 or less.",
      hint: "Give what was ordered, or leave the field empty: then it has no limit.",
    },
    purchase_order_ends_after_it_starts: {
      message: "The order would end before it begins.",
      hint: "Correct the days.",
    },
    purchase_order_number_is_short: {
      message: "The number of the order is blank, or longer than 40 characters.",
      hint: "Enter it as the facility writes it.",
    },
    purchase_order_number_is_the_facilitys_own: {
      message: "The facility has an order of this number already.",
      hint: "Change that one, or look the number up.",
    },
    remit_to_is_short: {
      message: "What stands under Remit to is longer than 500 characters.",
      hint: "Shorten it.",
    },
    reminder_days_are_few_and_within_a_year: {
      message: "The days of reminders are too many, or one is not from 1 to 365.",
      hint: "Give at most ten.",
    },
    reply_to_is_an_address: {
      message: "Where answers go is no e-mail address.",
      hint: "Enter the address alone, or leave it empty.",
    },
    seventh_day_counts_the_hours_of_a_day: {
      message:
        "A seventh day counts by the hours after which a day has overtime, and there are none.",
      hint: "Give them, or leave the seventh day off.",
    },
    started_months_do_not_compound: {
      message: "Interest by started months does not compound.",
      hint: "Choose none under Compounding, or another day count.",
    },
    stipend_ends_after_it_starts: {
      message: "The stipend would end before it starts.",
      hint: "Correct the days.",
    },
    webhook_description_is_short: {
      message: "The description is longer than 200 characters.",
      hint: "Shorten it.",
    },
    webhook_url_is_https: {
      message: "The address is none that a webhook can have.",
      hint: "Enter it from https:// on, without a user, a password or a #.",
    },
    webhook_url_is_unique: {
      message: "There is a webhook with this address already.",
      hint: "Change that one, or enter another address.",
    },
    webhook_wants_events: {
      message: "The webhook would be told of nothing.",
      hint: "Choose what it is told of, or switch it off.",
    },
    work_state_is_a_code: {
      message: "There is no such work state.",
      hint: "Enter CO for a state of the United States, elsewhere the ISO code, such as GB-LND.",
    },
    tax_number_is_short: {
      message: "The tax number is longer than 50 characters.",
      hint: "Shorten it.",
    },
    what_is_earned_is_paid_afterwards: {
      message: "The bonus would be paid before it is earned.",
      hint: "Let it be payable on the last day of earning, or later.",
    },
  } as Readonly<Record<string, { message: string; hint: string }>>,
  board,
  time,
  own,
  contact,
  paper: {
    pdf: "PDF",
    pdfOf: (what: string) => `PDF of ${what}`,
    timesheet: "Time sheet (PDF)",
    lines: "Lines (CSV)",
  },
  billing,
  dispute,
  payroll,
  stipends,
  overtime: {
    rule: "Overtime rule",
    counts: "What it counts",
    source: "Source",
    reason: "Reason for the rule",
    asksFor: (what: string) => `The rule asks for this: ${what}`,
    nothing: "No hour is overtime.",
    overtime: (when: readonly string[]) => `Overtime: ${when.join(", ")}.`,
    doubletime: (when: readonly string[]) => `Doubletime: ${when.join(", ")}.`,
    aDay: (hours: number) => `over ${hours} h a day`,
    aWeek: (hours: number) => `over ${hours} h a week`,
    inARow: (hours: number) => `over ${hours} h in a row`,
    seventhDayUpTo: (hours: number) => `up to ${hours} h on the seventh day of a week`,
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
  people,
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
