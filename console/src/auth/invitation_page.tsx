import { Alert, Button, Typography } from "@mui/material";
import { useEffect } from "react";
import { call } from "../api/call.ts";
import { auth } from "../api/client.ts";
import { RefusalNote } from "../ui/refusal_note.tsx";
import { Account } from "./account.tsx";
import { Entrance } from "./entrance.tsx";
import { startAnew } from "./here.ts";
import { dropCode, keptCode } from "./invited.ts";
import { useEntrance } from "./use_entrance.ts";
import { entrance, invitation as say, signIn } from "./words.ts";

/**
 * Page that the link of an invitation opens, for whoever is signed in: it says whose account that is, and accepts
 * nothing before it is told to.
 */
export function InvitationPage({ email, enter }: { email: string; enter: () => Promise<void> }) {
  const { isBusy, refusal, run } = useEntrance();
  const code = keptCode();
  useEffect(() => {
    document.title = `${say.title} · ${entrance.product}`;
  }, []);
  const accept = async () => {
    await call("accept_invitation", { code: code ?? "" });
    dropCode();
    await enter();
  };
  const later = async () => {
    dropCode();
    await enter();
  };
  const signOut = async () => {
    await auth().signOut({ scope: "local" }).catch(() => {});
    startAnew();
  };
  return (
    <Entrance title={say.title}>
      <Typography sx={{ mb: 1 }}>
        {signIn.as} <Account email={email} />. {signIn.notYou}
      </Typography>
      {code === null
        ? (
          <Alert severity="info" sx={{ mb: 2 }}>
            {say.again.message} {say.again.hint}
          </Alert>
        )
        : <Typography sx={{ mb: 2 }}>{say.text}</Typography>}
      <RefusalNote refusal={refusal} />
      {code !== null && (
        <Button
          variant="contained"
          fullWidth
          disabled={isBusy}
          onClick={() => void run(accept)}
        >
          {isBusy ? entrance.running : say.accept}
        </Button>
      )}
      <Button
        variant="outlined"
        fullWidth
        sx={{ mt: 1 }}
        disabled={isBusy}
        onClick={() => void run(signOut)}
      >
        {entrance.signOut}
      </Button>
      <Button fullWidth sx={{ mt: 1 }} disabled={isBusy} onClick={() => void run(later)}>
        {say.later}
      </Button>
    </Entrance>
  );
}
