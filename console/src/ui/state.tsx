import { Box, Chip } from "@mui/material";
import { words } from "../words.ts";

const COLORS: Readonly<Record<string, string>> = {
  draft: "#8a8a8a",
  submitted: "#1976d2",
  pending_approval: "#ed6c02",
  in_review: "#ed6c02",
  proposed: "#ed6c02",
  pending: "#ed6c02",
  waiting: "#ed6c02",
  received: "#ed6c02",
  without_facility: "#ed6c02",
  not_matched: "#ed6c02",
  sent: "#1976d2",
  open: "#1976d2",
  running: "#1976d2",
  sending: "#1976d2",
  partially_paid: "#0097a7",
  approved: "#2e7d32",
  paid: "#2e7d32",
  reconciled: "#2e7d32",
  confirmed: "#2e7d32",
  succeeded: "#2e7d32",
  applied: "#2e7d32",
  hired: "#2e7d32",
  void: "#d32f2f",
  returned: "#d32f2f",
  failed: "#d32f2f",
  expired: "#d32f2f",
};

/** A state in words, with a dot of its color. The word says it all. */
export function State({ of }: { of: string | null | undefined }) {
  if (!of) return null;
  const dot = (
    <Box
      component="span"
      sx={{
        width: 10,
        height: 10,
        borderRadius: "50%",
        bgcolor: COLORS[of] ?? "#8a8a8a",
      }}
    />
  );
  return (
    <Chip
      size="small"
      variant="outlined"
      label={words.states[of] ?? of}
      icon={dot}
      sx={{ pl: 0.75 }}
    />
  );
}
