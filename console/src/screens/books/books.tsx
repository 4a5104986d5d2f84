import { Alert } from "@mui/material";
import { Navigate, Route, Routes } from "react-router-dom";
import { isOneOf } from "../../me.ts";
import { Page, Subpages } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { Accounts } from "./accounts.tsx";
import { Closings } from "./closings.tsx";
import { Entry } from "./entry.tsx";
import { Journal } from "./journal.tsx";

const say = words.books;
const PAGES = [
  { path: "journal", label: words.books.journal.menu },
  { path: "closings", label: words.books.closings.menu },
  { path: "accounts", label: words.books.accounts.menu },
];

/** The firm's books, and how they come into the accounting program. */
export default function Books() {
  const me = useMe();
  const missing = (["billing", "payroll"] as const).find((role) => !isOneOf(me, role));
  if (missing !== undefined) {
    return (
      <Page title={words.menu.books}>
        <Alert severity="info" sx={{ mt: 1 }}>{say.twoRoles(missing)}</Alert>
      </Page>
    );
  }
  return (
    <>
      <Subpages base="/books" pages={PAGES} />
      <Routes>
        <Route path="journal" element={<Journal />} />
        <Route path="journal/:on/:document" element={<Entry />} />
        <Route path="closings" element={<Closings />} />
        <Route path="accounts" element={<Accounts />} />
        <Route path="*" element={<Navigate to="/books/journal" replace />} />
      </Routes>
    </>
  );
}
