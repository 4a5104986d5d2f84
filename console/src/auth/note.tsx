import { Alert, AlertTitle } from "@mui/material";
import type { Said } from "./words.ts";

/** A sentence on what happened, above what can be done. */
export function Note({ said }: { said: Said }) {
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      <AlertTitle sx={{ mb: 0 }}>{said.message}</AlertTitle>
      {said.hint}
    </Alert>
  );
}
