/** Texts of the pages before the console, and of what Supabase Auth refuses. */

/** Texts that the pages before the console share with it. */
export const entrance = {
  product: "Staffing back office",
  running: "Running …",
  cancel: "Cancel",
  signOut: "Sign out",
  loading: "Loading",
  required: "Required",
  noAddress: "Must be a valid email",
  short: (least: number) => `Must be ${least} characters at least`,
  show: "Show what is typed",
  reload: "Load the page anew",
  notLoaded: {
    title: "Not loaded",
    message: "A part of the console did not load.",
    hint: "Look at your connection, and load the page anew.",
  },
};

/** A sentence on what happened, and what to do. */
export interface Said {
  readonly message: string;
  readonly hint: string;
}

export const signIn = {
  title: "Sign in",
  email: "E-mail",
  password: "Password",
  submit: "Sign in",
  toSignUp: "Invited, and no password yet?",
  toForgotten: "Forgot your password?",
  as: "Signed in as",
  notYou: "Is that not you? Sign out first.",
};

/** Dialog over a page whose session ended. */
export const expired = {
  title: "Sign in again",
  text: "You were signed out meanwhile. Your page stays as it is, with what you typed on it. " +
    "If somebody else signs in, it is loaded anew for them.",
};

export const signUp = {
  title: "Choose a password",
  text:
    "You were given an invitation code? Choose the password that you sign in with from now on. " +
    "Then you are asked for the code.",
  submit: "Go on to the code",
  back: "I have a password: sign in",
  confirm: (email: string) =>
    `If nobody signs in as ${email} yet, an e-mail is on its way there. Open the link in it. ` +
    "Does none come? Then you have a password: sign in, or ask for a new one.",
};

export const forgotten = {
  title: "Forgot your password?",
  text: "A link to choose a new one is sent to your address, if you sign in with it.",
  submit: "Send the link",
  sent: (email: string) =>
    `If somebody signs in as ${email}, a link is on its way there. It works once, and for a short time.`,
};

export const setPassword = {
  menu: "Change the password",
  title: "Set your password",
  text: "Choose the password that you sign in with from now on.",
  current: "Current password",
  password: "New password",
  again: "The same once more",
  submit: "Save the password",
  saved: "The password is saved",
  differs: "The two are not the same.",
  code: "Code from the e-mail",
  codeSent: (email: string) => `A code is on its way to ${email}. Enter it, and save once more.`,
  sendCode: "Send another code",
  wrong: {
    message: "That is not your current password.",
    hint:
      "Try again. If you forgot it, sign out, and ask for a new one on the page for signing in.",
  },
};

/** Dialogs about a second factor. */
export const secondFactor = {
  title: "Code of your authenticator app",
  setUpTitle: "Set up a second factor",
  askedByFirm:
    "The firm asks for a second factor, besides your password. Until then you see what all of its staff see, and no more.",
  yours: "It is asked for besides your password, also on your other devices.",
  scan: "Scan this picture with an authenticator app on your phone.",
  picture: "Picture to scan with an authenticator app",
  secret: "Or type this into the app:",
  code: "Code that the app shows",
  confirm: "Confirm",
  later: "Go on without",
  lost: "Is the phone lost? The owner of the firm's database removes what you set up.",
  notHere: {
    message: "Nobody can set up a second factor here: the sign-in service has none.",
    hint: "It takes Supabase Auth.",
  },
};

/** Page that the link of an invitation opens. */
export const invitation = {
  title: "You are invited",
  first: {
    message: "You are invited.",
    hint: "Sign in, or choose a password. Then you accept the invitation.",
  },
  text: "Accept it only if that is you: what you are invited to is then that account's.",
  accept: "Accept the invitation",
  later: "Not now",
  again: {
    message: "This page has no invitation to accept.",
    hint: "Open the link of the invitation once more.",
  },
};

