/** Every text of the console but react-admin's own, in one place. */
export const words = {
  product: "Staffing back office",
  menu: {
    board: "Board",
    time: "Time",
    billing: "Billing",
    cash: "Cash",
    payroll: "Payroll",
    people: "People",
    settings: "Settings and log",
  },
  common: {
    cancel: "Cancel",
    running: "Running …",
    loading: "Loading",
    tryAgain: "Try again",
    reason: "Why, in a few words",
    facility: "Facility",
    contractor: "Contractor",
    notMoney: "An amount has digits and at most two decimals.",
    list: "List",
    csv: "CSV",
    csvCut: (rows: string) =>
      `The file has the first ${rows} rows, and there are more. Narrow the filter, and export again.`,
    pagesOfGroup: "Pages of this group",
    signOut: "Sign out",
  },
  nothingHere: {
    title: "Nothing here for you yet",
    text:
      "You are signed in, but the console has no screens for what you may do. Ask the firm's administrator.",
  },
  signIn: {
    title: "Sign in",
    email: "E-mail",
    password: "Password",
    submit: "Sign in",
  },
  setPassword: {
    title: "Set your password",
    text: "Choose the password that you sign in with from now on.",
    password: "New password",
    again: "The same once more",
    submit: "Save the password",
    differs: "The two are not the same.",
    noSession: "This link opens nothing.",
    askAgain: "A link works once, and for a short time. Ask for a new one.",
  },
  states: {} as Readonly<Record<string, string>>,
};
