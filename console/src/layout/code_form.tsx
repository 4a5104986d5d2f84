import { Box, Button, TextField, Typography } from "@mui/material";
import { type ReactNode, useState } from "react";
import { usePermissions } from "react-admin";
import { call } from "../api/call.ts";
import { Account } from "../auth/account.tsx";
import { codeIn } from "../auth/invited.ts";
import type { Me } from "../me.ts";
import { useAct } from "../ui/act.tsx";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { words } from "../words.ts";

const say = words.nothingHere;

/**
 * Page for the code of an invitation, which is entered once. Afterwards the console asks anew who
 * is signed in.
 */
export function CodeForm({ done, accepted, children }: {
  /** Words for an invitation that is accepted. */
  done: string;
  accepted?: () => void;
  /** Other ways out, beside the button that sends. */
  children: ReactNode;
}) {
  const [code, setCode] = useState("");
  const { permissions: me } = usePermissions<Me>();
  const { isBusy, refusal, run } = useAct();
  return (
    <Box
      component="form"
      sx={{ maxWidth: 600 }}
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await call("accept_invitation", { code: codeIn(code) });
          accepted?.();
        }, done);
      }}
    >
      <Typography sx={{ mb: 2 }}>
        {words.signIn.as} <Account email={me?.email ?? ""} />. {words.signIn.notYou}
      </Typography>
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
        {children}
      </Box>
    </Box>
  );
}
