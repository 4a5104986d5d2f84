import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from "@mui/material";
import { useId, useSyncExternalStore } from "react";
import { auth } from "../api/client.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { granted } from "./auth_refusal.ts";
import { EntranceTheme } from "./entrance_theme.tsx";
import { EmailField, PasswordField } from "./fields.tsx";
import { EntranceForm } from "./form.tsx";
import { startAnew } from "./here.ts";
import { isAsked, leave, onAsked, ownerOfPage, signedInAgain } from "./session.ts";
import { useEntrance } from "./use_entrance.ts";
import { entrance, expired as say, signIn } from "./words.ts";

/** Asks for the password over the page whose session ended. The page stays as it is, with all that was typed on it. */
export function SessionDialog() {
  const isOpen = useSyncExternalStore(onAsked, isAsked);
  return isOpen
    ? (
      <EntranceTheme plain>
        <AskForPassword />
      </EntranceTheme>
    )
    : null;
}

function AskForPassword() {
  const id = useId();
  const { isBusy, refusal, run } = useEntrance();
  const owner = ownerOfPage();
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={id}>
      <EntranceForm
        send={({ email = "", password = "" }) =>
          run(async () => {
            const { user } = granted(await auth().signInWithPassword({ email, password }));
            if (user?.id === owner?.id) signedInAgain();
            else startAnew();
          })}
      >
        <DialogTitle id={id}>{say.title}</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>{say.text}</Typography>
          <EmailField value={owner?.email ?? ""} />
          <PasswordField autoFocus />
          <RefusalNote refusal={refusal} />
        </DialogContent>
        <DialogActions>
          <Button
            disabled={isBusy}
            onClick={() =>
              void run(async () => {
                await leave();
                startAnew();
              })}
          >
            {entrance.signOut}
          </Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {isBusy ? entrance.running : signIn.submit}
          </Button>
        </DialogActions>
      </EntranceForm>
    </Dialog>
  );
}
