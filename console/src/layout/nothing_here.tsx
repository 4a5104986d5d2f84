import { Box, Button, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { useLogout } from "react-admin";
import { call } from "../api/call.ts";
import { useAct } from "../ui/act.tsx";
import { Page } from "../ui/page.tsx";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";

const say = words.nothingHere;

/** For whoever is signed in and is nobody of the firm: they say who they are by the code that they were given. */
export function NothingHere() {
  const signOut = useLogout();
  const [code, setCode] = useState("");
  const { isBusy, refusal, run } = useAct();
  return (
    <Page title={say.title}>
      <Typography sx={{ mb: 2, maxWidth: 600 }}>{say.text}</Typography>
      <Box
        component="form"
        sx={{ maxWidth: 600 }}
        onSubmit={(event) => {
          event.preventDefault();
          // Who they are is asked for again then, and the screens are theirs.
          void run(() => call("accept_invitation", { code }), say.accepted);
        }}
      >
        <TextField
          name="code"
          label={say.code}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          error={refusal !== null}
          fullWidth
          autoFocus
          autoComplete="off"
        />
        <RefusalNote refusal={refusal} />
        <Box sx={{ display: "flex", gap: 1, mt: 1 }}>
          <Button type="submit" variant="contained" disabled={isBusy || code.trim() === ""}>
            {isBusy ? words.common.running : say.accept}
          </Button>
          <Button variant="outlined" onClick={() => void signOut()}>
            {words.common.signOut}
          </Button>
        </Box>
      </Box>
    </Page>
  );
}
