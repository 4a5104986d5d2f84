/** Texts of facility contacts' pages. */
export const contact = {
  allFacilities: "All your facilities",
  time: {
    approve: "To approve",
    all: "All time",
    title: "Time to approve",
    about: "By contractor and week, oldest first. Leave out days by a click on them.",
    allTitle: "Time worked at your facility",
    allAbout: "Newest first, and on which invoice it is.",
    invoice: "Invoice",
  },
  invoices: {
    title: "Our invoices",
    about: "Newest first. Open one to see the days that it bills.",
    none: "No invoice was sent to you yet.",
    back: "All invoices",
  },
  account: {
    title: "Our account",
    about: "What is owed, what is left to spend, and how it came to that.",
    owed: "What is owed, by days overdue",
    owesNothing: "Nothing is owed.",
    chooseOne: "Choose a facility on top to see its statement.",
    credits: "Credits",
  },
};
