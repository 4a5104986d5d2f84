import { Alert, Box, Button, TextField } from "@mui/material";
import { useState } from "react";
import { call } from "../api/call.ts";
import { type Asked, type Refusal, refusalOf } from "../api/refusal.ts";
import { approvals as say } from "../screens/board/words.ts";

/** Beside a refusal of what takes two people: a reason, and a button that asks somebody else. */
export default function AskApproval({ asked }: { asked: Asked }) {
  const [reason, setReason] = useState("");
  const [state, setState] = useState<"typed" | "asking" | "asked">("typed");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  if (state === "asked") return <Alert severity="success" sx={{ mt: 1 }}>{say.asked}</Alert>;

  async function ask() {
    setState("asking");
    setRefusal(null);
    try {
      const { procedure, arguments: given } = asked;
      await call("request_approval", { procedure, arguments: given, reason });
      setState("asked");
    } catch (thrown) {
      setRefusal(refusalOf(thrown));
      setState("typed");
    }
  }

  return (
    <Box sx={{ mt: 1 }}>
      <TextField
        label={say.reason}
        helperText={say.reasonAbout}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        size="small"
        fullWidth
      />
      <Button
        type="button"
        size="small"
        variant="outlined"
        color="inherit"
        disabled={state === "asking" || reason.trim() === ""}
        onClick={() => void ask()}
        sx={{ mt: 1 }}
      >
        {say.ask}
      </Button>
      {refusal !== null && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {[refusal.message, refusal.hint].filter(Boolean).join(" ")}
        </Alert>
      )}
    </Box>
  );
}
