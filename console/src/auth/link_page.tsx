import { Alert, Button, Typography } from "@mui/material";
import { useEffect, useState } from "react";
import { Account, useSignedIn } from "./account.tsx";
import type { LinkKind } from "./arrival.ts";
import { saidBy } from "./auth_refusal.ts";
import { Entrance } from "./entrance.tsx";
import { startAnew } from "./here.ts";
import { LinkEnd, type ToSignIn } from "./link_end.tsx";
import { LinkPassword } from "./link_password.tsx";
import { leaveLink, letIn, type Openable, type Opened, openLink } from "./open_link.ts";
import { arrival } from "./receive.ts";
import { useEntrance } from "./use_entrance.ts";
import { entrance, link as say, signIn } from "./words.ts";

/**
 * Page that the links of Auth's mails open. Nobody is signed in by it before they said that the account is theirs, and
 * a link of our own templates is not spent before they go on.
 */
export function LinkPage({ toSignIn }: { toSignIn: ToSignIn }) {
  const came = arrival();
  if (came.by === "nothing") return <LinkEnd toSignIn={toSignIn} said={say.again} />;
  if (came.by === "half") return <LinkEnd toSignIn={toSignIn} said={say.half} />;
  if (came.by === "refused") return <LinkEnd toSignIn={toSignIn} said={say.used} way="forgotten" />;
  return <OpenLink came={came} toSignIn={toSignIn} />;
}

function OpenLink({ came, toSignIn }: { came: Openable; toSignIn: ToSignIn }) {
  const { isBusy, refusal, run } = useEntrance();
  const [opened, setOpened] = useState<Opened | null>();
  const isSpent = came.by !== "token";
  const open = () => void run(async () => setOpened(await openLink(came)));
  useEffect(() => {
    if (isSpent) open();
  }, []);
  if (refusal !== null) {
    const isDone = refusal.message === say.confirmed.message;
    return <LinkEnd toSignIn={toSignIn} said={saidBy(refusal)} way={isDone ? "in" : "forgotten"} />;
  }
  if (opened === null) return <LinkEnd toSignIn={toSignIn} said={say.half} />;
  if (opened !== undefined) return <Whose opened={opened} toSignIn={toSignIn} />;
  return (
    <Entrance title={say.title}>
      <Typography sx={{ mb: 2 }}>{say.text}</Typography>
      <Button variant="contained" fullWidth disabled={isBusy || isSpent} onClick={open}>
        {isBusy || isSpent ? entrance.running : say.open}
      </Button>
    </Entrance>
  );
}

/** The question before anybody is signed in. */
function Whose(
  { opened: { email, kind }, toSignIn }: { opened: Opened; toSignIn: ToSignIn },
) {
  const { isBusy, refusal, run } = useEntrance();
  const [step, setStep] = useState<"asked" | "mine" | "left">("asked");
  const other = useSignedIn();
  if (step === "left") return <LinkEnd toSignIn={toSignIn} said={say.left} />;
  if (refusal !== null) {
    return <LinkEnd toSignIn={toSignIn} said={saidBy(refusal)} way="forgotten" />;
  }
  const asksPassword = kind === "recovery" || kind === "invite";
  if (step === "mine") {
    return asksPassword ? <LinkPassword email={email} /> : <Done email={email} kind={kind} />;
  }
  const yes = async () => {
    if (!asksPassword) await letIn();
    setStep("mine");
  };
  const no = async () => {
    await leaveLink();
    setStep("left");
  };
  return (
    <Entrance title={say.whose.title}>
      <Typography>{say.whose.text}</Typography>
      <Typography sx={{ mb: 2 }}>
        <Account email={email} />
      </Typography>
      <Typography sx={{ mb: 2 }}>{say.whose.about}</Typography>
      {typeof other === "string" && other !== email && (
        <Alert severity="warning" sx={{ mb: 2 }}>{say.whose.other(other)}</Alert>
      )}
      <Button variant="contained" fullWidth disabled={isBusy} onClick={() => void run(yes)}>
        {isBusy ? entrance.running : say.whose.yes}
      </Button>
      <Button
        variant="outlined"
        fullWidth
        sx={{ mt: 1 }}
        disabled={isBusy}
        onClick={() => void run(no)}
      >
        {say.whose.no}
      </Button>
    </Entrance>
  );
}

function Done(
  { email, kind }: { email: string; kind: Exclude<LinkKind, "recovery" | "invite"> },
) {
  return (
    <Entrance title={say.title}>
      <Alert severity="success" sx={{ mb: 2 }}>{say.done[kind]}</Alert>
      <Typography sx={{ mb: 2 }}>
        {signIn.as} <Account email={email} />.
      </Typography>
      <Button variant="contained" fullWidth onClick={startAnew}>{say.goOn}</Button>
    </Entrance>
  );
}
