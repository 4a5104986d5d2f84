import { Button } from "@mui/material";
import { type ErrorInfo, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { Note } from "../auth/note.tsx";
import { entrance } from "../auth/words.ts";
import { Page } from "../ui/page.tsx";
import { words } from "../words.ts";

/** Words of browsers for a script that did not come: the line is bad, or a newer console has others. */
const NOT_LOADED = /dynamically imported module|importing a module script|unable to preload/i;

/** Page in place of one that failed: it says what to do, and goes when another page is opened. */
export function PageError({ error, resetErrorBoundary }: {
  error?: unknown;
  errorInfo?: ErrorInfo;
  resetErrorBoundary?: () => void;
}) {
  const { pathname } = useLocation();
  useEffect(() => resetErrorBoundary, [pathname]);
  const said = error instanceof Error && NOT_LOADED.test(error.message)
    ? entrance.notLoaded
    : words.common.pageError;
  return (
    <Page title={said.title}>
      <Note said={said} />
      <Button variant="contained" onClick={() => location.reload()}>{entrance.reload}</Button>
    </Page>
  );
}