/** Pages that the links of mails lead to. */
export const link = {
  title: "You came by a link",
  text: "Somebody had an e-mail sent to you. Go on to see whose account its link opens.",
  open: "Go on",
  whose: {
    title: "Is that you?",
    text: "This link opens the account of",
    about: "Go on only if the address is yours. What you do then is done in that account.",
    other: (email: string) =>
      `You are signed in here as ${email}. If you go on, you are signed out there.`,
    yes: "Yes, that is me",
    no: "No, that is not me",
  },
  done: {
    email: "Your address is confirmed.",
    magiclink: "The link was right.",
    email_change: "Your new address is confirmed. Sign in with it from now on.",
  },
  goOn: "Go on",
  stillIn: (email: string) => `You are still signed in as ${email}.`,
  left: {
    message: "You did not go on.",
    hint: "If you did not ask for the e-mail, delete it.",
  },
  again: {
    message: "This page has no link to open.",
    hint: "Open the link in your e-mail once more.",
  },
  half: {
    message: "One of your two addresses is confirmed.",
    hint: "Now open the link in the e-mail to the other one.",
  },
  confirmed: {
    message: "Your address is confirmed.",
    hint: "Sign in with the password that you chose.",
  },
  used: {
    message: "This link was used already, or it is too old.",
    hint: "If it was to confirm your address, try to sign in. If you were invited, or want a new " +
      "password, have another link sent.",
  },
  elsewhere: {
    message: "This link opens nothing in this browser.",
    hint:
      "It belongs to the browser in which it was asked for. Have another one sent from here, and " +
      "open it here.",
  },
  elsewhereOrConfirmed: {
    message: "This link signs nobody in here.",
    hint: "If it was to confirm your address, that is done: sign in. If you want a new password, " +
      "ask for it here.",
  },
};

/** Words for what Supabase Auth refuses, by its code. */
export const authRefusals: Readonly<Record<string, Said>> = {
  invalid_credentials: {
    message: "The e-mail address or the password is wrong.",
    hint: "Try again. If you forgot the password, ask for a new one.",
  },
  email_not_confirmed: {
    message: "Your address is not confirmed yet.",
    hint:
      "Open the link in the e-mail that came when you chose the password. If it is lost or too old, " +
      "ask for a new password: that link confirms the address as well.",
  },
  user_already_exists: {
    message: "Somebody signs in with this address already.",
    hint: "If that is you, sign in. If you forgot the password, ask for a new one.",
  },
  signup_disabled: {
    message: "Sign-ins are made by the firm here.",
    hint: "Ask whoever invited you to have your sign-in made.",
  },
  email_provider_disabled: {
    message: "Nobody signs in by e-mail and password here.",
    hint: "Ask whoever invited you to have that switched on.",
  },
  weak_password: {
    message: "This password is too weak.",
    hint: "Choose another one.",
  },
  same_password: {
    message: "That is the password you have.",
    hint: "Choose another one.",
  },
  current_password_required: {
    message: "The current password is missing.",
    hint: "Enter it above the new one.",
  },
  current_password_invalid: setPassword.wrong,
  reauthentication_needed: {
    message: "A code from an e-mail is asked for.",
    hint: "Have one sent, and enter it.",
  },
  reauthentication_not_valid: {
    message: "The code is wrong, or it is too old.",
    hint: "Look at the newest e-mail, or have another code sent.",
  },
  over_email_send_rate_limit: {
    message: "Too many e-mails were asked for.",
    hint: "Wait a minute, and try again. If that is refused too, try again in an hour.",
  },
  over_request_rate_limit: {
    message: "There were too many tries.",
    hint: "Wait five minutes, and try again.",
  },
  user_banned: {
    message: "This sign-in is locked.",
    hint: "Ask whoever you work with at the firm.",
  },
  email_address_invalid: {
    message: "No e-mail can be sent to this address.",
    hint: "Look whether it is spelled right.",
  },
  email_address_not_authorized: {
    message: "The firm's sign-in service sends no e-mail to this address.",
    hint: "Ask the firm to set a mail server for it.",
  },
  validation_failed: {
    message: "Something in the form is not as it should be.",
    hint: "Look at what you entered, and try again.",
  },
  mfa_verification_failed: {
    message: "The code is wrong, or it was used already.",
    hint:
      "Enter the one that the app shows now. If none is right, look whether the phone's clock is.",
  },
  mfa_challenge_expired: {
    message: "The code came too late.",
    hint: "Enter the one that the app shows now.",
  },
  mfa_totp_enroll_not_enabled: secondFactor.notHere,
  insufficient_aal: {
    message: "This takes a sign-in with your second factor.",
    hint: "Give its code first.",
  },
  otp_expired: link.used,
  flow_state_expired: link.used,
  flow_state_not_found: link.used,
  session_not_found: link.used,
  bad_code_verifier: link.elsewhere,
  pkce_code_verifier_not_found: link.elsewhere,
};
/** Ways to a better password, by Auth's word for what is weak. */
export const betterPassword: Readonly<Record<string, string>> = {
  length: "Choose a longer one.",
  characters: "Mix small and capital letters, digits and other signs.",
  pwned: "It stands in lists of stolen passwords: choose another one.",
};
/** Words for what Auth refuses and says in its own words, or does not say. */
export const otherAuthRefusals = {
  unreachable: {
    message: "The server cannot be reached.",
    hint: "Look at your connection, and try again.",
  },
  hint: "Try again. If it is refused again, tell whoever you work with at the firm.",
};
