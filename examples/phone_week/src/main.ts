// A contractor's week on a phone: sign in, enter hours, submit.
import { assignmentsOf, isSignedIn, presentWeek, signIn, signOut, timeOf } from "./api.ts";
import { element } from "./element.ts";
import { daysAfter, shown, weekForm } from "./week.ts";

const main = document.querySelector("main") ?? document.body;

function showSignIn(): void {
  const email = element("input", { type: "email", autocomplete: "username", required: true });
  const password = element("input", {
    type: "password",
    autocomplete: "current-password",
    required: true,
  });
  const alert = element("p", { role: "alert", hidden: true });
  const form = element(
    "form",
    {},
    element("h1", {}, "My week"),
    element("label", {}, "E-mail", email),
    element("label", {}, "Password", password),
    alert,
    element("button", {}, "Sign in"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await signIn(email.value, password.value);
      await showWeek(await presentWeek());
    } catch (error) {
      alert.textContent = error instanceof Error ? error.message : String(error);
      alert.hidden = false;
    }
  });
  main.replaceChildren(form);
}

async function showWeek(start: string, said = ""): Promise<void> {
  const end = daysAfter(start, 6);
  const [assignments, entries] = await Promise.all([
    assignmentsOf(start, end),
    timeOf(start, end),
  ]);
  const to = (week: string, text: string, label: string) =>
    element("button", { ariaLabel: label, onclick: () => attempt(() => showWeek(week)) }, text);
  main.replaceChildren(
    element("h1", {}, "My week"),
    element("p", { role: "status" }, said),
    element(
      "nav",
      {},
      to(daysAfter(start, -7), "‹", "The week before"),
      `${shown(start)} – ${shown(end)}`,
      to(daysAfter(start, 7), "›", "The week after"),
    ),
    ...assignments.map((assignment) =>
      weekForm(
        assignment,
        start,
        entries.filter(({ assignment_id }) => assignment_id === assignment.assignment_id),
        () => attempt(() => showWeek(start, "Saved.")),
      )
    ),
    ...(assignments.length === 0 ? [element("p", {}, "No assignment in this week.")] : []),
    element("button", { onclick: () => attempt(leave) }, "Sign out"),
  );
}

async function leave(): Promise<void> {
  await signOut();
  showSignIn();
}

/** Does something, and says where it fails. */
function attempt(act: () => Promise<void>): void {
  act().catch((error: unknown) => {
    main.prepend(
      element("p", { role: "alert" }, error instanceof Error ? error.message : String(error)),
    );
  });
}

if (await isSignedIn()) attempt(async () => showWeek(await presentWeek()));
else showSignIn();
