import { Alert, AlertTitle } from "@mui/material";
import type { Refusal } from "../api/refusal.ts";

/** A refusal where the person acted: what is wrong, and what to do. */
export function RefusalNote(
  { refusal, onClose }: { refusal: Refusal | null; onClose?: () => void },
) {
  if (refusal === null) return null;
  return (
    <Alert severity="error" sx={{ my: 1 }} {...(onClose ? { onClose } : {})}>
      <AlertTitle sx={{ mb: 0 }}>{refusal.message}</AlertTitle>
      {refusal.hint}
    </Alert>
  );
}
