import { Button, Typography } from "@mui/material";
import { useEffect } from "react";
import { useSignedIn } from "./account.tsx";
import { Entrance } from "./entrance.tsx";
import type { Way } from "./fields.tsx";
import { startAnew } from "./here.ts";
import { Note } from "./note.tsx";
import { link as say, type Said } from "./words.ts";

/** Leads from a link to the page for signing in, and says there why. */
export type ToSignIn = (said: Said, way: Way) => void;

/**
 * End of a link that signs nobody in: what happened, and what can be done now.
 *
 * @param way in that is offered to whoever is not signed in; with a password, unless told
 */
export function LinkEnd({ said: { message, hint }, way = "in", toSignIn }: {
  said: Said;
  way?: Way;
  toSignIn: ToSignIn;
}) {
  const email = useSignedIn();
  useEffect(() => {
    if (email === null) toSignIn({ message, hint }, way);
  }, [email]);
  if (typeof email !== "string") return null;
  return (
    <Entrance title={say.title}>
      <Note said={{ message, hint }} />
      <Typography sx={{ mb: 2, overflowWrap: "anywhere" }}>{say.stillIn(email)}</Typography>
      <Button variant="contained" fullWidth onClick={startAnew}>{say.goOn}</Button>
    </Entrance>
  );
}
