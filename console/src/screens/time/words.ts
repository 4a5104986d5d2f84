import { counted } from "../../ui/counted.ts";

/** Texts of time. */
export const time = {
  approve: {
    menu: "To approve",
    title: "Time to approve",
    about: "By contractor and week, oldest first. Leave out days by a click on them.",
    none: "No time waits for approval.",
    chooseAll: (weeks: string) => `Choose all (${weeks})`,
    chooseWeek: (name: string, week: string) => `Choose the week of ${week}: ${name}`,
    weeks: (weeks: number) => weeks === 1 ? "1 week" : `${weeks} weeks`,
    chosen: (weeks: string, much: string) => `${weeks} chosen, ${much}`,
    approve: "Approve",
    approveChosen: (weeks: string) => `Approve ${weeks}`,
    approved: "Approved",
    approvedWeeks: (weeks: string) => `Approved: ${weeks}`,
    notAll: (entries: string) => `Not approved: ${entries}. Their weeks say why.`,
    approvedEntries: (entries: number) => `Approved: ${counted(entries, "entry", "entries")}`,
    approveEntries: (entries: number) => `Approve ${counted(entries, "entry", "entries")}`,
    chosenEntries: (entries: number, much: string) =>
      `${counted(entries, "entry", "entries")} chosen, ${much}`,
    notApproved: (why: string) => `Not approved: ${why}`,
    notAllEntries: (entries: string) => `Not approved: ${entries}. Their rows say why.`,
    chooseOpen: (entries: number) => `Choose all that wait on this page (${entries})`,
    entries: (entries: number) => entries === 1 ? "1 day" : `${entries} days`,
    takeBack: "Take back",
    takeBackOf: (name: string, week: string) => `Take back: ${name}, week of ${week}`,
    tookBack: "Taken back: it waits for approval again",
    wasApproved: (days: string) => `Approved: ${days}`,
    wasSentBack: (days: string) => `Sent back: ${days}`,
    changedMeanwhile: {
      message: "Somebody else changed this meanwhile.",
      hint: "Look at it as it is now, and decide again.",
    },
    sendBack: "Send back …",
    sendBackTitle: (much: string, name: string) => `Send ${much} back to ${name}?`,
    sendBackAbout: "They become drafts again, and the contractor sees the reason.",
    sendBackDone: "Sent back",
    oldest: (age: number) => `${counted(age, "day")} old`,
    noted: (day: string, notes: string) => `${day}: ${notes}`,
    more: (shown: string) => `These are the oldest ${shown} entries: more come when they are done.`,
    weekOf: (week: string) => `week of ${week}`,
    days: "Days",
  },
  missing: {
    menu: "Not submitted",
    title: "Not submitted",
    about:
      "Drafts that nobody submitted, and assignments without any time in the last complete week.",
    drafts: "Drafts",
    missing: "No time at all last week",
    none: "Everybody has time in the last complete week.",
    age: "Age in days",
    submit: "Submit for them",
    submitted: "Submitted",
    between: "Days of the week",
  },
  locked: {
    menu: "Locked",
    title: "Locked before anybody approved it",
    about:
      "Its assignment has ended. Take it over, so that it can be approved, or set it aside: then it is never paid.",
    none: "No time is locked without approval.",
    takeUp: "Take over",
    takenUp: "Taken up: it waits for approval",
    setAside: "Set aside …",
    setAsideTitle: (entries: string) => `Set ${counted(entries, "entry", "entries")} aside?`,
    setAsideAbout: "They are never paid or billed, and say why. Payroll can take that back.",
    setAsideDone: "Set aside",
    aside: "Set aside",
    noAside: "Nothing is set aside.",
    takeBack: "Take back",
    tookBack: "Taken back",
    why: "Why",
  },
  client: {
    menu: "Client's time",
    title: "Client's time",
    about:
      "Time as the clients' own systems have it, beside ours, week by week. What a file brings goes on by itself " +
      "where nobody here said otherwise; the rest waits below.",
    weekFrom: "Week of",
    file: "A file of the client's system",
    fileAbout:
      "A CSV file with a line for each day and kind of time. It may come again, in parts or in another order: " +
      "lines that say the same change nothing. Nothing is written before you have seen what was read.",
    mapping: "Its columns",
    ours: "As in the example",
    mappings: {
      add: "Describe columns …",
      change: "Change the description …",
      addTitle: "Describe the columns of a client's file",
      changeTitle: (name: string) => `Change the description of ${name}?`,
      about:
        "Write for each of our columns the heading that theirs has. Several with a plus between them are joined; " +
        "a value in quotes is the same in each row. Leave empty what the file does not have.",
      name: "Name of the description",
      codes: "Kinds of time",
      codesAbout: "One a line, theirs first: OT = regular",
      approvals: "What means approved",
      approvalsAbout: "One a line, theirs first: Locked = yes",
      save: "Save",
      saved: "Saved",
    },
    show: "Show",
    shown: {
      open: "What is open",
      differs: "What differs",
      ours_alone: "What we alone have",
      theirs_alone: "What they alone have",
      agrees: "What agrees",
    },
    weekOf: (days: string) => `Week of ${days}`,
    counts: (agree: string, open: string) => `Agree: ${agree}. Open: ${open}.`,
    none: "No client's system said anything of this week.",
    code: "Kind of time",
    here: "Here",
    there: "There",
    outcome: "What it comes to",
    outcomes: {
      agrees: "Agrees",
      differs: "Differs",
      ours_alone: "Only here",
      theirs_alone: "Only there",
    } as Readonly<Record<string, string>>,
    obstacles: {
      on_sent_invoice: "On a sent invoice: credit its lines first",
      batch_under_review: "In a payroll batch under review",
      of_shift: "A shift: correct its times",
    } as Readonly<Record<string, string>>,
    waits: "Waits: take theirs to approve it",
    approvedThere: (by: string | null) =>
      by === null ? "Approved there" : `Approved there by ${by}`,
    notApprovedThere: "Not approved there",
    disputedOn: (at: string, why: string) => `Disputed ${at}: ${why}`,
    days: (days: string) => counted(days, "day"),
    take: "Take theirs …",
    takeTitle: (days: string) => `Take the client's time of ${days}?`,
    takeAbout:
      "Time here gets what the client has: approved time is corrected, with its drafts; what they do not have is set " +
      "aside, and what is missing here is entered. What they approved is approved. What was paid already, the next " +
      "payroll batch settles.",
    takeSubmit: "Take theirs",
    taken: "Taken",
    setAsideOurs: "Set aside what they do not have …",
    setAsideOursTitle: (days: string) => `Set our time of ${days} aside?`,
    setAsideOursAbout:
      "The client's system has no line of it. It is neither paid nor billed, and says why. What was paid is taken back by " +
      "the next batch. Payroll can take that back.",
    setAsideOursWhy: "The client's system does not have it.",
    setAsideOursSubmit: "Set it aside",
    setAsideOursDone: "It is set aside",
    dispute: "Dispute …",
    disputeTitle: (days: string) => `Dispute the client's time of ${days}?`,
    disputeAbout:
      "Time here stays as it is. The dispute ends when the client says something else, or when theirs is taken.",
    disputeSubmit: "Dispute",
    disputed: "Disputed",
  },
  all: {
    menu: "All time",
    title: "All time",
    about: "Every entry, newest first.",
    ofFacility:
      "A facility's entries, newest first. Drafts that nobody submitted are under Not submitted.",
    from: "From",
    to: "To",
    remarks: "Remarks",
    sentBack: (why: string) => `Sent back: ${why}`,
  },
  correction: {
    correct: "Correct …",
    title: (name: string, day: string) => `Correct the time of ${name} on ${day}`,
    about:
      "Drafts follow. What was paid already, the next payroll batch settles. The contractor and the facility " +
      "read the reason.",
    done: "Corrected",
    follows: {
      title: "What follows",
      titleOf: (name: string, day: string) => `Corrected: ${name}, ${day}. What follows`,
      what: "Where",
      difference: "Difference",
      open: "to come",
      when: "When",
      role: "By",
      close: "Close",
      nothing: "Nothing that is billed or paid depends on it yet.",
      invoice: (facility: string) => `Draft invoice of ${facility}`,
      unbilled: "Billed on no invoice yet",
      batch: (period: string) => `Payroll batch of ${period}`,
      paid: (period: string) => `Paid already for ${period}: the next batch pays the difference`,
      whenSent: "when it is sent",
      nextRun: "with the next billing run",
      nextBatch: "with the next batch",
      billing: "billing",
      payroll: "payroll",
    },
    aside: "Not worked …",
    asideTitle: (name: string, day: string) => `Set aside the time of ${name} on ${day}?`,
    asideAbout:
      "It is neither billed nor paid then, and loses its approval. What was paid already, the next payroll batch " +
      "takes back. Payroll can take it back; then it is approved anew.",
    was: (hours: string, day: string | null) =>
      day === null ? `was ${hours}` : `was ${hours} on ${day}`,
    setAside: (why: string) => `Set aside: ${why}`,
    changed: "What payroll changed",
    shiftAbout:
      "This is the part of a shift that lies within one day, and its hours are those of its times. Another part " +
      "stays as it is. Drafts follow. What was paid already, the next payroll batch settles. The contractor and " +
      "the facility read the reason.",
  },
  shift: {
    enter: "Enter a shift …",
    title: (facility: string) => `Enter a shift at ${facility}`,
    titleOf: (name: string, facility: string) => `Enter a shift of ${name} at ${facility}`,
    about: (zone: string) =>
      `By the clock of the facility (${zone}). It is a draft until it is submitted. Over midnight, each day has its part.`,
    aboutFrom: (zone: string, begins: string) =>
      `By the clock of the facility (${zone}). It is a draft until it is submitted. A workday begins at ${begins}: each day has its part.`,
    ofOneDay: (day: string) => `It counts for ${day}.`,
    ofTwoDays: (day: string, until: string, next: string) =>
      `Until ${until} it counts for ${day}, then for ${next}.`,
    workdayAbout: (begins: string) =>
      `A workday begins at ${begins}. Hours of a night count for the day on which it began.`,
    submit: "Enter",
    entered: "Entered",
    begins: "Begins",
    ends: "Ends",
    endsAbout: "A time before the begin is of the next day.",
    breakMinutes: "Break, in minutes",
    breakAbout: "A meal free of duty, of 30 minutes or more; else 0.",
    partEndsAtAbout: (begins: string) => `${begins} is the end of the workday.`,
    partEndsAbout: "Midnight, 12:00 am, is the end of the day.",
    partBreakAbout: "In this part: 0, or with the other part's at least 30.",
    breakBegins: "Break began",
    breakBeginsAbout: "May stay empty: then it lies in the longer part.",
    partBreakBeginsAbout: "Premiums of nights leave it out where it was. Empty leaves it as it is.",
    again: (time: string) => `The second ${time} of that night, after the clock was set back`,
    comesTo: (from: string, to: string, hours: string) => `${from} – ${to}: ${hours} hours`,
    times: (begin: string, end: string) => `${begin} – ${end}`,
    breakOf: (minutes: number, at: string | null) =>
      at === null ? `${minutes} min break` : `${minutes} min break at ${at}`,
    regular: "Regular",
    codeAbout: "What the hours were, such as a call-back. Most are regular.",
    changeCode: (code: string) => `${code} …`,
    changeCodeTitle: (shift: string) => `Which code has the shift of ${shift}?`,
    changeCodeAbout: "Its times and hours stay. The code decides what they pay and bill.",
    changeCodeNow: "Change it",
    codeChanged: "The code is changed",
    list: "Shifts",
    whole: (day: string, times: string) => `${day}: ${times}`,
    remove: "Remove …",
    removeTitle: (shift: string) => `Remove the shift of ${shift}?`,
    removeAbout: (days: readonly string[], isWhole: boolean) =>
      `Its hours of ${days.join(" and of ")} are removed. ${
        isWhole
          ? "If its times were wrong, enter it again."
          : "The part that is no draft any more stays."
      }`,
    removeNow: "Remove",
    removed: "Removed",
  },
};
